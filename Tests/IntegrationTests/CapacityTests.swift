import Foundation
import Testing

extension Integration {
    /// `clamor capacity`: what it finds, and each way in which it ends.
    @Suite struct CapacityTests {
        /// What `capacity.json` has.
        private struct Search: Decodable {
            struct Trial: Decodable {
                let level: Double
                let outcome: String
                let report: String
            }

            let reason: String?
            let low: Double?
            let high: Double?
            let trials: [Trial]
        }

        private let folder: Folder
        private let profile: String

        init() throws {
            folder = try Folder()
            profile = try folder.write(
                "staying.yaml",
                """
                title: Staying
                target: {domain: localhost, address: loopback, security: none}
                accounts: {count: 8, username: "u${index}", password: p, register: if-missing}
                sessions:
                  online: 8
                  scenarios: [{name: s, steps: [login, presence, {stay: until-end}, logout]}]
                traffic:
                  - message: {to: online, body: hi}
                    after: 1s
                    rate: 20/s
                duration: 5s
                drain: 2s
                """)
        }

        private func start(_ arguments: [String]) throws -> ChildProcess {
            try ChildProcess(
                Package.clamor,
                ["capacity", profile, "--warmup", "1s", "--output", "found"] + arguments,
                in: folder.path)
        }

        private func search(_ directory: String = "found") throws -> Search {
            let path = folder[directory] + "/capacity.json"
            return try JSONDecoder().decode(
                Search.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        }

        @Test func `the cap of a server lies in the interval`() async throws {
            let result = try await start([
                "--slo", "message.response.p50 < 150ms and message.lost == 0", "--tolerance", "40%",
                "--repeats", "1", "--hold", "2s",
                "--set", "target.faults.rate_cap=100/s",
            ]).result(within: 300)
            let search = try search()
            #expect(result.lastLine == "found")
            // A machine that is busy may have no answer; it never has a wrong one.
            if search.reason == "found" {
                #expect(result.status == 0, "\(result)")
                let low = try #require(search.low)
                let high = try #require(search.high)
                #expect(low <= 110 && high >= 100, "\(low) to \(high)")
            } else {
                #expect(search.reason == "generator", "\(result)")
                #expect(result.status == 4, "\(result)")
            }
            for trial in search.trials {
                let report = try RunReport(directory: folder["found"] + "/" + trial.report)
                #expect(report.value("thresholds") is [Any])
            }
            let curve = try String(
                contentsOfFile: folder["found"] + "/capacity.csv", encoding: .utf8)
            #expect(curve.split(separator: "\n").count == Set(search.trials.map(\.level)).count + 1)
        }

        @Test func `where the generator was the limit it ends with 4`() async throws {
            // So few descriptors are for some hundred sessions, whatever the server would take.
            let run = try ChildProcess(
                "/bin/sh",
                [
                    "-c", "ulimit -n 150 && exec \"$@\"", "sh", Package.clamor, "capacity", profile,
                    "--slo", "sessions.failed == 0", "--over", "sessions", "--repeats", "1",
                    "--tolerance", "50%", "--warmup", "1s", "--hold", "1s", "--output", "found",
                ], in: folder.path)
            let result = try await run.result(within: 300)
            let search = try search()
            #expect(result.status == 4, "\(result)")
            #expect(search.reason == "generator")
            #expect(search.high == nil)
            #expect(result.output.contains("the generator was the limit"), "\(result)")
        }

        @Test func `nothing that is small enough ends with 1`() async throws {
            let result = try await start([
                "--slo", "message.response.p50 < 0ms", "--from", "8/s", "--repeats", "1",
                "--set", "drain=1s", "--hold", "1s",
            ]).result(within: 300)
            let search = try search()
            #expect(["never-met", "generator"].contains(search.reason ?? ""), "\(result)")
            #expect(result.status == (search.reason == "never-met" ? 1 : 4), "\(result)")
            #expect(search.low == nil)
        }

        @Test func `a server that is not there ends with 3 and leaves no directory`() async throws {
            let result = try await start([
                "127.0.0.1:1", "--slo", "message.lost == 0",
            ]).result(within: 120)
            #expect(result.status == 3, "\(result)")
        }

        @Test func `Ctrl-C ends it with what it has`() async throws {
            let run = try start([
                "--slo", "message.response.p50 < 10s", "--hold", "600s",
            ])
            let isThere = try await ChildProcess.eventually(within: 60) {
                run.errors.contains("trial 1: 20/s")
            }
            #expect(isThere)
            run.send(SIGINT)
            let result = try await run.result(within: 60)
            #expect(result.status == 130, "\(result)")
            let search = try search()
            #expect(search.reason == nil)
        }

        @Test(arguments: [
            ([], "capacity needs an objective"),
            (["--slo", "message.response.p99 < 100"], "'100' has no unit"),
            (["--slo", "message.lost == 0 and"], "--slo"),
            (["--slo", "message.lost == 0", "--from", "10"], "--from"),
            (["--slo", "message.lost == 0", "--over", "sessions", "--from", "1.5"], "--from"),
            (
                ["--slo", "message.lost == 0", "--from", "9/s", "--to", "3/s"],
                "above its upper end"
            ),
            (["--slo", "message.lost == 0", "--tolerance", "5"], "--tolerance"),
            (["--slo", "message.lost == 0", "--hold", "10"], "--hold"),
            (["--slo", "message.lost == 0", "--over", "traffic[0].rate"], "--from"),
        ])
        func `a mistake is named and costs nothing`(
            arguments: [String], text: String
        ) async throws {
            let result = try await start(arguments).result(within: 60)
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains(text), "\(result)")
            #expect(!FileManager.default.fileExists(atPath: folder["found"]))
        }
    }
}
