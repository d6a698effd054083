import Foundation
import Testing

extension Integration {
    /// The live view on terminals of several widths, its keys, and what there is without one.
    @Suite struct LiveViewTests {
        private func run(
            columns: Int, rows: Int = 24, keys: [String] = [], for duration: String,
            _ arguments: String...
        ) async throws -> (result: ChildProcess.Result, report: RunReport) {
            let trial = try Trial(TestProfile.staying(5, for: duration))
            let run = try ChildProcess(
                "/usr/bin/python3",
                [Package.server("terminal.py"), "\(columns)", "\(rows)"] + keys
                    + ["--", Package.clamor, "run", trial.profile, "--output", trial.reportPath]
                    + arguments, in: trial.folder.path)
            let result = try await run.result(within: 120)
            return (result, try trial.report)
        }

        @Test(arguments: [80, 200])
        func `it is drawn in place and leaves the terminal as it was`(columns: Int) async throws {
            let (result, _) = try await run(columns: columns, for: "4s")
            #expect(result.output.contains("terminal restored"), "\(result)")
            #expect(result.output.contains("sessions 5 online"), "\(result)")
            #expect(result.output.contains(" of 10/s"), "\(result)")
            #expect(result.output.contains("\u{1B}[5A"))
            #expect(result.output.contains("\u{1B}[?25h"))
            let bar =
                result.output.split(whereSeparator: \.isNewline).first { $0.contains("━") } ?? ""
            let plain = bar.replacing(/\u{1B}\[[?0-9;]*[A-Za-z]/, with: "")
            #expect(plain.filter { $0 != "\r" }.count == columns, "'\(plain)'")
        }

        @Test func `q stops the run as Ctrl-C does`() async throws {
            let (result, report) = try await run(
                columns: 80, keys: ["q@5 online"], for: "600s")
            #expect(result.output.contains("exit 130 terminal restored keys left 0"), "\(result)")
            #expect(result.output.contains("stopping: waits"), "\(result)")
            try report.expectNoneUnaccounted()
        }

        @Test func `a terminal that is closed leaves the report`() async throws {
            let trial = try Trial(TestProfile.staying(5, for: "10m"))
            // Closes the terminal once the load has been shown, and waits for the end.
            let script = """
                import os, pty, sys
                process, terminal = pty.fork()
                if process == 0: os.execv(sys.argv[1], sys.argv[1:])
                shown = b""
                while b"sessions 5 online" not in shown: shown += os.read(terminal, 65536)
                os.close(terminal)
                os.waitpid(process, 0)
                """
            let run = try ChildProcess(
                "/usr/bin/python3",
                ["-c", script, Package.clamor, "run", trial.profile, "--output", trial.reportPath],
                environment: ["TERM": "xterm"], in: trial.folder.path)
            let result = try await run.result(within: 120)
            #expect(result.status == 0, "\(result)")
            #expect(try trial.report.number("sessions.online_peak") == 5)
            try trial.report.expectNoneUnaccounted()
        }

        @Test func `plus and p change the load, and the report says so`() async throws {
            let (result, report) = try await run(
                columns: 100, keys: ["+@5 online", "p@1.10", "q@go on"], for: "600s")
            #expect(result.output.contains("terminal restored keys left 0"), "\(result)")
            #expect(result.output.contains("rates × 1.10"), "\(result)")
            let reasons = report.value("verdict.reasons") as? [[String: Any]] ?? []
            let changed = reasons.first { $0["code"] as? String == "rate-changed" }
            let seen = try #require(changed?["seen"] as? String, "\(reasons)")
            #expect(seen.contains("rates × 1.10"))
            #expect(seen.contains("no new sessions"))
            try report.expectNoneUnaccounted()
        }

        @Test func `without a terminal JSON is a line for each interval`() async throws {
            let trial = try Trial(TestProfile.staying(5, for: "3s"))
            let result = try await trial.run("--progress", "json")
            let lines = result.errors.split(separator: "\n").filter { $0.hasPrefix("{") }
            #expect(lines.count >= 3, "\(result)")
            for line in lines {
                let row = try #require(
                    JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                #expect(row["phase"] is String)
                #expect(row["t_ns"] is NSNumber)
                #expect(row["online"] is NSNumber)
            }
            #expect(!result.errors.contains("\u{1B}"))
        }
    }
}
