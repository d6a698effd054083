/// One contact of an account.
///
/// Source: RFC 6121 §2.1.2.
package struct RosterItem: Sendable {
    /// The contact's bare JID, prepared; it has no characters that need escaping.
    package var jid: [UInt8]
    /// The bytes of the part before the `@`; 0 for a bare domain.
    package var localpartCount: Int
    /// The owner's name for the contact.
    package var name: String?
    /// The groups it is in.
    package var groups: [String] = []
    /// Who sees whose presence.
    package var subscription = SubscriptionState.none
    /// A request of the owner was not answered yet.
    package var isAsking = false
    /// A request of the contact that the owner has not answered yet: the stanza, with the bare
    /// `from`.
    package var request: [UInt8]?
    /// Whether the owner sees it; an item that only holds a request is not shown.
    package var isListed = true

    /// A contact without a subscription.
    package init(jid: [UInt8], localpartCount: Int) {
        self.jid = jid
        self.localpartCount = localpartCount
    }
}
