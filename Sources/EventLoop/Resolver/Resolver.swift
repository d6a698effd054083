import Units

/// Finds the addresses of a domain's XMPP service, or of a host; blocks the calling thread.
///
/// Source: RFC 6120 §3.2 (SRV, then the domain itself), XEP-0368 (direct TLS), RFC 2782.
package enum Resolver {
    /// How to look up.
    package struct Options: Sendable {
        /// The time for everything together.
        package var timeout: Nanoseconds
        /// Name servers as `address:port`; nil: the system's.
        package var servers: [String]?

        package init(timeout: Nanoseconds = .seconds(Int64(10)), servers: [String]? = nil) {
            self.timeout = timeout
            self.servers = servers
        }
    }

    /// SRV records of one domain that are used; more are ignored.
    package static let maximumRecords = 32
    /// Addresses of one host that are used; more are ignored.
    package static let maximumAddresses = 16

    private static let startTLSPort: UInt16 = 5_222
    private static let directTLSPort: UInt16 = 5_223

    /// The places where a domain offers the service, in the order to try them.
    ///
    /// - Parameter directTLS: whether to look for direct TLS only (true), STARTTLS only (false), or
    ///   both (nil).
    /// Throws: when there is no place with an address.
    package static func resolve(
        domain: String, directTLS: Bool? = false, options: Options = Options(),
        using random: inout some RandomNumberGenerator
    ) throws(ResolverError) -> [ResolvedEndpoint] {
        let fallsBackToDirect = directTLS == true
        let fallbackPort = fallsBackToDirect ? directTLSPort : startTLSPort
        if let address = SocketAddress(numericHost: domain, port: fallbackPort) {
            return [
                ResolvedEndpoint(
                    host: domain, addresses: [address], isDirectTLS: fallsBackToDirect)
            ]
        }
        let channel = try DNSChannel(servers: options.servers)
        let clock = MonotonicClock()
        let end = clock.now + options.timeout
        var queries: [(query: DNSServiceQuery, isDirect: Bool)] = []
        if directTLS != true {
            queries.append((channel.service("_xmpp-client._tcp.\(domain)"), false))
        }
        if directTLS != false {
            queries.append((channel.service("_xmpps-client._tcp.\(domain)"), true))
        }
        channel.run(until: end, clock)
        let records = try collect(queries, domain: domain)
        let candidates =
            records.isEmpty
            ? [
                ServiceRecord(
                    target: domain, port: fallbackPort, priority: 0, weight: 0,
                    isDirectTLS: fallsBackToDirect)
            ] : ServiceRecord.ordered(records, using: &random)
        return try addresses(of: candidates, channel, until: end, clock)
    }

    /// A host's addresses with a port; the host may be numeric.
    package static func resolve(
        host: String, port: UInt16, isDirectTLS: Bool, options: Options = Options()
    ) throws(ResolverError) -> ResolvedEndpoint {
        if let address = SocketAddress(numericHost: host, port: port) {
            return ResolvedEndpoint(host: host, addresses: [address], isDirectTLS: isDirectTLS)
        }
        let channel = try DNSChannel(servers: options.servers)
        let clock = MonotonicClock()
        let record = ServiceRecord(
            target: host, port: port, priority: 0, weight: 0, isDirectTLS: isDirectTLS)
        return try addresses(of: [record], channel, until: clock.now + options.timeout, clock)[0]
    }

    /// The records of all answers. A name without records is no error: the domain itself is next.
    private static func collect(
        _ queries: [(query: DNSServiceQuery, isDirect: Bool)], domain: String
    ) throws(ResolverError) -> [ServiceRecord] {
        var records: [ServiceRecord] = []
        var failure: ResolverError?
        var isDenied = false
        for (query, isDirect) in queries {
            switch query.result {
            case .success(let found):
                if found.count == 1, found[0].target.isEmpty || found[0].target == "." {
                    isDenied = true
                    continue
                }
                for var record in found.prefix(maximumRecords) {
                    record.isDirectTLS = isDirect
                    records.append(record)
                }
            case .failure(.noSuchName), .failure(.noAddress): continue
            case .failure(let error): failure = failure ?? error
            case nil: failure = failure ?? .timedOut(domain)
            }
        }
        if records.isEmpty {
            if let failure { throw failure }
            if isDenied { throw .serviceNotOffered(domain) }
        }
        return records
    }

    /// Looks up the addresses of all candidates at once; those without any are left out.
    private static func addresses(
        of candidates: [ServiceRecord], _ channel: DNSChannel, until end: Instant,
        _ clock: MonotonicClock
    ) throws(ResolverError) -> [ResolvedEndpoint] {
        let queries = candidates.map { channel.addresses(of: $0.target, port: $0.port) }
        channel.run(until: end, clock)
        var endpoints: [ResolvedEndpoint] = []
        var failure: ResolverError?
        for (candidate, query) in zip(candidates, queries) {
            switch query.result {
            case .success(let addresses):
                endpoints.append(
                    ResolvedEndpoint(
                        host: candidate.target,
                        addresses: Array(addresses.prefix(maximumAddresses)),
                        isDirectTLS: candidate.isDirectTLS, priority: candidate.priority,
                        weight: candidate.weight))
            case .failure(let error): failure = failure ?? error
            case nil: failure = failure ?? .timedOut(candidate.target)
            }
        }
        guard !endpoints.isEmpty else { throw failure ?? .noAddress(candidates[0].target) }
        return endpoints
    }
}
