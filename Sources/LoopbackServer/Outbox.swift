import StanzaParser

/// What one event makes the server send: stanzas in one buffer, and to whom each goes.
///
/// A worker has one and uses it again, so routing allocates nothing once it has grown. It is
/// filled while the state is locked and emptied after that.
package struct Outbox {
    /// What a session gets.
    package enum Content: Equatable {
        /// Bytes of the buffer.
        case stanza(Range<Int>)
        /// The end of its stream with an error.
        case end(ServerStreamEnd)
    }

    /// Something for one session.
    package struct Delivery: Equatable {
        /// Whose it is.
        package var route: Route
        /// What it is.
        package var content: Content
    }

    /// The buffer.
    package var writer = StanzaWriter()
    /// What goes out, in order.
    package private(set) var deliveries: [Delivery] = []

    /// An empty outbox.
    package init() {}

    /// Sends bytes of the buffer to a session.
    package mutating func send(_ bytes: Range<Int>, to route: Route) {
        deliveries.append(Delivery(route: route, content: .stanza(bytes)))
    }

    /// Writes a stanza and sends it to a session.
    package mutating func send(to route: Route, _ write: (inout StanzaWriter) -> Void) {
        let range = compose(write)
        send(range, to: route)
    }

    /// Writes a stanza; returns where it is in the buffer.
    package mutating func compose(_ write: (inout StanzaWriter) -> Void) -> Range<Int> {
        let start = writer.count
        write(&writer)
        return start..<writer.count
    }

    /// Ends a session's stream.
    package mutating func end(_ route: Route, _ reason: ServerStreamEnd) {
        deliveries.append(Delivery(route: route, content: .end(reason)))
    }

    /// Takes back what was sent last; its bytes stay in the buffer.
    package mutating func takeBack() { deliveries.removeLast() }

    /// Forgets everything and keeps the memory.
    package mutating func removeAll() {
        writer.removeAll()
        deliveries.removeAll(keepingCapacity: true)
    }
}
