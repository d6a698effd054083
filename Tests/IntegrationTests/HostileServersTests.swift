import Testing

extension Integration {
    /// A server that misbehaves costs the session it does it to, and nothing else.
    @Suite struct HostileServersTests {
        /// Twenty sessions, PLAIN over plain TCP; short limits on waiting.
        static let profile = """
            title: Hostile
            target: {domain: localhost, security: none, allow_plain: on}
            accounts: {count: 20, username: "u${index}", password: p, register: never}
            sessions:
              arrival: {stages: [{rate: 20/s, for: 1s}]}
              scenarios: [{name: s, steps: [login, presence, {stay: 2s}, logout]}]
            timeouts: {connect: 2s, login: 3s, iq: 2s, delivery: 2s, close: 2s}
            duration: 4s
            drain: 3s
            """

        private func run(
            _ mode: String, _ options: String...
        ) async throws -> (ChildProcess.Result, RunReport) {
            let server = try await TestServer.hostile([mode] + options)
            let folder = try Folder()
            let path = try folder.write("hostile.yaml", Self.profile)
            let result = try await clamor(
                "run", path, server.address, "--output", folder["report"], within: 120)
            let report = try RunReport(directory: folder["report"])
            // Limits with names bound what one peer can make a session hold.
            #expect(try report.number("generator.peak_rss_bytes") < 256 << 20)
            return (result, report)
        }

        @Test(arguments: [
            ("close", "connection"), ("reset", "connection"), ("error", "connection"),
            ("malformed", "connection"), ("restricted", "connection"), ("garbage", "connection"),
            ("huge", "connection"), ("deep", "connection"),
        ])
        func `a session that is cut off fails and the others go on`(
            mode: String, stage: String
        ) async throws {
            let (result, report) = try await run(mode, "--when", "online", "--odd")
            #expect([0, 4].contains(result.status), "\(result)")
            #expect(try report.number("sessions.started") == 20)
            #expect(try report.number("sessions.failed") == 10)
            let counted = report.errors.filter { $0.stage == stage }.reduce(0) { $0 + $1.count }
            #expect(counted == 10, "\(report.errors)")
            #expect(try report.text("outcome") != "ok")
        }

        @Test(arguments: [
            "close", "reset", "silent", "deaf", "error", "malformed", "restricted", "garbage",
            "huge", "deep", "slow", "no-tls", "refuse", "mechanism",
        ])
        func `when no session comes online the run ends with 3 and says why`(
            mode: String
        ) async throws {
            let options = mode == "no-tls" ? ["--set", "target.security=starttls"] : []
            let server = try await TestServer.hostile([mode])
            let folder = try Folder()
            let path = try folder.write("hostile.yaml", Self.profile)
            let result = try await ChildProcess(
                Package.clamor,
                ["run", path, server.address, "--output", folder["report"]] + options
            ).result(within: 120)
            #expect(result.status == 3, "\(result)")
            let report = try RunReport(directory: folder["report"])
            #expect(try report.number("sessions.online_peak") == 0)
            #expect(!report.errors.isEmpty)
            for error in report.errors {
                #expect(!error.stage.isEmpty && !error.condition.isEmpty)
            }
        }

        @Test(arguments: ["silent", "deaf"])
        func `a session that the server stops answering fails and the others go on`(
            mode: String
        ) async throws {
            let (result, report) = try await run(mode, "--when", "online", "--odd")
            #expect([0, 4].contains(result.status), "\(result)")
            #expect(try report.number("sessions.online_peak") == 20)
            #expect(try report.number("sessions.failed") == 10)
            #expect(Set(report.errors.map(\.stage)) == ["presence", "connection"])
            #expect(Set(report.errors.map(\.condition)) == ["timeout", "connection-timeout"])
            #expect(report.errors.map(\.count) == [10, 10])
            #expect(try report.number("metrics.presence.response.count") == 10)
            #expect(try report.text("outcome") != "ok")
        }

        @Test func `a login that is under way when the run ends is cut, not failed`() async throws {
            let server = try await TestServer.hostile(["silent", "--odd"])
            let trial = try Trial(Self.profile)
            let result = try await trial.run(
                server.address, "--set", "timeouts.login=10m", "--set", "drain=1s")
            #expect([0, 4].contains(result.status), "\(result)")
            let report = try trial.report
            #expect(try report.number("sessions.started") == 20)
            #expect(try report.number("sessions.failed") == 0)
            #expect(try report.number("sessions.cut") == 10)
            #expect(report.errors == [])
            #expect(try report.number("metrics.login.unfinished") == 10)
        }

        @Test func `a refusal is counted under auth with the server's condition`() async throws {
            let (result, report) = try await run("refuse", "--odd")
            #expect([0, 4].contains(result.status), "\(result)")
            let refused = report.errors.filter { $0.stage == "auth" }
            #expect(refused.map(\.condition) == ["account-disabled"])
            #expect(refused.map(\.count) == [10])
            #expect(try report.number("sessions.failed") == 10)
        }

        @Test func `replies that nobody asked for change nothing`() async throws {
            let (result, report) = try await run("unasked", "--when", "online")
            #expect([0, 4].contains(result.status), "\(result)")
            #expect(try report.number("sessions.failed") == 0)
            #expect(try report.number("messages.foreign") == 0)
        }
    }
}
