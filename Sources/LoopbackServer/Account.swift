import Authentication

/// Names one account of a `Domain`; stale once the account is removed.
package struct AccountID: Hashable, Sendable, BitwiseCopyable {
    /// The place in the table.
    package var index: Int32
    /// Which of the accounts that used the place in turn.
    package var generation: UInt32
}

/// One account: who it is, whom it knows, and where it is online.
package struct Account: Sendable {
    /// Its name among those that used the same place.
    package var id: AccountID
    /// The prepared part before the `@`; it has no characters that need escaping.
    package var localpart: [UInt8]
    /// The bare JID.
    package var jid: [UInt8]
    /// What is stored of the password.
    package var credentials: ServerCredentials
    /// Its contacts.
    package var roster = Roster()
    /// Its bound sessions, the oldest first.
    package var sessions: [OnlineSession] = []
    /// Messages that wait for it, with their delay stamps, the oldest first.
    package var offline: [[UInt8]] = []
    /// The size of those.
    package var offlineBytes = 0

    /// A new account.
    package init(
        id: AccountID, localpart: [UInt8], jid: [UInt8], credentials: ServerCredentials
    ) {
        self.id = id
        self.localpart = localpart
        self.jid = jid
        self.credentials = credentials
    }

    /// The place of the session with a resource.
    package func session(_ jid: Span<UInt8>, resource: Range<Int>) -> Int? {
        for index in sessions.indices
        where Address.equal(jid, resource, sessions[index].resource) {
            return index
        }
        return nil
    }

    /// The place of a session by where it lives.
    package func session(_ route: Route) -> Int? {
        for index in sessions.indices where sessions[index].route == route { return index }
        return nil
    }

    /// The session that gets a message to the bare JID: the highest priority, then the one that
    /// became available last; nil when none takes messages.
    ///
    /// Source: RFC 6121 §8.5.2.1.1 leaves the choice to the server.
    package var mostAvailable: Int? {
        var best: Int?
        for index in sessions.indices where sessions[index].takesMessages {
            guard let current = best else {
                best = index
                continue
            }
            let (candidate, holder) = (sessions[index], sessions[current])
            if (candidate.priority, candidate.availableSince)
                > (holder.priority, holder.availableSince)
            {
                best = index
            }
        }
        return best
    }
}
