import Foundation
import Testing

extension Integration {
    /// `clamor experiment`; a busy machine may rightly make its runs INVALID.
    @Suite struct ExperimentTests {
        private let folder: Folder

        init() throws {
            folder = try Folder()
            _ = try folder.write("login.yaml", TestProfile.loginOnly)
            _ = try folder.write(
                "delays.yaml",
                """
                title: Delays
                profile: login.yaml
                set: {duration: 2s, drain: 1s}
                variants:
                  - {name: none, before: echo one >> log}
                  - name: slow
                    set: {target.faults.delay: 20ms}
                    before: echo two >> log
                    after: echo end >> log
                rounds: 2
                warmup_rounds: 0
                """)
        }

        private func start(_ arguments: String...) throws -> ChildProcess {
            try ChildProcess(
                Package.clamor, ["experiment", "delays.yaml", "--allow", "invalid"] + arguments,
                in: folder.path)
        }

        private func entries(_ name: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder[name]).sorted()
        }

        private let runs = ["1-none", "1-slow", "2-none", "2-slow"]

        @Test func `variants run in turns and are compared`() async throws {
            let result = try await start(
                "--output", "out", "--level", "50%", "--fail-if", "login.response.p50 > +5%"
            ).result()
            #expect(result.status == 1, "\(result)")
            #expect(result.lastLine == "out")
            #expect(result.output.contains("login.response.p50"))
            #expect(result.output.contains("FAILED"))
            #expect(try entries("out/runs") == runs)
            #expect(
                try entries("out") == [
                    "attempts", "comparison.html", "comparison.json", "comparison.md",
                    "comparison.txt",
                    "experiment.json", "experiment.yaml", "runs", "warmup",
                ])
            let log = try String(contentsOfFile: folder["log"], encoding: .utf8)
                .split(separator: "\n")
            #expect(log.count == 6)
            // A round has both; the seed of its runs is the same.
            #expect(Set(log.prefix(3)) == ["one", "two", "end"])
            let seeds = try runs.map {
                try RunReport(directory: folder["out/runs/" + $0]).number("seed")
            }
            #expect(seeds[0] == seeds[1] && seeds[2] == seeds[3] && seeds[0] != seeds[2])
        }

        @Test func `what was interrupted goes on and repeats nothing`() async throws {
            let first = try start("--output", "out")
            let hasOne = try await ChildProcess.eventually(within: 120) {
                first.errors.contains("\n3/4") || !first.isRunning
            }
            #expect(hasOne)
            first.send(SIGINT)
            let result = try await first.result()
            #expect(result.status == 130, "\(result)")
            #expect(result.errors.contains("--resume out"))
            let finished = try entries("out/runs")
            #expect(finished.count == 2)
            let times = try finished.map {
                try RunReport(directory: folder["out/runs/" + $0]).text("started_at")
            }
            let second = try await start("--resume", "out").result()
            #expect(second.status == 0, "\(second)")
            #expect(!second.errors.contains("\n1/4") && second.errors.contains("\n3/4"))
            #expect(try entries("out/runs") == runs)
            #expect(
                try finished.map {
                    try RunReport(directory: folder["out/runs/" + $0]).text("started_at")
                } == times)
            // With all there it only compares, unless the file is another.
            #expect(try await start("--resume", "out").result().status == 0)
            let refused = try await start(
                "--resume", "out", "--fail-if", "ping.rate > +5%"
            ).result()
            #expect(refused.status == 2, "\(refused)")
            #expect(refused.errors.contains("The runs are kept: with --resume out they"))
            let text = try String(contentsOfFile: folder["delays.yaml"], encoding: .utf8)
            _ = try folder.write("delays.yaml", text + "\nseed: 1\n")
            let other = try await start("--resume", "out").result()
            #expect(other.status == 2, "\(other)")
            #expect(other.errors.contains("out was not made by this experiment's file"))
        }

        @Test func `mistakes end with 2 and their place, before anything runs`() async throws {
            _ = try folder.write(
                "bad.yaml",
                """
                profile: login.yaml
                variants:
                  - {name: a}
                  - {name: b, set: {target.securty: none}}
                """)
            let result = try await clamor("experiment", "bad.yaml", in: folder.path)
            #expect(result.status == 2, "\(result)")
            #expect(
                result.errors.hasPrefix(
                    "bad.yaml:4:21: error: unknown key 'securty' in target; did you mean 'security'?"
                ), "\(result)")
            #expect(!FileManager.default.fileExists(atPath: folder["reports"]))
            let missing = try await clamor("experiment", "nothing.yaml", in: folder.path)
            #expect(missing.status == 2)
        }

        @Test func `a command that fails ends with 3, and the rest can follow`() async throws {
            _ = try folder.write(
                "command.yaml",
                """
                profile: login.yaml
                before: test -e ready
                variants: [{name: a}, {name: b}]
                """)
            let result = try await clamor(
                "experiment", "command.yaml", "--output", "out", in: folder.path)
            #expect(result.status == 3, "\(result)")
            #expect(result.errors.contains("command 'before': it ended with 1"))
            #expect(try entries("out/warmup") == [])
        }
    }
}
