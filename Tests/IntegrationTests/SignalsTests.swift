import Foundation
import Glibc
import Testing

extension Integration {
    /// What a signal does to a run, in each of its phases, and to the server.
    @Suite struct SignalsTests {
        /// Expects a run that was interrupted: its report is there and the summary was printed.
        private func expectReport(_ result: ChildProcess.Result, _ trial: Trial) throws {
            #expect(result.status == 130, "\(result)")
            #expect(result.output.hasPrefix("Verdict"), "\(result)")
            #expect(result.lastLine == trial.reportPath)
            for name in ["run.json", "summary.txt", "latency.hlog", "profile.yaml"] {
                let path = trial.reportPath + "/" + name
                #expect(FileManager.default.fileExists(atPath: path), "\(name)")
            }
            try trial.report.expectNoneUnaccounted()
        }

        @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
        func `one signal in the run drains and writes the report`(signal: Int32) async throws {
            let trial = try Trial(TestProfile.staying(20, for: "10m"))
            let run = try await trial.start([], until: "20 online")
            try await Task.sleep(for: .seconds(2))
            run.send(signal)
            let result = try await run.result(within: 60)
            try expectReport(result, trial)
            #expect(result.errors.contains("once more stops at once"), "\(result)")
            let report = try trial.report
            #expect(try report.number("sessions.failed") == 0)
            #expect(try report.number("sessions.online_peak") == 20)
            #expect(try report.number("messages.sent") > 0)
            #expect(try report.number("messages.lost") == 0)
        }

        @Test(arguments: [SIGINT, SIGTERM])
        func `one signal in set-up ends it, and there is nothing to report`(
            signal: Int32
        ) async throws {
            let trial = try Trial(TestProfile.staying(1_000, for: "10m"))
            let run = try await trial.start(
                ["--set", "accounts.register_rate=3/s"], until: "accounts: ")
            run.send(signal)
            let result = try await run.result(within: 60)
            #expect(result.status == 130, "\(result)")
            #expect(result.errors.contains("interrupted before the load started"), "\(result)")
            #expect(result.output == "")
            #expect(!FileManager.default.fileExists(atPath: trial.reportPath))
        }

        /// Sessions that wait for something that never comes, so that the drain lasts
        /// as long as it may.
        private static let waiting = TestProfile.staying(5, for: "2s").replacing(
            "presence, {stay: until-end}",
            with: """
                {send: "<presence/>", expect: {kind: message, id: never, within: 10m}}
                """
        )

        @Test func `one signal in the drain is an interruption, too`() async throws {
            let trial = try Trial(Self.waiting)
            let run = try await trial.start([], until: "drain ")
            run.send(SIGINT)
            try expectReport(try await run.result(within: 60), trial)
        }

        @Test func `one signal while sessions log out still counts as an interruption`()
            async throws
        {
            // Its sessions wait for the end of their streams, which this server never sends.
            let server = try await TestServer.hostile(["silent", "--when", "online"])
            let trial = try Trial(HostileServersTests.profile)
            let run = try await trial.start(
                [
                    server.address, "--duration", "2s", "--set", "timeouts.close=10s", "--set",
                    "sessions.scenarios[0].steps=[login, {stay: until-end}, logout]",
                ], until: "logout ")
            run.send(SIGINT)
            try expectReport(try await run.result(within: 60), trial)
        }

        @Test(arguments: ["run ", "drain "])
        func `a second signal stops at once, and what there is is reported`(
            phase: String
        ) async throws {
            let trial = try Trial(Self.waiting)
            let run = try await trial.start(
                ["--duration", phase == "run " ? "10m" : "2s"], until: phase)
            run.send(SIGINT)
            _ = try await ChildProcess.eventually(within: 30) {
                run.errors.contains("once more stops at once")
            }
            run.send(SIGINT)
            let result = try await run.result(within: 60)
            try expectReport(result, trial)
            #expect(result.errors.contains("stopped"), "\(result)")
        }

        @Test(arguments: [SIGTERM, SIGINT])
        func `serve ends in order`(signal: Int32) async throws {
            let server = try ChildProcess(
                Package.clamor, ["serve", "--listen", "127.0.0.1:0", "--domain", "a.example"])
            let line = try await server.line(startingWith: "listening 127.0.0.1:")
            #expect(line.contains(" domain=a.example ca=/"))
            #expect(!line.contains("//"))
            server.send(signal)
            let result = try await server.result(within: 30)
            #expect(result.status == 0, "\(result)")
        }
    }
}
