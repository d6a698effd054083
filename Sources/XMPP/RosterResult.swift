import StanzaParser

/// One contact in a roster.
///
/// Source: RFC 6121 §2.1.2.
package struct RosterItem: Hashable, Sendable {
    /// Which side sees the other's presence.
    package enum Subscription: String, Hashable, Sendable {
        case none, to, from, both, remove
    }

    /// The contact.
    package var jid: JID
    /// The name that the user gave it.
    package var name: String?
    /// Which side sees the other's presence.
    package var subscription: Subscription
    /// Whether a subscription is asked for and not answered.
    package var isPending: Bool
    /// The groups that it is in.
    package var groups: [String]

    /// A contact.
    package init(
        jid: JID, name: String? = nil, subscription: Subscription = .none, isPending: Bool = false,
        groups: [String] = []
    ) {
        self.jid = jid
        self.name = name
        self.subscription = subscription
        self.isPending = isPending
        self.groups = groups
    }

    /// The contact of an `<item/>`, or nil when it has no proper address.
    package init?(_ item: ElementView) {
        guard item.hasName("item", Namespaces.roster),
            let jid = item.attribute("jid").flatMap({ JID($0) })
        else { return nil }
        let subscription = item.attribute("subscription").flatMap(Subscription.init(rawValue:))
        self.init(
            jid: jid, name: item.attribute("name"), subscription: subscription ?? .none,
            isPending: item.attributeEquals("ask", "subscribe"))
        var candidate = item.firstChild
        while let child = candidate {
            if child.hasName("group", Namespaces.roster) { groups.append(child.text) }
            candidate = child.nextSibling
        }
    }
}

/// The answer to a roster request, or a roster push.
///
/// Source: RFC 6121 §2.1.4, §2.1.6, §2.6.
package struct RosterResult: Hashable, Sendable {
    /// The roster's version, where the server has versions.
    package var version: String?
    /// The contacts; one for a push.
    package var items: [RosterItem]

    /// The roster in an iq stanza; nil when it has none, as when a version is still the newest.
    package init?(_ stanza: ElementView) {
        guard let query = stanza.child("query", Namespaces.roster) else { return nil }
        version = query.attribute("ver")
        items = []
        var candidate = query.firstChild
        while let child = candidate {
            if let item = RosterItem(child) { items.append(item) }
            candidate = child.nextSibling
        }
    }
}
