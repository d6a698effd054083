import Foundation
import Testing

extension Integration {
    /// `clamor compare`, on copies of one run's report in which only the CPU time is another.
    @Suite struct CompareTests {
        private let folder: Folder

        init() async throws {
            let trial = try Trial(TestProfile.short)
            let result = try await trial.run()
            #expect([0, 4].contains(result.status), "\(result)")
            folder = try Folder()
            for run in 0..<5 {
                try copy(trial.reportPath, to: "old/\(run)", cpu: 1_000_000_000 + run)
                try copy(trial.reportPath, to: "same/\(run)", cpu: 1_000_000_001 + run)
                try copy(trial.reportPath, to: "slow/\(run)", cpu: 1_200_000_000 + run)
            }
        }

        private func copy(_ report: String, to name: String, cpu: Int) throws {
            let copy = folder[name]
            try FileManager.default.createDirectory(
                atPath: copy, withIntermediateDirectories: true)
            for file in ["profile.yaml", "latency.hlog"] {
                try FileManager.default.copyItem(
                    atPath: "\(report)/\(file)", toPath: "\(copy)/\(file)")
            }
            var text = try String(contentsOfFile: "\(report)/run.json", encoding: .utf8)
            text.replace(#/("generator": \{\s*"cpu_ns": )[0-9]+/#) { "\($0.1)\(cpu)" }
            try text.write(toFile: "\(copy)/run.json", atomically: false, encoding: .utf8)
        }

        /// A busy machine may rightly make the run INVALID.
        private func compare(_ arguments: String...) async throws -> ChildProcess.Result {
            try await ChildProcess(
                Package.clamor, ["compare"] + arguments + ["--allow", "invalid"], in: folder.path
            ).result()
        }

        @Test func `equal series differ in nothing, and end with 0`() async throws {
            let result = try await compare("old", "same")
            #expect(result.status == 0, "\(result)")
            #expect(result.output.contains("\n0 of "), "\(result)")
            #expect(result.errors == "")
        }

        @Test(arguments: [
            ("generator.cpu_per_message > +5%", Int32(1), "FAILED"),
            ("generator.cpu_per_message > +25%", 0, "no"),
            ("generator.cpu_per_message < -5%", 0, "no"),
        ])
        func `what has to fail does where the difference is large enough`(
            demand: String, status: Int32, word: String
        ) async throws {
            let result = try await compare("old", "slow", "--fail-if", demand)
            #expect(result.status == status, "\(result)")
            #expect(result.output.contains("\n  \(word) "), "\(result)")
            let line = result.output.split(separator: "\n").first {
                $0.contains("generator.cpu_per_message ")
            }
            #expect(try #require(line).contains("+20.0 %"))
        }

        @Test func `two runs a side cannot tell, and that fails nothing`() async throws {
            let result = try await compare(
                "old/[12]", "slow/[12]", "--fail-if", "generator.cpu_per_message > +5%")
            #expect(result.status == 0, "\(result)")
            #expect(result.output.contains("cannot tell"))
            #expect(result.output.contains("2 and 2 runs"))
        }

        @Test func `three sides, as JSON in a file`() async throws {
            let result = try await compare(
                "old", "same", "slow", "--format", "json", "--output", "comparison.json")
            #expect(result.status == 0 && result.output == "", "\(result)")
            let data = try Data(contentsOf: URL(fileURLWithPath: folder["comparison.json"]))
            let json = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
            let figures = try #require(json["figures"] as? [[String: Any]])
            let cpu = figures.first { $0["name"] as? String == "generator.cpu_per_message" }
            let differences = try #require(cpu?["differences"] as? [[String: Any]])
            #expect(differences.map { $0["different"] as? Bool } == [false, true])
        }

        @Test func `mistakes and unequal runs end with 2, with what is wrong`() async throws {
            let missing = try await compare("old", "nothing")
            #expect(missing.status == 2)
            #expect(missing.errors.contains("there is no report at nothing"))
            let mistake = try await compare("old", "slow", "--fail-if", "generator.cpu > 5%")
            #expect(mistake.status == 2)
            #expect(mistake.errors.hasSuffix("\n  generator.cpu > 5%\n                  ^\n"))
            let level = try await compare("old", "slow", "--level", "150%")
            #expect(level.status == 2)
            let format = try await compare("old", "slow", "--format", "junit")
            #expect(format.status == 2)
            #expect(
                format.errors.contains("--format of 'compare' is one of text, html, json, markdown")
            )
            let profile = try String(contentsOfFile: folder["old/0/profile.yaml"], encoding: .utf8)
            _ = try folder.write("slow/0/profile.yaml", profile + "# another\n")
            let other = try await compare("old", "slow")
            #expect(other.status == 2)
            #expect(other.errors.contains("the profiles differ: old/0 and slow/0\n  + # another"))
            #expect(try await compare("old", "slow", "--allow", "profile").status == 0)
        }

        @Test func `a file that cannot be written ends with 3`() async throws {
            let result = try await compare("old", "same", "--output", "no/such/file")
            #expect(result.status == 3, "\(result)")
            #expect(result.errors.contains("cannot write no/such/file"))
        }
    }
}
