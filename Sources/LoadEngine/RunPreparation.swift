package import EventLoop
package import Profile
internal import StanzaParser
internal import Units
package import Workload

/// Makes a plan of a profile: reads the accounts file, resolves the target, checks what may be
/// sent to and whether the machine suffices.
package struct RunPreparation: Sendable {
    /// The built-in server of this process.
    package struct Loopback: Sendable {
        package var address: SocketAddress
        /// Listens for direct TLS.
        package var directTLSAddress: SocketAddress
        /// Trusted by itself.
        package var certificatePEM: String

        package init(
            address: SocketAddress, directTLSAddress: SocketAddress, certificatePEM: String
        ) {
            self.address = address
            self.directTLSAddress = directTLSAddress
            self.certificatePEM = certificatePEM
        }
    }

    package var profile: Profile
    /// The profile's path as the user gave it: errors cite it, and other paths are relative to it.
    package var fileName: String
    package var seed: UInt64
    package var nonce: UInt32
    /// Which of the processes that share the run this is.
    package var rank = Rank.alone
    package var workers: Int
    package var policy: AddressPolicy
    /// For profiles whose target is the loopback server.
    package var loopback: Loopback?
    package var available: ResourceNeeds.Available
    package var resolver = Resolver.Options()
    package var sources = SourceAddresses()

    package init(
        profile: Profile, fileName: String, seed: UInt64, nonce: UInt32, workers: Int,
        policy: AddressPolicy, loopback: Loopback?, available: ResourceNeeds.Available
    ) {
        self.profile = profile
        self.fileName = fileName
        self.seed = seed
        self.nonce = nonce
        self.workers = workers
        self.policy = policy
        self.loopback = loopback
        self.available = available
    }

    /// The plan, or why there is none.
    package func plan() throws(PreparationError) -> RunPlan {
        let accounts = try readAccounts()
        let clock = MonotonicClock()
        let places = try resolveTarget()
        let endpoints = places.flatMap { $0 }
        if let refusal = sources.refusal(of: endpoints.map(\.address)) {
            throw .refused("--source: \(refusal)")
        }
        let lookUpTime = profile.target.isLookedUp ? clock.now - .origin : nil
        try check(
            ResourceNeeds(
                profile: profile, accounts: accounts.count, workers: workers,
                destinations: Set(places.map(\.first?.address)).count, sources: sources.count,
                ranks: rank.count))
        return RunPlan(
            profile: profile, seed: seed, nonce: nonce, rank: rank, workers: workers,
            places: places, accounts: accounts,
            startTLS: try tlsContext(alpn: nil, endpoints, direct: false),
            directTLS: try tlsContext(
                alpn: TLSClientContext.xmppClientProtocol, endpoints, direct: true),
            epochMilliseconds: WallClock.nanosecondsSince1970 / 1_000_000, lookUpTime: lookUpTime,
            sources: sources, certificates: try readCertificates(accounts))
    }

    /// The accounts, filled in from their templates or read from their file.
    package func readAccounts() throws(PreparationError) -> [AccountList.Account] {
        switch profile.accounts.source {
        case .templates(let count, let username, let password):
            return Self.fill(count, username, password, profile.target.domain, seed)
        case .file(let path, _):
            return try readTable(at: resolvePath(path))
        }
    }

    /// Reads the other files that the profile names, and throws what is wrong with them.
    package func checkFiles(_ accounts: [AccountList.Account]) throws(PreparationError) {
        if case .file = profile.target.verification, !profile.target.usesLoopbackServer {
            _ = try makeTLSContext(alpn: nil)
        }
        _ = try readCertificates(accounts)
    }

    /// What the run needs and has not, as an error.
    package func check(_ needs: ResourceNeeds) throws(PreparationError) {
        if let shortage = needs.shortage(available) { throw .refused(shortage) }
    }

    // MARK: Accounts

    /// Makes text of templates that have no more than an account's own fields.
    private struct AccountText {
        private let renderer = TemplateRenderer()
        private var random: SeededRandom
        private var writer = StanzaWriter()

        init(seed: UInt64) {
            random = SeededRandom(seed: seed, stream: RandomPurpose.accounts.stream(group: 1))
        }

        mutating func of(_ template: Template, _ context: TemplateContext) -> String {
            writer.removeAll()
            renderer.render(template, &random, escaping: .nothing, to: &writer) { field, writer in
                context.write(field, escaping: false, to: &writer)
            }
            return String(decoding: writer.bytes, as: UTF8.self)
        }
    }

    private static func fill(
        _ count: Int, _ username: Template, _ password: Template, _ domain: String, _ seed: UInt64
    ) -> [AccountList.Account] {
        var text = AccountText(seed: seed)
        return (1...max(1, count)).map { index in
            var context = TemplateContext(index: Int64(index), domain: Array(domain.utf8))
            let name = text.of(username, context)
            context.user = Array(name.utf8)
            return AccountList.Account(username: name, password: text.of(password, context))
        }
    }

    private func readTable(at path: String) throws(PreparationError) -> [AccountList.Account] {
        let bytes: [UInt8]
        do throws(FileReader.Failure) { bytes = try FileReader.read(path) } catch {
            throw .refused("accounts.file: \(error)")
        }
        let table: AccountTable
        switch AccountTable.parse(csv: bytes, fileName: path) {
        case .success(let parsed): table = parsed
        case .failure(let errors): throw .refused("\(errors)")
        }
        let columns: [Int]
        switch table.resolve(profile, profileFileName: fileName) {
        case .success(let places): columns = places
        case .failure(let errors): throw .refused("\(errors)")
        }
        let wanted =
            if case .file(_, let count?) = profile.accounts.source { count } else { table.count }
        return (0..<min(wanted, table.count)).map { row in
            AccountList.Account(
                username: table.username(row: row), password: table.password(row: row),
                columns: columns.map {
                    String(decoding: table.field(row: row, column: $0), as: UTF8.self)
                })
        }
    }

    /// Bytes that a file with a certificate and its key may have.
    private static let maximumCertificateBytes = 1 << 20

    /// By account of this rank, what it shows a server that asks for a certificate; empty when the
    /// profile names none.
    private func readCertificates(
        _ accounts: [AccountList.Account]
    ) throws(PreparationError) -> [TLSClientCertificate?] {
        guard let template = profile.accounts.certificate else { return [] }
        if let path = template.literal {
            return Array(repeating: try readCertificate(path), count: accounts.count)
        }
        var certificates: [TLSClientCertificate?] = []
        var text = AccountText(seed: seed)
        for (number, account) in accounts.enumerated() {
            guard rank.owns(account: number) else {
                certificates.append(nil)
                continue
            }
            let context = TemplateContext(
                index: Int64(number + 1), user: Array(account.username.utf8),
                domain: Array(profile.target.domain.utf8))
            certificates.append(try readCertificate(text.of(template, context)))
        }
        return certificates
    }

    private func readCertificate(_ path: String) throws(PreparationError) -> TLSClientCertificate {
        let path = resolvePath(path)
        let bytes: [UInt8]
        do throws(FileReader.Failure) {
            bytes = try FileReader.read(path, limit: Self.maximumCertificateBytes)
        } catch {
            throw .refused("accounts.certificate: \(error)")
        }
        do throws(TLSContextError) {
            return try TLSClientCertificate(pem: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw .refused("accounts.certificate: cannot use \(path): \(error)")
        }
    }

    /// A path of the profile is relative to the profile.
    private func resolvePath(_ path: String) -> String {
        guard !path.hasPrefix("/"), let slash = fileName.lastIndex(of: "/") else { return path }
        return fileName[...slash] + path
    }

    // MARK: Target

    private func resolveTarget() throws(PreparationError) -> [[RunPlan.Endpoint]] {
        let target = profile.target
        var places: [[RunPlan.Endpoint]] = []
        if target.addresses.isEmpty {
            var random = SeededRandom(
                seed: seed, stream: RandomPurpose.hotAccounts.stream(group: 1))
            let found: [ResolvedEndpoint]
            do throws(ResolverError) {
                found = try Resolver.resolve(
                    domain: target.domain, directTLS: target.security == .direct,
                    options: resolver, using: &random)
            } catch {
                throw .unreachable("\(target.domain) does not resolve: \(error)")
            }
            try check(found.flatMap(\.addresses), names: [target.domain])
            // The servers of a domain are one place: the next is for when the one before takes no
            // connection (RFC 6120 §3.2.1).
            places.append(found.flatMap { Self.endpoints(of: $0) })
        }
        for address in target.addresses {
            switch address {
            case .loopback:
                guard let loopback else {
                    throw .refused("the loopback server is not running; it belongs to `run`")
                }
                let direct = target.security == .direct
                let address = direct ? loopback.directTLSAddress : loopback.address
                places.append([RunPlan.Endpoint(address: address, usesDirectTLS: direct)])
            case .host(let host, let port):
                places.append(try resolve(host, port))
            }
        }
        return places
    }

    private static func endpoints(of found: ResolvedEndpoint) -> [RunPlan.Endpoint] {
        found.addresses.map { RunPlan.Endpoint(address: $0, usesDirectTLS: found.isDirectTLS) }
    }

    private func resolve(
        _ host: String, _ port: UInt16?
    ) throws(PreparationError) -> [RunPlan.Endpoint] {
        let direct = profile.target.security == .direct
        let found: ResolvedEndpoint
        do throws(ResolverError) {
            found = try Resolver.resolve(
                host: host, port: port ?? (direct ? 5_223 : 5_222), isDirectTLS: direct,
                options: resolver)
        } catch {
            throw .unreachable("\(host) does not resolve: \(error)")
        }
        try check(found.addresses, names: [host, profile.target.domain])
        guard !found.addresses.isEmpty else {
            throw .unreachable("\(host) does not resolve: it has no address")
        }
        return Self.endpoints(of: found)
    }

    private func check(
        _ addresses: [SocketAddress], names: [String]
    ) throws(PreparationError) {
        if let refusal = policy.refusal(of: addresses, names: names) {
            throw .refused("\(refusal)")
        }
    }

    private func tlsContext(
        alpn: String?, _ endpoints: [RunPlan.Endpoint], direct: Bool
    ) throws(PreparationError) -> TLSClientContext? {
        let isNeeded =
            profile.target.security != .none && endpoints.contains { $0.usesDirectTLS == direct }
        return isNeeded ? try makeTLSContext(alpn: alpn) : nil
    }

    private func makeTLSContext(alpn: String?) throws(PreparationError) -> TLSClientContext {
        let verification: TLSVerification =
            switch profile.target.verification {
            case _ where profile.target.usesLoopbackServer && loopback != nil:
                .trusting(certificatePEM: loopback?.certificatePEM ?? "")
            case .system: .system
            case .none: .none
            case .file(let path): .file(path: resolvePath(path))
            }
        do throws(TLSContextError) {
            return try TLSClientContext(
                domain: profile.target.domain, verify: verification, alpn: alpn,
                resumption: profile.target.tlsResumption)
        } catch {
            throw .refused("target.verify: \(error)")
        }
    }
}
