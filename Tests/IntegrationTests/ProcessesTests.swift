import Foundation
import Testing

extension Integration {
    @Suite struct ProcessesTests {
        /// The processes that a run has started, by rank.
        private func ranks(of run: ChildProcess) throws -> [Int32] {
            let text = try String(
                contentsOfFile: "/proc/\(run.identifier)/task/\(run.identifier)/children",
                encoding: .utf8)
            return text.split(separator: " ").compactMap { Int32($0) }
        }

        @Test func `two processes do what one would, and are added up`() async throws {
            let trial = try Trial(TestProfile.staying(12, for: "4s"))
            let result = try await trial.run("--processes", "2", "--seed", "5")
            // How punctual it was is the machine's affair.
            #expect([0, 4].contains(result.status), "\(result)")
            #expect(result.lastLine == trial.reportPath)
            let report = try trial.report
            try report.expectNoneUnaccounted()
            #expect(try report.number("generator.ranks") == 2)
            #expect(try report.number("sessions.started") == 12)
            #expect(try report.number("sessions.online_peak") == 12)
            #expect(try report.number("messages.sent") == 25)
            #expect(try report.number("messages.foreign") == 0)
            let parts = try (0..<2).map {
                try RunReport(directory: trial.reportPath + "/rank-\($0)")
            }
            for key in [
                "sessions.started", "messages.sent", "metrics.login.response.count",
                "metrics.message.response.count", "metrics.register.response.count",
            ] {
                #expect(try parts.allSatisfy { try $0.number(key) > 0 }, "\(key)")
                #expect(
                    try parts.reduce(0) { try $0 + $1.number(key) } == report.number(key), "\(key)")
            }
            #expect(
                try parts.map { try $0.number("metrics.login.response.max_ns") }.max()
                    == report.number("metrics.login.response.max_ns"))

            let ranks = (0..<2).map { trial.reportPath + "/rank-\($0)" }
            let again = try await clamor(
                "merge", ranks[1], ranks[0], "--output", trial.folder["again"])
            #expect(again.status == result.status, "\(again)")
            for name in ["run.json", "timeseries.csv", "latency.hlog", "profile.yaml"] {
                let merged = try String(
                    contentsOfFile: trial.folder["again"] + "/" + name, encoding: .utf8)
                #expect(
                    try String(contentsOfFile: trial.reportPath + "/" + name, encoding: .utf8)
                        == merged, "\(name)")
            }
            let half = try await clamor("merge", ranks[0], "--output", trial.folder["half"])
            #expect(half.status == 4, "\(half)")
            #expect(half.output.contains("rank 1 of 2 is missing"), "\(half)")
        }

        @Test func `a process that dies makes the report INVALID; the others go on`() async throws {
            let trial = try Trial(TestProfile.staying(12, for: "6s"))
            let run = try await trial.start(
                ["--processes", "3", "--progress", "plain"], until: "12 online")
            let ranks = try ranks(of: run)
            #expect(ranks.count == 3)
            kill(ranks[1], SIGKILL)
            let result = try await run.result(within: 60)
            #expect(result.status == 4, "\(result)")
            #expect(result.errors.contains("rank 1: it was killed by signal 9"), "\(result)")
            #expect(result.output.contains("rank 1 of 3 did not come to its end"), "\(result)")
            #expect(try trial.report.text("verdict.status") == "INVALID")
            #expect(try trial.report.number("sessions.started") == 12)
        }

        @Test func `Ctrl-C reaches every process once, and the report is written`() async throws {
            let trial = try Trial(TestProfile.staying(8, for: "60s"))
            let run = try await trial.start(
                ["--processes", "2", "--progress", "plain"], until: "8 online")
            run.send(SIGINT)
            let result = try await run.result(within: 60)
            #expect(result.status == 130, "\(result)")
            try trial.report.expectNoneUnaccounted()
            #expect(try trial.report.number("sessions.failed") == 0)
        }

        @Test func `a run that cannot begin says why, once`() async throws {
            let trial = try Trial(TestProfile.staying(8, for: "4s"))
            let dead = try await trial.run("127.0.0.1:1", "--processes", "2")
            #expect(dead.status == 3, "\(dead)")
            #expect(dead.errors.contains("error: rank 0: cannot reach the target"), "\(dead)")
            #expect(!FileManager.default.fileExists(atPath: trial.reportPath))
            let few = try await trial.run("--processes", "5")
            #expect(few.status == 2, "\(few)")
            #expect(few.errors.contains("needs at least 10 accounts"), "\(few)")
        }
    }
}
