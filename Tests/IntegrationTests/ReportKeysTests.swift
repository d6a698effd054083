import Foundation
import Testing

extension Integration {
    /// The keys that scripts rely on are all there, with their types, and agree with each other.
    @Suite struct ReportKeysTests {
        private static let numbers = """
            seed duration_ns environment.cpu_count
            generator.cpu_ns generator.peak_rss_bytes generator.workers generator.ranks
            generator.busy_ratio loopback.cpu_ns
            sessions.started sessions.online_peak sessions.failed sessions.skipped sessions.cut
            actions.skipped
            messages.sent messages.delivered messages.lost messages.duplicated messages.reordered
            messages.bounced messages.recipient_gone messages.stored messages.late
            messages.foreign messages.unexpected messages.pending
            bytes.sent bytes.received stanzas.sent stanzas.received
            """
        private static let texts = """
            schema verdict.status outcome profile.title profile.sha256 started_at
            environment.clamor environment.swift environment.os environment.kernel
            environment.cpu_model environment.openssl environment.libuv
            environment.server.name environment.server.version
            """
        private static let figures = [
            "min_ns", "p50_ns", "p90_ns", "p95_ns", "p99_ns", "p999_ns", "max_ns",
        ]
        private static let password = "sup3r-s3cret"

        private func run(_ options: String...) async throws -> (RunReport, Folder) {
            let folder = try Folder()
            let text = TestProfile.short.replacing("password: p,", with: "password: wrong,")
            let path = try folder.write("short.yaml", text)
            let result = try await ChildProcess(
                Package.clamor,
                [
                    "run", path, "--output", folder["report"],
                    "--set", "accounts.password=\(Self.password)",
                ] + options
            ).result()
            #expect([0, 1, 3, 4].contains(result.status), "\(result)")
            #expect(!result.output.contains(Self.password))
            #expect(!result.errors.contains(Self.password))
            return (try RunReport(directory: folder["report"]), folder)
        }

