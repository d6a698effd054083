import Synchronization
import Units

/// What one worker of the loopback server has done; the worker writes, anyone may read.
package final class LoopbackStatistics: Sendable {
    /// The counts at one moment.
    package struct Snapshot: Equatable, Sendable {
        /// Messages that clients sent.
        package var messagesReceived: UInt64 = 0
        /// Messages that were put into the outbox of a session.
        package var messagesDelivered: UInt64 = 0
        /// Messages that were stored for later.
        package var messagesStored: UInt64 = 0
        /// Messages that were answered with an error.
        package var messagesBounced: UInt64 = 0
        /// All stanzas that clients sent.
        package var stanzasReceived: UInt64 = 0
        /// Stanzas for other workers that found a full mailbox.
        package var dropped: UInt64 = 0
        /// Clients that were cut because they did not read.
        package var cut: UInt64 = 0
        /// Connections that were accepted.
        package var accepted: UInt64 = 0
        /// Sessions that are bound now.
        package var online: UInt64 = 0
        /// What was done wrong on purpose.
        package var injected = InjectedFaults()
        /// Processor time of the worker's thread.
        package var processorTime = Nanoseconds.zero

        /// The counts of a worker that did nothing.
        package init() {}

        /// Adds the counts of another worker.
        package mutating func add(_ other: Self) {
            messagesReceived += other.messagesReceived
            messagesDelivered += other.messagesDelivered
            messagesStored += other.messagesStored
            messagesBounced += other.messagesBounced
            stanzasReceived += other.stanzasReceived
            dropped += other.dropped
            cut += other.cut
            accepted += other.accepted
            online += other.online
            injected.add(other.injected)
            processorTime = processorTime + other.processorTime
        }
    }

    let messagesReceived = Count()
    let messagesDelivered = Count()
    let messagesStored = Count()
    let messagesBounced = Count()
    let stanzasReceived = Count()
    let dropped = Count()
    let cut = Count()
    let accepted = Count()
    let online = Count()
    let faultsLost = Count()
    let faultsDuplicated = Count()
    let faultsReordered = Count()
    let faultsBounced = Count()
    let faultsClosed = Count()
    let faultsDelayed = Count()
    private let processorNanoseconds = Atomic<Int64>(0)

    /// Counts of a worker that did nothing yet.
    package init() {}

    /// The counts now. The processor time is as the worker read it last: some milliseconds of work
    /// ago at most.
    package var current: Snapshot {
        var snapshot = Snapshot()
        snapshot.messagesReceived = messagesReceived.value
        snapshot.messagesDelivered = messagesDelivered.value
        snapshot.messagesStored = messagesStored.value
        snapshot.messagesBounced = messagesBounced.value
        snapshot.stanzasReceived = stanzasReceived.value
        snapshot.dropped = dropped.value
        snapshot.cut = cut.value
        snapshot.accepted = accepted.value
        snapshot.online = online.value
        snapshot.injected.lost = faultsLost.value
        snapshot.injected.duplicated = faultsDuplicated.value
        snapshot.injected.reordered = faultsReordered.value
        snapshot.injected.bounced = faultsBounced.value
        snapshot.injected.closed = faultsClosed.value
        snapshot.injected.delayed = faultsDelayed.value
        snapshot.processorTime = Nanoseconds(processorNanoseconds.load(ordering: .relaxed))
        return snapshot
    }

    /// Notes the processor time of the worker's thread.
    func note(processorTime: Nanoseconds) {
        processorNanoseconds.store(processorTime.rawValue, ordering: .relaxed)
    }

    /// A count that one thread changes and any may read.
    struct Count: ~Copyable, Sendable {
        private let stored = Atomic<UInt64>(0)

        var value: UInt64 { stored.load(ordering: .relaxed) }

        /// Only the owning thread may call it, so nothing has to be locked.
        func add(_ difference: Int = 1) {
            stored.store(
                stored.load(ordering: .relaxed) &+ UInt64(bitPattern: Int64(difference)),
                ordering: .relaxed)
        }
    }
}
