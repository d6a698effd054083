import Testing

extension Integration {
    /// A server that dies in mid-run: the errors are counted and the report is written.
    @Suite struct CrashedServerTests {
        @Test(arguments: ["prosody.sh", "ejabberd.sh", "serve"])
        func `the report says what happened`(kind: String) async throws {
            let server =
                kind == "serve"
                ? try await TestServer.loopback() : try await TestServer.script(kind)
            let report = try await reportAfter(server) { server.crash() }
            #expect(try report.number("sessions.failed") == 20)
            #expect(report.errors.contains { $0.stage == "connection" }, "\(report.errors)")
            try report.expectNoneUnaccounted()
        }

        @Test(arguments: ["prosody.sh", "serve"])
        func `a server that is frozen at the end is dead too`(kind: String) async throws {
            let server =
                kind == "serve"
                ? try await TestServer.loopback() : try await TestServer.script(kind)
            // What is stopped takes no other signal.
            defer { server.crash() }
            let report = try await reportAfter(server) { server.freeze() }
            #expect(try report.number("sessions.failed") == 20)
            let lost = report.errors.filter { $0.stage == "connection" }
            #expect(lost.map(\.condition) == ["connection-timeout"])
            try report.expectNoneUnaccounted()
        }

        /// Runs a load, does something to the server once all are online, and expects it dead.
        private func reportAfter(
            _ server: TestServer, _ event: () -> Void
        ) async throws -> RunReport {
            let trial = try Trial(TestProfile.staying(20, for: "12s"))
            let run = try await trial.start(
                [server.address, "--set", "target.verify=\(server.authority)"], until: "20 online")
            try await Task.sleep(for: .seconds(2))
            event()
            let result = try await run.result(within: 120)
            #expect(result.status == 3, "\(result)")
            let report = try trial.report
            #expect(try report.text("outcome") == "failed")
            return report
        }
    }
}
