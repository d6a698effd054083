import Foundation
import Testing

extension Integration {
    /// `clamor report`: what the run wrote, again.
    @Suite struct ReportCommandTests {
        private func trial(_ arguments: String...) async throws -> Trial {
            let trial = try Trial(TestProfile.short)
            let result = try await trial.start(arguments).result()
            #expect([0, 1, 4].contains(result.status), "\(result)")
            return trial
        }

        @Test func `each format gives what the run wrote, to stdout and to a file`() async throws {
            let trial = try await trial(
                "--set", "thresholds=[message.lost == 0, message.sent > 1000000]")
            for (format, name) in [
                ("text", "summary.txt"), ("html", "report.html"), ("csv", "timeseries.csv"),
                ("junit", "junit.xml"),
                ("markdown", "summary.md"),
            ] {
                let path = trial.reportPath + "/" + name
                let written = try String(contentsOfFile: path, encoding: .utf8)
                let printed = try await clamor("report", trial.reportPath, "--format", format)
                #expect(printed.status == 0 && printed.errors == "", "\(printed)")
                #expect(printed.output == written, "\(format)")
                let copy = trial.folder[name]
                let filed = try await clamor(
                    "report", trial.reportPath + "/run.json", "--format", format, "--output", copy)
                #expect(filed.status == 0 && filed.output == "", "\(filed)")
                #expect(try String(contentsOfFile: copy, encoding: .utf8) == written, "\(format)")
            }
            let text = try await clamor("report", trial.reportPath)
            #expect(text.output.hasPrefix("Verdict  "))
            let tests = try String(contentsOfFile: trial.folder["junit.xml"], encoding: .utf8)
            #expect(tests.components(separatedBy: "<failure ").count == 2)
            #expect(tests.contains("name=\"message.lost == 0\""))
            let summary = try String(contentsOfFile: trial.folder["summary.md"], encoding: .utf8)
            #expect(summary.contains("**FAILED**"))
        }

        @Test func `what is no report, or cannot be written, is said`() async throws {
            let trial = try await trial()
            let missing = try await clamor("report", trial.folder["nothing"])
            #expect(missing.status == 2, "\(missing)")
            #expect(missing.errors.contains("cannot read \(trial.folder["nothing"])/run.json"))
            _ = try trial.folder.write("run.json", "{}")
            let other = try await clamor("report", trial.folder.path)
            #expect(other.status == 2, "\(other)")
            #expect(other.errors.contains("is not a report of this version of clamor"))
            let format = try await clamor("report", trial.reportPath, "--format", "pdf")
            #expect(format.status == 2, "\(format)")
            let target = trial.folder["no/such/file"]
            let unwritten = try await clamor("report", trial.reportPath, "--output", target)
            #expect(unwritten.status == 3, "\(unwritten)")
            #expect(unwritten.errors.contains("cannot write \(target)"))
        }
    }
}
