import Benchmark
import Report
import Testing

@Suite struct StreamBenchmarkTests {
    /// One for all tests.
    private static let measured = Result {
        try StreamBenchmark(rounds: 2, sessions: 8, turns: 5, logins: 2).run()
    }

    private let report: StreamReport

    init() throws { report = try Self.measured.get() }

    private func result(_ stage: String, _ security: StreamSecurity) throws -> StreamResult {
        try #require(report.stages.first { $0.stage == stage && $0.security == security })
    }

    @Test func `every stage is there, the floor first, and costs something`() {
        let rows = report.stages.map { "\($0.stage) \($0.security.rawValue)" }
        #expect(
            rows == [
                "floor none", "transport none", "parse none", "dispatch none", "record none",
                "transport tls", "parse tls", "dispatch tls", "record tls", "writer none",
            ])
        for result in report.stages {
            #expect(result.nanoseconds.low > 0)
            #expect(result.nanoseconds.low <= result.nanoseconds.median)
            #expect(result.nanoseconds.median <= result.nanoseconds.high)
        }
        #expect(report.messageBytes > 100)
    }

    @Test func `what builds on the floor is a multiple of it`() throws {
        #expect(
            try result("floor", .none).ratio
                == RoundStatistics.Estimate(median: 1, low: 1, high: 1))
        #expect(try result("writer", .none).ratio == nil)
        #expect(report.whole == (try result("record", .none).ratio))
        #expect(try #require(report.whole).median > 1)
    }

    @Test func `logins are timed by mechanism, key and security`() {
        let rows = report.logins.map { "\($0.mechanism) \($0.security.rawValue) \($0.key)" }
        let unbound = ["PLAIN", "SCRAM-SHA-1", "SCRAM-SHA-256"]
        let all = unbound + ["SCRAM-SHA-1-PLUS", "SCRAM-SHA-256-PLUS"]
        let expected = StreamSecurity.allCases.flatMap { security in
            (security == .none ? unbound : all).flatMap { mechanism in
                (mechanism == "PLAIN" ? ["none"] : ["derived", "cached"]).map {
                    "\(mechanism) \(security.rawValue) \($0)"
                }
            }
        }
        #expect(rows == expected)
        for login in report.logins { #expect(login.nanoseconds.low > 0) }
    }

    @Test func `the document has every key, for each stage and login`() {
        let environment = Environment.collect(clamor: "1", openSSL: "2", libuv: "3")
        guard case .object(let members) = report.json(environment) else {
            Issue.record("not an object")
            return
        }
        #expect(
            members.map(\.key) == [
                "schema", "rounds", "sessions", "message_bytes", "scram_iterations", "environment",
                "whole", "results", "logins",
            ])
        let lines = report.json(environment).text.split(separator: "\n")
        let stages = lines.filter { $0.contains("\"stage\": ") }
        #expect(stages.count == report.stages.count)
        for line in stages {
            for key in [
                "security", "ns_per_stanza", "ns_low", "ns_high", "allocations_per_stanza",
                "instructions_per_stanza", "ratio", "ratio_low", "ratio_high",
            ] {
                #expect(line.contains("\"\(key)\": "), "\(key)")
            }
            #expect(line.contains("\"ratio\": null") == line.contains("\"writer\""))
        }
        let logins = lines.filter { $0.contains("\"mechanism\": ") }
        #expect(logins.count == report.logins.count)
        for line in logins {
            for key in ["security", "key", "ns_per_login", "ns_low", "ns_high"] {
                #expect(line.contains("\"\(key)\": "), "\(key)")
            }
        }
    }

    @Test func `the tables have a row for each stage and each login`() {
        let lines = report.text.split(separator: "\n")
        #expect(lines.count == 1 + report.stages.count + 1 + report.logins.count + 2)
        #expect(lines.last?.contains("times the bare floor") == true)
    }
}
