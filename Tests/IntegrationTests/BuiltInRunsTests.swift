import Testing

extension Integration {
    /// Each built-in profile, shortened, on the loopback server: nothing fails, and the exit code
    /// follows from the verdict alone. What they ask of response times is left out: it is for a
    /// machine that has nothing else to do.
    @Suite struct BuiltInRunsTests {
        private static let shortened: [(name: String, sessions: Int, options: [String])] = [
            (
                "quickstart", 20,
                [
                    "accounts.count=20", "sessions.online=20", "sessions.ramp=1s",
                    "traffic[0].after=all-online", "duration=3s",
                ]
            ),
            ("register", 40, ["accounts.count=40", "duration=2s"]),
            (
                "login-storm", 24,
                [
                    "accounts.count=24", "warmup=0s", "duration=4s",
                    "sessions.arrival={stages: [{rate: 4/s to 20/s, for: 2s}]}",
                ]
            ),
            (
                "chat", 40,
                [
                    "accounts.count=40", "warmup=1s", "duration=4s",
                    "sessions.arrival={stages: [{rate: 20/s, for: 2s}]}",
                    "sessions.scenarios[0].steps[3].repeat=1", "traffic[0].after=1s",
                    "traffic[0].stages=[{rate: 0/s to 20/s, for: 1s}, {rate: 20/s, for: 1s}]",
                ]
            ),
            (
                "presence", 20,
                [
                    "accounts.count=20", "sessions.online=20", "sessions.ramp=1s", "warmup=1s",
                    "traffic[0].after=1s", "traffic[0].stages=[{rate: 20/s, for: 2s}]",
                    "traffic[1].after=1s", "duration=4s",
                ]
            ),
            (
                "idle", 50,
                [
                    "accounts.count=50", "sessions.online=50", "sessions.ramp=1s", "warmup=1s",
                    "sessions.keepalive=1s", "traffic[0].after=1s", "duration=4s",
                ]
            ),
        ]

        @Test(arguments: shortened.map(\.name))
        func `runs without a failure`(name: String) async throws {
            let entry = try #require(Self.shortened.first { $0.name == name })
            let folder = try Folder()
            let options = (entry.options + ["thresholds=null"]).flatMap { ["--set", $0] }
            let result = try await ChildProcess(
                Package.clamor, ["run", name, "--output", folder["report"]] + options
            ).result()
            let report = try RunReport(directory: folder["report"])
            let verdict = try report.text("verdict.status")
            #expect(result.status == (verdict == "INVALID" ? 4 : 0), "\(result)")
            #expect(try report.text("outcome") == "ok")
            #expect(report.errors == [])
            #expect(try report.number("sessions.started") == entry.sessions)
            for key in ["sessions.failed", "sessions.skipped", "messages.lost", "messages.late"] {
                #expect(try report.number(key) == 0, "\(key)")
            }
            for key in ["duplicated", "unexpected", "foreign", "bounced", "reordered"] {
                #expect(try report.number("messages.\(key)") == 0, "\(key)")
            }
            try report.expectNoneUnaccounted()
            let measured = [
                "quickstart": "message", "register": "register", "login-storm": "login",
                "chat": "message", "presence": "presence", "idle": "ping",
            ]
            let metric = try #require(measured[name])
            #expect(try report.number("metrics.\(metric).response.count") > 0)
            if name == "register" {
                #expect(try report.number("metrics.register.response.count") == 40)
            }
        }

        @Test func `every built-in profile is among them`() async throws {
            let listed = try await clamor("profiles").output.split(separator: "\n")
                .compactMap { $0.split(separator: " ").first.map(String.init) }
            #expect(listed.sorted() == Self.shortened.map(\.name).sorted())
        }
    }
}
