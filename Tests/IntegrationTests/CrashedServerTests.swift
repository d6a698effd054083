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
            let folder = try Folder()
            let path = try folder.write("long.yaml", SignalsTests.long)
            let run = try ChildProcess(
                Package.clamor,
                [
                    "run", path, server.address, "--output", folder["report"],
                    "--duration", "12s", "--set", "target.verify=\(server.authority)",
                ])
            let isUp = try await ChildProcess.eventually(within: 120) {
                run.errors.contains("20 online") || !run.isRunning
            }
            #expect(isUp && run.isRunning, "\(run.errors)")
            try await Task.sleep(for: .seconds(2))
            event()
            let result = try await run.result(within: 120)
            #expect(result.status == 3, "\(result)")
            let report = try RunReport(directory: folder["report"])
            #expect(try report.text("outcome") == "failed")
            return report
        }
    }
}
