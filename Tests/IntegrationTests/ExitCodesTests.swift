import Foundation
import Testing

extension Integration {
    /// Exit codes that a run's result decides; what they follow from is read from the report, as a
    /// busy machine may rightly make any run INVALID.
    @Suite struct ExitCodesTests {
        private func run(
            _ arguments: String...
        ) async throws -> (status: Int32, report: RunReport) {
            let folder = try Folder()
            let profile = try folder.write("short.yaml", TestProfile.short)
            let result = try await ChildProcess(
                Package.clamor, ["run", profile, "--output", folder["report"]] + arguments
            ).result()
            return (result.status, try RunReport(directory: folder["report"]))
        }

        @Test func `a threshold that fails ends with 1`() async throws {
            let (status, report) = try await run("--set", "thresholds=[message.sent > 1000000]")
            let verdict = try report.text("verdict.status")
            #expect(status == (verdict == "INVALID" ? 4 : 1))
            let thresholds = try #require(report.value("thresholds") as? [[String: Any]])
            #expect(thresholds.map { $0["passed"] as? Bool } == [false])
        }

        @Test func `thresholds that pass end with 0`() async throws {
            let (status, report) = try await run("--set", "thresholds=[message.lost == 0]")
            let verdict = try report.text("verdict.status")
            #expect(status == (verdict == "INVALID" ? 4 : 0))
            let thresholds = try #require(report.value("thresholds") as? [[String: Any]])
            #expect(thresholds.map { $0["passed"] as? Bool } == [true])
        }

        @Test func `a threshold that aborts ends a hopeless run with 1`() async throws {
            let threshold = "message.response.p50 < 0ms in every 1s abort"
            let (status, report) = try await run(
                "--duration", "600s", "--set", "thresholds=[\(threshold)]")
            #expect(try report.text("aborted_by") == threshold)
            #expect(try report.number("duration_ns") < 300_000_000_000)
            let verdict = try report.text("verdict.status")
            #expect(status == (verdict == "INVALID" ? 4 : 1))
        }

        @Test func `ranks end together by a threshold on the whole run`() async throws {
            let threshold = "message.sent < 10 abort"
            let (status, report) = try await run(
                "--duration", "600s", "--processes", "2", "--set", "thresholds=[\(threshold)]")
            #expect(try report.text("aborted_by") == threshold)
            #expect(try report.number("generator.ranks") == 2)
            #expect(try report.number("duration_ns") < 300_000_000_000)
            let verdict = try report.text("verdict.status")
            #expect(status == (verdict == "INVALID" ? 4 : 1))
            try report.expectNoneUnaccounted()
        }

        @Test func `a measurement that skipped what was asked ends with 4`() async throws {
            // Five accounts cannot serve fifty sessions that stay.
            let (status, report) = try await run("--set", "sessions.arrival=50/s")
            #expect(try report.number("sessions.skipped") > 0)
            #expect(try report.text("verdict.status") == "INVALID")
            #expect(status == 4)
        }

        @Test func `strict refuses a SUSPECT verdict too`() async throws {
            let (status, report) = try await run("--strict")
            let verdict = try report.text("verdict.status")
            #expect(status == (verdict == "VALID" ? 0 : 4))
        }
    }
}
