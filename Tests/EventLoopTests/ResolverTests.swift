import EventLoop
import LoopbackNameServer
import Testing
import Units

/// Look-ups against a name server of the tests' own on a loopback port.
@Suite struct ResolverTests {
    private func withServer<R>(
        _ zones: [String: NameServer.Zone], timeout: Nanoseconds = .seconds(Int64(20)),
        _ body: (Resolver.Options, NameServer) throws -> R
    ) throws -> R {
        let server = try NameServer(zones)
        defer { server.stop() }
        return try body(Resolver.Options(timeout: timeout, servers: [server.address]), server)
    }

    private func resolve(
        _ domain: String, directTLS: Bool? = false, _ zones: [String: NameServer.Zone],
        timeout: Nanoseconds = .seconds(Int64(20))
    ) throws -> [ResolvedEndpoint] {
        try withServer(zones, timeout: timeout) { options, _ in
            var random = RepeatableGenerator(state: 1)
            return try Resolver.resolve(
                domain: domain, directTLS: directTLS, options: options, using: &random)
        }
    }

    private func address(_ host: String, _ port: UInt16) -> SocketAddress {
        SocketAddress(numericHost: host, port: port) ?? .loopback(port: 0)
    }

    private let twoServices: [String: NameServer.Zone] = [
        "_xmpp-client._tcp.chat.example": .records([
            .service(priority: 20, weight: 0, port: 5_222, target: "last.chat.example"),
            .service(priority: 5, weight: 1, port: 5_333, target: "first.chat.example"),
        ]),
        "_xmpps-client._tcp.chat.example": .records([
            .service(priority: 10, weight: 1, port: 443, target: "first.chat.example")
        ]),
        "first.chat.example": .records([
            .ipv4([127, 0, 0, 5]), .ipv6(Array(repeating: 0, count: 15) + [1]),
        ]),
        "last.chat.example": .records([.ipv4([127, 0, 0, 6]), .ipv4([127, 0, 0, 7])]),
    ]

    @Test func `SRV records give the places by priority, with all their addresses`() throws {
        let endpoints = try resolve("chat.example", twoServices)
        #expect(endpoints.map(\.host) == ["first.chat.example", "last.chat.example"])
        #expect(
            Set(endpoints[0].addresses) == [address("127.0.0.5", 5_333), address("::1", 5_333)])
        #expect(
            Set(endpoints[1].addresses)
                == [address("127.0.0.6", 5_222), address("127.0.0.7", 5_222)])
        #expect(endpoints.allSatisfy { !$0.isDirectTLS })
        #expect(endpoints.map(\.priority) == [5, 20])
    }

    @Test func `both services are one set by priority; direct TLS alone can be asked`() throws {
        let both = try resolve("chat.example", directTLS: nil, twoServices)
        #expect(both.map(\.priority) == [5, 10, 20])
        #expect(both.map(\.isDirectTLS) == [false, true, false])
        let direct = try resolve("chat.example", directTLS: true, twoServices)
        #expect(direct.map(\.isDirectTLS) == [true])
        #expect(direct[0].addresses.allSatisfy { $0.port == 443 })
    }

    @Test func `a domain without SRV records is a place itself`() throws {
        let zones: [String: NameServer.Zone] = ["plain.example": .records([.ipv4([127, 0, 0, 8])])]
        let endpoints = try resolve("plain.example", zones)
        #expect(
            endpoints == [
                ResolvedEndpoint(
                    host: "plain.example", addresses: [address("127.0.0.8", 5_222)],
                    isDirectTLS: false)
            ])
        let direct = try resolve("plain.example", directTLS: true, zones)
        #expect(direct[0].addresses == [address("127.0.0.8", 5_223)])
        #expect(direct[0].isDirectTLS)
    }

    @Test func `a place without addresses is left out as long as there is another`() throws {
        var zones = twoServices
        zones["first.chat.example"] = nil
        let endpoints = try resolve("chat.example", zones)
        #expect(endpoints.map(\.host) == ["last.chat.example"])
        zones["last.chat.example"] = .records([])
        #expect(throws: ResolverError.noSuchName("first.chat.example")) {
            try resolve("chat.example", zones)
        }
    }

    @Test func `each way to fail has its reason`() throws {
        #expect(throws: ResolverError.noSuchName("nowhere.example")) {
            try resolve("nowhere.example", [:])
        }
        #expect(throws: ResolverError.noAddress("empty.example")) {
            try resolve("empty.example", ["empty.example": .records([])])
        }
        #expect(throws: ResolverError.serviceNotOffered("none.example")) {
            try resolve(
                "none.example",
                [
                    "_xmpp-client._tcp.none.example": .records([
                        .service(priority: 0, weight: 0, port: 0, target: "")
                    ])
                ])
        }
        let failed = #expect(throws: ResolverError.self) {
            try resolve("broken.example", ["_xmpp-client._tcp.broken.example": .failure(2)])
        }
        #expect(failed == .noServers)
    }

    @Test func `silence and garbage end with the time given`() throws {
        for zone in [NameServer.Zone.silence, .garbage] {
            let clock = MonotonicClock()
            let error = #expect(throws: ResolverError.self) {
                try resolve(
                    "quiet.example", ["_xmpp-client._tcp.quiet.example": zone],
                    timeout: .milliseconds(400))
            }
            #expect(["name-look-up-timed-out", "name-look-up-failed"].contains(error?.condition))
            #expect(clock.now - .origin < .seconds(Int64(15)))
        }
    }

    @Test func `nobody at the name server's port is told as such`() throws {
        let server = try NameServer([:])
        server.stop()
        let probe = try UVTransport()
        defer { probe.close() }
        // Nothing listens on this UDP port, although its TCP twin is taken.
        let port = try probe.listen(
            .loopback(port: 0), backlog: 1, tls: nil, reusePort: false
        ).address.port
        var random = RepeatableGenerator(state: 1)
        let error = #expect(throws: ResolverError.self) {
            try Resolver.resolve(
                domain: "chat.example",
                options: Resolver.Options(
                    timeout: .seconds(Int64(20)), servers: ["127.0.0.1:\(port)"]), using: &random)
        }
        #expect(error == .noServers)
    }

    @Test func `numeric hosts and localhost ask nobody`() throws {
        try withServer([:]) { options, server in
            var random = RepeatableGenerator(state: 1)
            let numeric = try Resolver.resolve(
                domain: "127.0.0.1", options: options, using: &random)
            #expect(numeric[0].addresses == [address("127.0.0.1", 5_222)])
            let host = try Resolver.resolve(
                host: "::1", port: 99, isDirectTLS: true, options: options)
            #expect(host.addresses == [address("::1", 99)])
            let local = try Resolver.resolve(
                host: "localhost", port: 5_222, isDirectTLS: false, options: options)
            #expect(!local.addresses.isEmpty)
            #expect(local.addresses.allSatisfy { $0.isLoopback && $0.port == 5_222 })
            #expect(server.questions == [])
        }
    }

    @Test func `answers beyond the limits are cut`() throws {
        let many = (0..<36).map {
            NameServer.Record.service(
                priority: UInt16($0), weight: 1, port: 5_222, target: "h.example")
        }
        let endpoints = try resolve(
            "many.example",
            [
                "_xmpp-client._tcp.many.example": .records(many),
                "h.example": .records((0..<20).map { .ipv4([127, 0, 1, UInt8($0)]) }),
            ])
        #expect(endpoints.count == Resolver.maximumRecords)
        #expect(endpoints.allSatisfy { $0.addresses.count == Resolver.maximumAddresses })
    }
}
