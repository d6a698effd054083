/// What the whole server knows of one bound session.
package struct OnlineSession: Sendable {
    /// The resource, not escaped.
    package var resource: [UInt8]
    /// The full JID as an attribute value, escaped.
    package var jid: [UInt8]
    /// Where it lives.
    package var route: Route
    /// It asked for the roster, so it gets changes of it.
    package var isInterested = false
    /// The last presence with `from` and without `to`; nil when it is not available.
    package var presence: [UInt8]?
    /// The priority of that presence.
    package var priority: Int8 = 0
    /// The order in which sessions became available, to prefer the latest.
    package var availableSince: UInt64 = 0
    /// It is on its way out and gets nothing more.
    package var isLeaving = false
    /// The addresses outside the roster that were told that it is available, prepared.
    package var directed: [[UInt8]] = []

    /// A session that was just bound.
    package init(resource: [UInt8], jid: [UInt8], route: Route) {
        self.resource = resource
        self.jid = jid
        self.route = route
    }

    /// Whether it sent its presence.
    package var isAvailable: Bool { presence != nil }
    /// Whether it gets messages to the bare JID.
    package var takesMessages: Bool { isAvailable && priority >= 0 }
}
