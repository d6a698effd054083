import Authentication
import StanzaParser
import XMPP

/// Everything that one XMPP domain remembers: accounts, rosters, sessions, stored messages.
///
/// A value without locks, clock or I/O: each method is one event, and what is to be sent goes into
/// an `Outbox`. Its rules are in the extensions, by subject.
package struct Domain: Sendable {
    /// How creating an account went.
    package enum Creation: Equatable {
        case created
        case taken
        case invalidName
    }

    /// How binding a resource went.
    package enum Binding: Equatable {
        /// The session is online: its account's bare JID, and its own as an attribute value,
        /// escaped.
        case bound(AccountID, bareJID: String, jid: [UInt8])
        /// The account has as many sessions as it may have.
        case tooMany
        /// The account does not exist any more.
        case unknownAccount
    }

    /// The domain's name, prepared.
    package let name: [UInt8]
    /// What is allowed.
    package let limits: ServerLimits
    var accounts: [Account?] = []
    private var index = ByteIndex()
    private var free: [Int32] = []
    private var generations: [UInt32] = []
    /// Counts presences, to tell which session became available last.
    var presenceCount: UInt64 = 0
    /// The number of bound sessions.
    package internal(set) var sessionCount = 0
    /// The number of accounts.
    package var accountCount: Int { index.count }

    /// A domain without accounts.
    package init(name: String, limits: ServerLimits) {
        self.name = Array(name.utf8)
        self.limits = limits
    }

    // MARK: Accounts

    /// The place of the account with a prepared localpart.
    package func find(_ jid: Span<UInt8>, _ local: Range<Int>) -> Int? {
        index.find(ByteIndex.hash(jid.extracting(local))) { place in
            guard let localpart = accounts[place]?.localpart else { return false }
            return Address.equal(jid, local, localpart)
        }
    }

    /// The place of the account with a user name as typed.
    package func find(username: String) -> Int? {
        guard let jid = prepare(username: username) else { return nil }
        return find(jid.span, 0..<(jid.count - name.count - 1))
    }

    /// The place of an account, unless it was removed.
    func place(_ id: AccountID) -> Int? {
        accounts[Int(id.index)]?.id == id ? Int(id.index) : nil
    }

    /// What is stored of the password of a user.
    package func credentials(username: String) -> ServerCredentials? {
        find(username: username).flatMap { accounts[$0]?.credentials }
    }

    /// Creates an account.
    package mutating func create(username: String, credentials: ServerCredentials) -> Creation {
        guard let jid = prepare(username: username) else { return .invalidName }
        let localpart = Array(jid.prefix(jid.count - name.count - 1))
        guard find(jid.span, 0..<localpart.count) == nil else { return .taken }
        let place: Int
        if let reused = free.popLast() {
            place = Int(reused)
            generations[place] += 1
        } else {
            place = accounts.count
            accounts.append(nil)
            generations.append(0)
        }
        let id = AccountID(index: Int32(place), generation: generations[place])
        accounts[place] = Account(
            id: id, localpart: localpart, jid: jid, credentials: credentials)
        index.insert(ByteIndex.hash(localpart.span), place)
        return .created
    }

    /// Replaces what is stored of a password.
    ///
    /// Returns whether the account is there.
    package mutating func setCredentials(_ id: AccountID, _ credentials: ServerCredentials) -> Bool
    {
        guard let place = place(id) else { return false }
        accounts[place]?.credentials = credentials
        return true
    }

    /// Keeps a derived key, so that the next login need not derive it; ignored when the password
    /// changed in the meantime.
    package mutating func keep(_ key: [UInt8], for request: KeyDerivationRequest, username: String)
    {
        guard let place = find(username: username),
            let stored = accounts[place]?.credentials,
            stored.salt == request.salt, stored.password == request.password
        else { return }
        switch request.hash {
        case .sha1: accounts[place]?.credentials.saltedSHA1 = key
        case .sha256: accounts[place]?.credentials.saltedSHA256 = key
        }
    }

    /// Removes an account: its contacts are told, its sessions are ended.
    ///
    /// Source: XEP-0077 §3.2, RFC 6121 §2.5.2.
    package mutating func remove(_ id: AccountID, _ outbox: inout Outbox) {
        guard let place = place(id), let account = accounts[place] else { return }
        for item in account.roster.items {
            removeContact(place, item.jid, &outbox)
        }
        for session in account.sessions {
            withdraw(place, session.route, &outbox)
            outbox.end(session.route, .accountRemoved)
        }
        sessionCount -= account.sessions.count
        accounts[place] = nil
        index.remove(ByteIndex.hash(account.localpart.span), place)
        free.append(Int32(place))
    }

    // MARK: Sessions

    /// Brings a session online under a resource.
    ///
    /// A session that has the resource already is ended with `conflict`: of the three ways of
    /// RFC 6120 §7.7.2.2 the second, which lets a client come back while the server still believes
    /// in its lost connection.
    package mutating func bind(
        username: String, resource: String, route: Route, _ outbox: inout Outbox
    ) -> Binding {
        guard let place = find(username: username), let id = accounts[place]?.id else {
            return .unknownAccount
        }
        let bytes = Array(resource.utf8)
        if let old = accounts[place]?.session(bytes.span, resource: 0..<bytes.count),
            let route = accounts[place]?.sessions[old].route
        {
            endSession(id, route, &outbox)
            outbox.end(route, .replaced)
        }
        guard let count = accounts[place]?.sessions.count, count < limits.sessionsPerAccount else {
            return .tooMany
        }
        let jid = fullJID(place, resource: resource)
        accounts[place]?.sessions.append(
            OnlineSession(resource: bytes, jid: jid, route: route))
        sessionCount += 1
        return .bound(id, bareJID: bareJID(place), jid: jid)
    }

    /// A session's stream is over: who saw it available sees it go.
    package mutating func endSession(_ id: AccountID, _ route: Route, _ outbox: inout Outbox) {
        guard let place = place(id), let session = accounts[place]?.session(route) else { return }
        withdraw(place, route, &outbox)
        accounts[place]?.sessions.remove(at: session)
        sessionCount -= 1
    }

    private func bareJID(_ place: Int) -> String {
        String(decoding: accounts[place]?.jid ?? [], as: UTF8.self)
    }

    /// The full JID as an attribute value, escaped.
    private func fullJID(_ place: Int, resource: String) -> [UInt8] {
        var writer = StanzaWriter()
        writer.raw(bareJID(place))
        writer.raw("/")
        writer.attributeValue(resource)
        return writer.bytes
    }

    /// The bare JID of a user name as typed; nil when the name is not allowed.
    private func prepare(username: String) -> [UInt8]? {
        guard
            let jid = JID(
                localpart: username, domain: String(decoding: name, as: UTF8.self))
        else { return nil }
        return Array(jid.description.utf8)
    }
}
