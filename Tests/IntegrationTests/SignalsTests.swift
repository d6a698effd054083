import Glibc
import Testing

extension Integration {
    /// What a signal does to a run and to the server.
    @Suite struct SignalsTests {
        static let long = """
            title: Long
            target: {domain: localhost, address: loopback}
            accounts: {count: 20, username: "u${index}", password: p, register: if-missing}
            sessions:
              arrival: {stages: [{rate: 20/s, for: 1s}]}
              scenarios: [{name: s, steps: [login, presence, {stay: until-end}, logout]}]
            traffic:
              - message: {to: online, body: hi}
                after: 2s
                rate: 20/s
            duration: 10m
            drain: 10s
            """

        private func start(in folder: Folder) async throws -> ChildProcess {
            let profile = try folder.write("long.yaml", Self.long)
            let run = try ChildProcess(
                Package.clamor, ["run", profile, "--output", folder["report"]])
            let isUp = try await ChildProcess.eventually(within: 120) {
                run.errors.contains("20 online") || !run.isRunning
            }
            #expect(isUp && run.isRunning, "\(run.errors)")
            try await Task.sleep(for: .seconds(3))
            return run
        }

        @Test(arguments: [SIGINT, SIGTERM])
        func `one signal drains and writes the report`(signal: Int32) async throws {
            let folder = try Folder()
            let run = try await start(in: folder)
            run.send(signal)
            let result = try await run.result(within: 60)
            #expect(result.status == 130, "\(result)")
            let report = try RunReport(directory: folder["report"])
            #expect(result.lastLine == folder["report"])
            #expect(try report.number("sessions.failed") == 0)
            #expect(try report.number("sessions.online_peak") == 20)
            #expect(try report.number("messages.sent") > 0)
            #expect(try report.number("messages.lost") == 0)
            try report.expectNoneUnaccounted()
        }

        @Test func `a second signal stops at once`() async throws {
            let folder = try Folder()
            let run = try await start(in: folder)
            run.send(SIGINT)
            try await Task.sleep(for: .milliseconds(100))
            run.send(SIGINT)
            let result = try await run.result(within: 60)
            #expect(result.status == 130, "\(result)")
        }

        @Test(arguments: [SIGTERM, SIGINT])
        func `serve ends in order`(signal: Int32) async throws {
            let server = try ChildProcess(
                Package.clamor, ["serve", "--listen", "127.0.0.1:0", "--domain", "a.example"])
            let line = try await server.line(startingWith: "listening 127.0.0.1:")
            #expect(line.contains(" domain=a.example ca=/"))
            server.send(signal)
            let result = try await server.result(within: 30)
            #expect(result.status == 0, "\(result)")
        }
    }
}
