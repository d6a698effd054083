import Foundation
import Measurement
import Report
import Testing
import Units

@Suite struct RunJSONTests {
    private func document(_ sample: SampleReport) throws -> [String: Any] {
        // Python is stricter about JSON than Foundation is.
        let script = "import json, sys; print(json.dumps(json.load(open(sys.argv[1]))))"
        let folder = try TemporaryFolder()
        let path = folder.path + "/run.json"
        try RunJSON.encode(sample.document).write(toFile: path, atomically: false, encoding: .utf8)
        return try #require(try Python.run(script, arguments: [path]) as? [String: Any])
    }

    /// The keys that scripts rely on, as the design lists them.
    private static let keys = [
        "schema", "verdict.status", "verdict.reasons", "outcome", "profile.title",
        "profile.sha256", "seed", "started_at", "duration_ns", "environment.clamor",
        "environment.swift", "environment.os", "environment.kernel", "environment.cpu_model",
        "environment.cpu_count", "environment.openssl", "environment.libuv",
        "environment.server.name", "environment.server.version", "generator.cpu_ns",
        "generator.peak_rss_bytes", "generator.workers", "generator.ranks", "generator.busy_ratio",
        "loopback.cpu_ns", "sessions.started", "sessions.online_peak", "sessions.failed",
        "sessions.skipped", "sessions.cut", "actions.skipped", "messages.sent",
        "messages.delivered", "messages.lost", "messages.duplicated", "messages.reordered",
        "messages.bounced", "messages.recipient_gone", "messages.stored", "messages.late",
        "messages.foreign", "messages.unexpected", "messages.pending", "bytes.sent",
        "bytes.received", "stanzas.sent", "stanzas.received", "metrics.login.model",
        "metrics.login.count", "metrics.login.errors", "metrics.login.unfinished",
        "metrics.login.rate_per_s", "metrics.login.response.count", "metrics.login.service.min_ns",
        "metrics.login.lag.mean_ns", "metrics.login.response.p50_ns",
        "metrics.login.response.p90_ns", "metrics.login.response.p95_ns",
        "metrics.login.response.p99_ns", "metrics.login.response.p999_ns",
        "metrics.login.response.max_ns", "errors", "thresholds", "intervals",
    ]

    @Test func `Every key of the design is there`() throws {
        let document = try document(SampleReport())
        for key in Self.keys {
            var value: Any? = document
            for part in key.split(separator: ".") {
                value = (value as? [String: Any])?[String(part)]
            }
            #expect(value != nil, "\(key)")
        }
        let intervals = try #require(document["intervals"] as? [[String: Any]])
        for key in [
            "t_ns", "online", "logins", "sent", "delivered", "errors", "skipped",
            "response_p50_ns", "response_p99_ns", "lag_p99_ns", "busy_ratio",
        ] {
            #expect(intervals.allSatisfy { $0[key] != nil }, "\(key)")
        }
    }

    @Test func `Values are those of the result`() throws {
        let document = try document(SampleReport())
        #expect(document["schema"] as? String == "clamor.run/1")
        #expect(document["started_at"] as? String == "2026-11-30T03:57:44.123Z")
        #expect(document["seed"] as? Int == 42)
        #expect(document["duration_ns"] as? Int == 5_000_000_000)
        let messages = try #require(document["messages"] as? [String: Int])
        #expect(messages["sent"] == 1_600 && messages["delivered"] == 1_600)
        let generator = try #require(document["generator"] as? [String: Any])
        #expect(generator["busy_ratio"] as? Double == 0.125)
        #expect(generator["cpu_ns"] as? Int == 1_250_000_000)
        let intervals = try #require(document["intervals"] as? [[String: Any]])
        #expect(intervals.map { $0["t_ns"] as? Int } == (0..<5).map { $0 * 1_000_000_000 })
        #expect(intervals.map { $0["measured"] as? Bool } == [false, true, true, true, true])
        #expect(document["intervals_metric"] as? String == "message")
    }

    @Test func `Reasons, errors and thresholds are spelled out`() throws {
        let sample = SampleReport(
            change: { result in
                result.busyRatio = 0.95
                result.verdict = Verdict.judge(result)
                result.errors = [
                    ErrorResult(
                        stage: "auth", condition: "not-authorized", count: 3, measured: 2,
                        sample: "<failure/>")
                ]
            },
            thresholds: { _ in
                [
                    ThresholdResult(
                        expression: "login.response.p99 < 500ms",
                        observed: .duration(.milliseconds(12)), passed: true),
                    ThresholdResult(
                        expression: "message.response.p99 < 1s", observed: .infinite,
                        passed: false),
                    ThresholdResult(
                        expression: "ping.response.p99 < 1s", observed: .noSamples, passed: false),
                ]
            })
        let document = try document(sample)
        let verdict = try #require(document["verdict"] as? [String: Any])
        #expect(verdict["status"] as? String == "SUSPECT")
        let reasons = try #require(verdict["reasons"] as? [[String: String]])
        let busy = try #require(reasons.first { $0["code"] == "busy" })
        #expect(busy["severity"] == "suspect")
        #expect(Set(busy.keys) == ["code", "severity", "seen", "meaning", "remedy"])
        let errors = try #require(document["errors"] as? [[String: Any]])
        #expect(errors[0]["condition"] as? String == "not-authorized")
        #expect(errors[0]["count"] as? Int == 3)
        let thresholds = try #require(document["thresholds"] as? [[String: Any]])
        #expect(thresholds.map { $0["passed"] as? Bool } == [true, false, false])
        #expect(thresholds[0]["observed"] as? Int == 12_000_000)
        #expect(thresholds[1]["observed"] is NSNull)
        #expect(thresholds[1]["observed_kind"] as? String == "infinite: never finished")
        #expect(thresholds[2]["observed_kind"] as? String == "no samples")
        #expect(!sample.report.hasPassed)
    }

    @Test func `What does not exist is null`() throws {
        let document = try document(
            SampleReport(change: { result in
                result.facts.loopbackCPU = nil
                result.facts.server = nil
                result.metrics[0] = MetricResult(
                    name: "login", model: .open, kind: .action, base: nil,
                    counts: MetricCounts(), ratePerSecond: 0, response: Histogram(),
                    service: Histogram(), lag: Histogram())
            }))
        let loopback = try #require(document["loopback"] as? [String: Any])
        #expect(loopback["cpu_ns"] is NSNull)
        let metrics = try #require(document["metrics"] as? [String: [String: Any]])
        let response = try #require(metrics["login"]?["response"] as? [String: Any])
        #expect(response["count"] as? Int == 0)
        #expect(response["p99_ns"] is NSNull)
    }

    @Test func `The same result gives the same bytes`() {
        let (first, second) = (SampleReport(), SampleReport())
        #expect(RunJSON.encode(first.document) == RunJSON.encode(second.document))
    }
}
