import Testing

extension Integration {
    /// One scenario, the same expectations, on every server: the in-process one, `clamor serve`,
    /// Prosody and ejabberd. A server that is missing fails; nothing is said of time or verdict.
    @Suite struct ServersTests {
        enum Kind: String, CaseIterable, Sendable {
            case inProcess
            case serve
            case prosody
            case ejabberd

            func start() async throws -> TestServer? {
                switch self {
                case .inProcess: nil
                case .serve: try await .loopback("--listen-tls", "127.0.0.1:0")
                case .prosody: try await .script("prosody.sh")
                case .ejabberd: try await .script("ejabberd.sh")
                }
            }
        }

        @Test(arguments: Kind.allCases)
        func `a scenario with everything in it loses nothing`(kind: Kind) async throws {
            let server = try await kind.start()
            let folder = try Folder()
            let profile = try folder.write("same.yaml", Self.profile)
            var arguments = ["run", profile, "--output", folder["report"], "--progress", "plain"]
            if let server {
                arguments += [server.address, "--set", "target.verify=\(server.authority)"]
            }
            let result = try await ChildProcess(Package.clamor, arguments).result()
            #expect([0, 4].contains(result.status), "\(result)")
            let report = try RunReport(directory: folder["report"])
            #expect(result.lastLine == folder["report"])
            #expect(try report.number("sessions.started") == 100)
            #expect(try report.number("sessions.online_peak") == 100)
            // Not `actions.skipped`: whether a recipient is online yet depends on the machine.
            for key in ["sessions.failed", "sessions.skipped"] {
                #expect(try report.number(key) == 0, "\(key) \(report.errors)")
            }
            #expect(try report.number("messages.sent") > 100)
            for key in ["lost", "duplicated", "unexpected", "bounced", "foreign", "reordered"] {
                #expect(try report.number("messages.\(key)") == 0, "\(key)")
            }
            try report.expectNoneUnaccounted()
            #expect(report.errors == [])
            #expect(try report.text("outcome") == "ok")
            for metric in ["login", "message", "roster", "presence", "ping", "bind", "tls"] {
                let done = try report.number("metrics.\(metric).response.count")
                #expect(done > 0, "\(metric)")
            }
        }

        /// Else what listens there already would be taken for the server that was asked for.
        @Test(arguments: ["prosody.sh", "ejabberd.sh"])
        func `a server is not started at a port that is taken`(script: String) async throws {
            let other = try await TestServer.loopback()
            let folder = try Folder()
            let result = try await ChildProcess(
                Package.server(script), ["start", folder["state"], "port=\(other.port)"]
            ).result()
            #expect(result.status == 1, "\(result)")
            #expect(result.errors.contains("port \(other.port) is taken"), "\(result)")
            #expect(result.output == "")
        }

        @Test(arguments: [Kind.serve, .prosody, .ejabberd])
        func `direct TLS works as well as STARTTLS does`(kind: Kind) async throws {
            let server = try #require(try await kind.start())
            let folder = try Folder()
            let profile = try folder.write("login.yaml", TestProfile.loginOnly)
            let result = try await clamor(
                "run", profile, server.directAddress, "--output", folder["report"],
                "--set", "target.security=direct", "--set", "target.verify=\(server.authority)")
            #expect([0, 4].contains(result.status), "\(result)")
            let report = try RunReport(directory: folder["report"])
            #expect(try report.number("sessions.failed") == 0)
            #expect(try report.number("sessions.online_peak") > 0)
        }

        @Test func `IPv6 works as well as IPv4 does`() async throws {
            let trial = try Trial(TestProfile.loginOnly)
            let interface = try await ChildProcess(
                "/bin/grep", ["-q", " lo$", "/proc/net/if_inet6"]
            ).result()
            guard interface.status == 0 else {
                // A machine without it says so.
                let result = try await trial.run("[::1]:5222")
                #expect(result.status == 3, "\(result)")
                #expect(result.errors.contains("cannot reach the target at [::1]:5222"))
                return
            }
            let server = try ChildProcess(Package.clamor, ["serve", "--listen", "[::1]:0"])
            let line = try await server.line(startingWith: "listening [::1]:")
            let words = line.split(separator: " ")
            let authority = try #require(words.first { $0.hasPrefix("ca=") }).dropFirst(3)
            let result = try await trial.run(
                String(words[1]), "--set", "target.verify=\(authority)")
            #expect([0, 4].contains(result.status), "\(result)")
            #expect(try trial.report.number("sessions.failed") == 0)
            #expect(try trial.report.number("metrics.login.response.count") == 10)
        }

        static let profile = """
            title: Everything a session can do
            target: {domain: localhost, address: loopback, security: starttls}
            accounts: {count: 100, username: "same${index}", password: "pass${index}", register: if-missing}
            sessions:
              arrival: {stages: [{rate: 50/s, for: 2s}]}
              scenarios:
                - name: everyone
                  steps:
                    - login
                    - roster
                    - presence: {show: chat, status: "hello from ${user}"}
                    - repeat: 3
                      steps:
                        - pause: {mean: 300ms, distribution: exponential}
                        - message: {to: online, body: "${text(40..200)}", await: delivery, timeout: 20s}
                    - ping
                    - send: "<iq type='get' id='${id}' to='${domain}'><query xmlns='jabber:iq:version'/></iq>"
                      expect: {kind: iq, type: result, id: "${id}", xpath: "//v:name", within: 20s}
                      extract: {server: "string(//v:name)"}
                    - stay: until-end
                    - logout
            namespaces: {v: "jabber:iq:version"}
            traffic:
              - message: {to: online, body: "${text(120)}"}
                name: chatter
                after: 4s
                stages: [{rate: 50/s, for: 5s}]
            duration: 12s
            drain: 10s
            """
    }
}
