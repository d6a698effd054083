package import EventLoop
package import Profile
internal import StanzaParser
package import Units
package import Workload
internal import XMPP

/// Everything that a run needs to know before its clock starts; made once, shared by all workers.
package final class RunPlan: Sendable {
    /// One way to connect.
    package struct Endpoint: Sendable, Hashable {
        package var address: SocketAddress
        /// TLS from the first byte, as an SRV record or the profile says.
        package var usesDirectTLS: Bool

        package init(address: SocketAddress, usesDirectTLS: Bool) {
            self.address = address
            self.usesDirectTLS = usesDirectTLS
        }
    }

    package let profile: Profile
    package let seed: UInt64
    /// Tells this run's messages from another's.
    package let nonce: UInt32
    /// Which of the processes that share the run this is.
    package let rank: Rank
    package let workers: Int
    /// The sessions of the accounts take turns with these; of each place one endpoint is tried after
    /// the other.
    package let places: [[Endpoint]]
    /// Where connections come from.
    package let sources: SourceAddresses
    package let accounts: AccountList
    /// For security other than `none`.
    private let startTLS: TLSClientContext?
    private let directTLS: TLSClientContext?
    /// By account, what it shows a server that asks for a certificate; empty: none has any.
    private let certificates: [TLSClientCertificate?]
    /// The time of day at the run's origin, in milliseconds since 1970; for `${now}`.
    package let epochMilliseconds: Int64

    package let scenarios: [ScenarioProgram]
    package let traffic: [ScenarioProgram]
    package let metrics: RunMetrics
    /// By scenario, the number of its first step among those of all scenarios.
    let firstSteps: [Int32]
    /// Of all scenarios.
    let stepCount: Int
    /// Arrivals whose sessions the report shows in full.
    let sampledArrivals: Set<Int>
    package let assignment: Assignment
    package let recipients: RecipientDraw
    let renderer = TemplateRenderer()
    /// The domain as it stands in addresses.
    let domainBytes: [UInt8]
    /// What follows the username in an address, up to the number of the session in a full one;
    /// neither has anything to escape, as the loader sees to it.
    let bareAddressTail: [UInt8]
    let fullAddressTail: [UInt8]
    /// What the ids of this process's messages begin with.
    let origin: MessageID.Origin
    /// By scenario, the messages of its program; and the same of traffic.
    let messages: [[MessageStanza]]
    let trafficMessages: [[MessageStanza]]
    /// How many sessions of this rank have to be online for traffic that waits for all of them.
    package let expectedOnline: Int
    /// Whether some step waits for the delivery of its message.
    let awaitsDeliveries: Bool
    /// Whether no step waits for what another session sends, and no session gets more than others
    /// but messages of the run.
    let spreadsInput: Bool
    /// Whether some step sends messages that the ledger knows nothing of.
    let sendsRawMessages: Bool
    /// Whether some step draws recipients from rosters.
    let needsContacts: Bool

    /// How long it took to look up the target; nil without a look-up.
    package let lookUpTime: Nanoseconds?

    package init(
        profile: Profile, seed: UInt64, nonce: UInt32, rank: Rank = .alone, workers: Int,
        places: [[Endpoint]], accounts: [AccountList.Account], startTLS: TLSClientContext?,
        directTLS: TLSClientContext?, epochMilliseconds: Int64, lookUpTime: Nanoseconds? = nil,
        sources: SourceAddresses = SourceAddresses(), certificates: [TLSClientCertificate?] = []
    ) {
        precondition(workers > 0 && !places.isEmpty && !accounts.isEmpty)
        precondition(places.allSatisfy { !$0.isEmpty })
        precondition(rank.ownedCount(of: accounts.count) > 0, "a rank needs accounts")
        self.profile = profile
        self.seed = seed
        self.nonce = nonce
        self.rank = rank
        self.workers = workers
        self.places = places
        self.sources = sources
        self.startTLS = startTLS
        self.directTLS = directTLS
        self.certificates = certificates
        self.epochMilliseconds = epochMilliseconds
        self.lookUpTime = lookUpTime
        domainBytes = Array(profile.target.domain.utf8)
        bareAddressTail = Array("@\(profile.target.domain)".utf8)
        fullAddressTail = bareAddressTail + Array("/\(String(nonce, radix: 36))-".utf8)
        scenarios = profile.sessions.scenarios.map { ScenarioProgram($0) }
        traffic = profile.traffic.map { ScenarioProgram($0) }
        metrics = RunMetrics(profile: profile, scenarios: scenarios, traffic: traffic)
        var steps = 0
        firstSteps = scenarios.map { program in
            defer { steps += program.steps.count }
            return Int32(steps)
        }
        stepCount = steps
        let origin = MessageID.Origin(nonce: nonce, rank: UInt32(rank.index))
        self.origin = origin
        func messages(_ program: ScenarioProgram, _ group: RunMetrics.Group) -> [MessageStanza] {
            guard let metric = group.message?.id else { return [] }
            return program.messages.map { MessageStanza($0, metric: metric, origin: origin) }
        }
        self.messages = zip(scenarios, metrics.scenarios).map(messages)
        trafficMessages = zip(traffic, metrics.traffic).map(messages)
        assignment = Assignment(
            scenarios: profile.sessions.scenarios, accountCount: accounts.count, seed: seed)
        // Until every account has had its turn, each arrival finds its own free.
        sampledArrivals = assignment.samples(
            profile.sampleSessions, of: profile.sessions.load.mostSessions(accounts: accounts.count)
        )
        recipients = RecipientDraw(accountCount: accounts.count, seed: seed, rank: rank)
        // Until every account has had its turn, each arrival has another one.
        let whole = assignment.share(worker: 0, of: 1, rank: rank)
        let first = profile.sessions.load.mostSessions(accounts: accounts.count)
        expectedOnline = rank.count == 1 ? first : (0..<first).count(where: whole.contains)
        let programs = scenarios + traffic
        // Traffic waits for nothing.
        awaitsDeliveries = scenarios.contains { $0.messages.contains(where: \.awaitsDelivery) }
        sendsRawMessages = programs.contains { $0.rawStanzas.contains { $0.kind == .message } }
        let recipients = programs.flatMap { program in
            program.messages.map(\.to) + program.presences.compactMap(\.to)
                + program.pings.compactMap(\.to)
        }
        needsContacts = recipients.contains(.roster)
        spreadsInput =
            !awaitsDeliveries && programs.allSatisfy(\.rawStanzas.isEmpty)
            && recipients.allSatisfy { [.online, .random, .pair, .`self`].contains($0) }
        let namesAccounts = recipients.contains { if case .jid = $0 { true } else { false } }
        self.accounts = AccountList(accounts, indexed: needsContacts || namesAccounts)
    }

    /// The endpoints that a connection can choose from.
    func endpoints(of choice: EndpointChoice) -> [Endpoint] { places[Int(choice.place)] }

    /// The endpoint that a connection chose.
    func endpoint(_ choice: EndpointChoice) -> Endpoint {
        places[Int(choice.place)][Int(choice.endpoint)]
    }

    /// The address of this machine that a connection with such a number comes from. Each place sees
    /// each of them, whatever common divisor their counts have.
    func source(ofConnection number: UInt32, to endpoint: Endpoint) -> SocketAddress? {
        sources.address(turn: Int(number) / places.count, to: endpoint.address)
    }

    /// The resource that a session asks for.
    func resource(ofSession number: UInt32) -> String {
        "\(String(nonce, radix: 36))-\(number)"
    }

    /// Writes the bare address of an account, as it stands between quotes unless not `escaping`.
    func writeAddress(of account: Int, escaping: Bool, to writer: inout StanzaWriter) {
        accounts.writeUsername(of: account, escaping: escaping, to: &writer)
        writer.raw(bareAddressTail)
    }

    /// Writes the full address that a session asks for, likewise.
    func writeAddress(
        of account: Int, session: UInt32, escaping: Bool, to writer: inout StanzaWriter
    ) {
        accounts.writeUsername(of: account, escaping: escaping, to: &writer)
        writer.raw(fullAddressTail)
        writer.decimal(Int64(session))
    }

    /// What a stream over the endpoint is to do.
    func streamConfiguration(
        _ endpoint: Endpoint, purpose: ClientStreamConfiguration.Purpose
    ) -> ClientStreamConfiguration {
        let security: ClientStreamConfiguration.Security =
            if endpoint.usesDirectTLS {
                .directTLS
            } else if profile.target.security == .none {
                .none
            } else {
                .startTLS
            }
        return ClientStreamConfiguration(
            domain: profile.target.domain, security: security,
            mechanism: profile.target.mechanism,
            allowPlain: profile.target.allowPlain || profile.target.usesLoopbackServer,
            purpose: purpose, sharesCertificate: profile.accounts.sharesCertificate)
    }

    /// How the account's connections do TLS after STARTTLS.
    func startTLS(ofAccount account: Int) -> TLSClientContext? {
        showing(account, startTLS)
    }

    /// How the account's connection to an endpoint begins with TLS; nil where it does not.
    func directTLS(ofAccount account: Int, to endpoint: Endpoint) -> TLSClientContext? {
        endpoint.usesDirectTLS ? showing(account, directTLS) : nil
    }

    private func showing(_ account: Int, _ context: TLSClientContext?) -> TLSClientContext? {
        guard !certificates.isEmpty, let certificate = certificates[account] else {
            return context
        }
        return context?.showing(certificate)
    }

    /// How many accounts the sessions of this rank use.
    package var ownedAccounts: Int { rank.ownedCount(of: accounts.count) }

    /// What set-up does to the accounts; nil: nothing.
    var registrationPurpose: Provisioning.Purpose? {
        switch profile.accounts.registration {
        case .ifMissing: .createMissing
        case .always: .createNew
        case .never: nil
        }
    }

    /// The limits of the parser, as the profile sets them.
    var parserLimits: ParserLimits {
        let limits = profile.limits
        return ParserLimits(
            stanzaBytes: limits.stanza.rawValue, depth: limits.depth,
            attributesPerElement: limits.attributes, nameBytes: limits.name.rawValue,
            namespaceDeclarations: limits.namespaces)
    }
}
