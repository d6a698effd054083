import EventLoop
import StanzaParser

/// What other workers have for the sessions of one worker.
///
/// Any worker puts things in; its own takes everything out at once when it is woken.
package final class Mailbox: Sendable {
    /// The deliveries, and the bytes that they refer to.
    package struct Contents: Sendable {
        /// The bytes of all stanzas.
        package var writer = StanzaWriter()
        /// Who gets what, in order.
        package var deliveries: [Outbox.Delivery] = []

        /// Nothing.
        package init() {}

        /// Forgets everything and keeps the memory.
        package mutating func removeAll() {
            writer.removeAll()
            deliveries.removeAll(keepingCapacity: true)
        }
    }

    private struct State {
        var contents = Contents()
        var waker: Waker?
    }

    private let state = Guarded(State())
    private let byteLimit: Int

    /// An empty mailbox that holds up to this many bytes.
    package init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// Whom to wake when there is something.
    package func attach(_ waker: Waker) {
        state.withLock { $0.waker = waker }
    }

    /// Puts one delivery in; `bytes` are those that its range refers to.
    ///
    /// Returns false when the mailbox is full, and nothing was put in.
    package func put(_ delivery: Outbox.Delivery, _ bytes: Span<UInt8>) -> Bool {
        state.withLock { state in
            var delivery = delivery
            if case .stanza(let range) = delivery.content {
                let start = state.contents.writer.count
                guard start + range.count <= byteLimit else { return false }
                state.contents.writer.raw(bytes.extracting(range))
                delivery.content = .stanza(start..<state.contents.writer.count)
            }
            let wasEmpty = state.contents.deliveries.isEmpty
            state.contents.deliveries.append(delivery)
            if wasEmpty { state.waker?.wake() }
            return true
        }
    }

    /// Swaps what is in the mailbox with what the caller has emptied.
    package func exchange(_ emptied: inout Contents) {
        state.withLock { swap(&$0.contents, &emptied) }
    }

    /// Wakes the worker, whether there is something or not.
    package func wake() {
        state.withLock { $0.waker?.wake() }
    }
}
