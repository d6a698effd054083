import LoopbackNameServer
import Testing

extension Integration {
    /// What may be sent to, and where a domain's service is.
    ///
    /// An address that is not of the loopback interface and yet leads nowhere else is 0.0.0.0:
    /// the system connects it to this machine.
    @Suite struct RemoteTargetsTests {
        @Test(arguments: ["203.0.113.7:5222", "[2001:db8::1]:5222", "0.0.0.0:5222"])
        func `an address beyond the loopback interface is refused`(address: String) async throws {
            let result = try await clamor("run", "quickstart", address)
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains("--allow-remote"), "\(result)")
        }

        @Test func `this machine's own address is refused as well`() async throws {
            let own = try await ChildProcess("/bin/hostname", ["-I"]).result().output
            let address = own.split { $0.isWhitespace }.first { !$0.contains(":") } ?? "192.0.2.7"
            let result = try await clamor("run", "quickstart", "\(address):5222")
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains("--allow-remote \(address)"), "\(result)")
        }

        /// A domain whose only SRV record leads to the server at an address.
        private func names(
            of server: TestServer, at address: [[UInt8]] = [[0, 0, 0, 0]]
        ) throws -> NameServer {
            try NameServer([
                "_xmpp-client._tcp.far.example": .records([
                    .service(
                        priority: 1, weight: 1, port: server.port, target: "host.far.example")
                ]),
                "host.far.example": .records(address.map { .ipv4($0) }),
            ])
        }

        /// Runs ten logins at a domain whose address has to be looked up.
        private func run(
            _ domain: String, _ names: NameServer, _ options: String...
        ) async throws -> (ChildProcess.Result, Trial) {
            let trial = try Trial(TestProfile.loginOnly)
            let look = [
                "--set", "target.address=null", "--domain", domain, "--resolver", names.address,
                "--duration", "2s",
            ]
            return (try await trial.start(look + options).result(within: 120), trial)
        }

        @Test(arguments: [
            [], ["--allow-remote", "other.example"], ["--allow-remote", "203.0.113.0/24"],
            ["--allow-remote", "0.0.0.1"],
        ])
        func `where a name leads is refused unless it was named`(flags: [String]) async throws {
            let server = try await TestServer.loopback("--domain", "far.example")
            // The address that may be sent to comes first, and makes the other no better.
            for addresses: [[UInt8]] in [[[0, 0, 0, 0]], [[127, 0, 0, 1], [0, 0, 0, 0]]] {
                let names = try names(of: server, at: addresses)
                defer { names.stop() }
                let trial = try Trial(TestProfile.loginOnly)
                let result = try await trial.start(
                    [
                        "--set", "target.address=null", "--domain", "far.example",
                        "--resolver", names.address,
                    ] + flags
                ).result()
                #expect(result.status == 2, "\(result)")
                #expect(result.errors.contains("0.0.0.0:\(server.port)"), "\(result)")
                #expect(result.errors.contains("add --allow-remote far.example"), "\(result)")
            }
            #expect(try await server.connectionsServed() == 0)
        }

        @Test(arguments: ["far.example", "0.0.0.0", "0.0.0.0/8"])
        func `a name that was allowed covers its SRV targets; addresses and networks do too`(
            allowed: String
        ) async throws {
            let server = try await TestServer.loopback("--domain", "far.example")
            let names = try names(of: server)
            defer { names.stop() }
            let (result, trial) = try await run(
                "far.example", names, "--allow-remote", allowed, "--set",
                "target.verify=\(server.authority)")
            #expect([0, 4].contains(result.status), "\(result)")
            #expect(try trial.report.number("sessions.failed") == 0)
            #expect(try trial.report.number("metrics.dns.response.count") > 0)
            // Each account registers once and logs in once.
            #expect(try await server.connectionsServed() == 20)
        }

        @Test(arguments: ["starttls", "direct"])
        func `the service's records are those of the security, the lowest priority first`(
            security: String
        ) async throws {
            let first = try await TestServer.loopback(
                "--domain", "two.example", "--listen-tls", "127.0.0.1:0")
            let second = try await TestServer.loopback(
                "--domain", "two.example", "--listen-tls", "127.0.0.1:0")
            func records(_ ports: [UInt16]) -> NameServer.Zone {
                .records([
                    .service(priority: 20, weight: 9, port: ports[1], target: "h.two.example"),
                    .service(priority: 10, weight: 1, port: ports[0], target: "h.two.example"),
                ])
            }
            let names = try NameServer([
                "_xmpp-client._tcp.two.example": records([first.port, second.port]),
                "_xmpps-client._tcp.two.example": records([first.directPort, second.directPort]),
                "h.two.example": .records([.ipv4([127, 0, 0, 1])]),
            ])
            defer { names.stop() }
            let (result, trial) = try await run(
                "two.example", names, "--set", "target.security=\(security)",
                "--set", "target.verify=\(first.authority)")
            #expect([0, 4].contains(result.status), "\(result)")
            #expect(try trial.report.number("sessions.failed") == 0)
            #expect(try await first.connectionsServed() == 20)
            #expect(try await second.connectionsServed() == 0)
            let prefix = security == "direct" ? "_xmpps" : "_xmpp"
            #expect(names.questions.contains("\(prefix)-client._tcp.two.example 33"))
        }

        @Test func `equal priorities are drawn by weight, the same way for the same seed`()
            async throws
        {
            let ports: [UInt16] = [1, 2, 3]
            let names = try NameServer([
                "_xmpp-client._tcp.many.example": .records(
                    ports.map {
                        .service(
                            priority: 10, weight: $0 == 3 ? 0 : 50, port: $0,
                            target: "h.many.example")
                    }),
                "h.many.example": .records([.ipv4([127, 0, 0, 2])]),
            ])
            defer { names.stop() }
            // Nothing listens at these ports; the message says which one was tried.
            func drawn(_ seed: Int) async throws -> String {
                let (result, _) = try await run("many.example", names, "--seed", "\(seed)")
                #expect(result.status == 3, "\(result)")
                // Of the places, the first is the one that was drawn.
                let match = try #require(result.errors.firstMatch(of: /at (127[0-9.]+:[0-9]+)/))
                return String(match.1)
            }
            var places: [String] = []
            for seed in 1...8 { places.append(try await drawn(seed)) }
            #expect(Set(places).isSuperset(of: ["127.0.0.2:1", "127.0.0.2:2"]), "\(places)")
            #expect(try await drawn(1) == places[0])
        }

        @Test func `a domain that offers no service says so`() async throws {
            let names = try NameServer([
                "_xmpp-client._tcp.none.example": .records([
                    .service(priority: 0, weight: 0, port: 0, target: ".")
                ]),
                "none.example": .records([.ipv4([127, 0, 0, 1])]),
            ])
            defer { names.stop() }
            let (result, _) = try await run("none.example", names)
            #expect(result.status == 3, "\(result)")
            #expect(result.errors.contains("none.example"), "\(result)")
            #expect(result.errors.contains("offers no XMPP service"), "\(result)")
        }

        @Test func `a name that does not exist`() async throws {
            let names = try NameServer([:])
            defer { names.stop() }
            let (result, _) = try await run("nowhere.example", names)
            #expect(result.status == 3, "\(result)")
            #expect(result.errors.contains("no name nowhere.example (NXDOMAIN)"), "\(result)")
        }
    }
}