        @Test func `every key of a report is there with its type`() async throws {
            let (report, _) = try await run("--set", "thresholds=[message.lost == 0]")
            for path in Self.numbers.split(whereSeparator: \.isWhitespace) {
                #expect(report.value(String(path)) is NSNumber, "\(path)")
            }
            for path in Self.texts.split(whereSeparator: \.isWhitespace) {
                #expect((report.value(String(path)) as? String)?.isEmpty == false, "\(path)")
            }
            func rows(_ key: String, numbers: [String], texts: [String] = []) throws {
                let found = try #require(report.value(key) as? [[String: Any]], "\(key)")
                for row in found {
                    for name in numbers { #expect(row[name] is NSNumber, "\(key) \(name)") }
                    for name in texts { #expect(row[name] is String, "\(key) \(name)") }
                }
            }
            try rows(
                "verdict.reasons", numbers: [],
                texts: ["code", "severity", "seen", "meaning", "remedy"])
            try rows("thresholds", numbers: ["observed", "passed"], texts: ["expression"])
            try rows("errors", numbers: ["count"], texts: ["stage", "condition", "sample"])
            try rows("scenarios", numbers: [], texts: ["name"])
            try rows(
                "timelines", numbers: ["started_ns", "left_out"],
                texts: ["account", "scenario", "ended"])
            try rows("server_usage", numbers: [], texts: ["source"])
            for key in [
                "cpu_per_message_ns", "cpu_per_login_ns", "cpu_ratio", "memory_per_session_bytes",
                "memory_peak_bytes",
            ] {
                #expect(report.value("server.\(key)") != nil, "null where it is not known: \(key)")
            }
            try rows(
                "intervals",
                numbers: [
                    "t_ns", "online", "logins", "sent", "delivered", "errors", "skipped",
                    "busy_ratio",
                ])
            let intervals = try #require(report.value("intervals") as? [[String: Any]])
            #expect(intervals.count >= 4)
            for interval in intervals {
                #expect(interval["due"] is NSNumber)
                #expect(interval["due_unfinished"] is NSNumber)
                #expect(interval["errors_by_stage"] is [String: NSNumber])
                for name in [
                    "response_p50_ns", "response_p99_ns", "lag_p99_ns", "due_p50_ns", "due_p95_ns",
                    "due_p99_ns",
                ] {
                    #expect(interval[name] != nil, "null where there was nothing: \(name)")
                }
            }
            try report.expectNoneUnaccounted()
        }

        @Test func `what sessions did is shown step by step, and some of them in full`()
            async throws
        {
            let (report, _) = try await run("--sample-sessions", "2")
            let scenarios = try #require(report.value("scenarios") as? [[String: Any]])
            let steps = try #require(scenarios[0]["steps"] as? [[String: Any]])
            #expect(
                steps.map { $0["step"] as? String } == ["login", "presence", "stay", "logout"])
            #expect(steps.map { $0["path"] as? String } == ["1", "2", "3", "4"])
            #expect(steps.map { ($0["done"] as? NSNumber)?.intValue }.prefix(3) == [5, 5, 5])
            #expect(steps[0]["response_p99_ns"] is NSNumber)
            #expect(steps[2]["response_p99_ns"] is NSNull)
            let timelines = try #require(report.value("timelines") as? [[String: Any]])
            #expect(timelines.count == 2)
            for timeline in timelines {
                let events = try #require(timeline["events"] as? [[String: Any]])
                let directions = Set(events.compactMap { $0["direction"] as? String })
                #expect(directions == ["out", "in", "event"])
            }
        }

        @Test func `figures of each metric are complete and in order`() async throws {
            let (report, _) = try await run()
            let metrics = try #require(report.value("metrics") as? [String: [String: Any]])
            for name in ["connect", "tls", "stream", "auth", "bind", "login", "presence"] {
                #expect(metrics[name] != nil, "\(name)")
            }
            #expect(metrics["login/s"] != nil && metrics["message/message"] != nil)
            #expect(metrics["message/message"]?["model"] as? String == "open")
            #expect(metrics["presence/s"]?["model"] as? String == "closed")
            for (name, metric) in metrics {
                for key in ["count", "errors", "unfinished", "rate_per_s"] {
                    #expect(metric[key] is NSNumber, "\(name) \(key)")
                }
                for kind in ["response", "service", "lag"] {
                    let values = try #require(metric[kind] as? [String: Any], "\(name) \(kind)")
                    let count = try #require(values["count"] as? NSNumber).intValue
                    guard count > 0 else { continue }
                    #expect(values["mean_ns"] is NSNumber, "\(name) \(kind)")
                    let ordered = try Self.figures.map {
                        try #require(values[$0] as? NSNumber, "\(name) \(kind) \($0)").int64Value
                    }
                    #expect(ordered == ordered.sorted(), "\(name) \(kind)")
                }
                let started = try #require(metric["count"] as? NSNumber).intValue
                let response = try #require(metric["response"] as? [String: Any])
                let done = try #require(response["count"] as? NSNumber).intValue
                #expect(done <= started, "\(name)")
            }
        }

        @Test func `no file of a report has a password`() async throws {
            let server = try await TestServer.loopback()
            let arguments = ["--set", "target.verify=\(server.authority)"]
            let (good, folder) = try await run()
            let path = folder["short.yaml"]
            let refused = try await ChildProcess(
                Package.clamor,
                [
                    "run", path, server.address, "--output", folder["refused"],
                    "--set", "accounts.password=\(Self.password)",
                    "--set", "accounts.register=never",
                ] + arguments
            ).result()
            #expect(refused.status == 3, "\(refused)")
            #expect(!(refused.output + refused.errors).contains(Self.password), "\(refused)")
            let bad = try RunReport(directory: folder["refused"])
            #expect(bad.errors.map(\.condition) == ["not-authorized"])
            for report in [good, bad] {
                for name in try FileManager.default.contentsOfDirectory(atPath: report.directory) {
                    let data = try Data(
                        contentsOf: URL(fileURLWithPath: report.directory + "/" + name))
                    #expect(data.range(of: Data(Self.password.utf8)) == nil, "\(name)")
                }
            }
        }

        @Test func `a terminal gets a view redrawn in place, and colour unless told not to`()
            async throws
        {
            let folder = try Folder()
            _ = try folder.write("short.yaml", TestProfile.short)
            func terminal(_ name: String, _ environment: String) async throws -> String {
                let command =
                    "\(environment) exec '\(Package.clamor)' run short.yaml --output \(name)"
                let result = try await ChildProcess(
                    "/usr/bin/script", ["-qec", command, "/dev/null"], in: folder.path
                ).result()
                #expect([0, 4].contains(result.status), "\(result)")
                return result.output
            }
            let coloured = try await terminal("a", "unset NO_COLOR; TERM=xterm")
            #expect(coloured.contains("\u{1B}[1;3"))
            // Once before the clock, and in each of three seconds; at the end the cursor is back.
            let drawing = "\u{1B}[?25l\u{1B}[?7l\u{1B}[J"
            #expect(coloured.components(separatedBy: drawing).count > 3, "\(coloured)")
            #expect(coloured.contains("\u{1B}[?25h"), "\(coloured)")
            let plain = try await terminal("b", "export NO_COLOR=1;")
            #expect(!plain.contains("\u{1B}[1;3"))
        }
    }
}
