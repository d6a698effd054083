import Measurement
import Profile
import Report
import Testing
import Units

@Suite struct ThresholdResultTests {
    /// As a profile gives them.
    static func thresholds(_ expressions: [String]) throws -> [Threshold] {
        try ProfileLoader.load(text: profile(expressions), fileName: "t.yaml").get().thresholds
    }

    private func judge(
        _ expressions: [String], change: @escaping (inout RunResult) -> Void = { _ in }
    ) throws -> [ThresholdResult] {
        let result = SampleReport(change: change).report.result
        return try Self.thresholds(expressions).map { ThresholdResult($0, in: result) }
    }

    private static func profile(_ thresholds: [String]) -> String {
        """
        title: Thresholds
        target: {domain: localhost, address: loopback}
        accounts: {count: 10, username: "user${index}", password: "pass${index}"}
        sessions:
          arrival: 5/s
          scenarios:
            - name: talker
              steps:
                - login
                - message: {to: online, body: "hello", await: delivery, timeout: 5s}
                - logout
        warmup: 1s
        duration: 5s
        drain: 1s
        thresholds:

        """ + thresholds.map { "  - '\($0)'\n" }.joined()
    }

    @Test func `A percentile is compared in its unit`() throws {
        let results = try judge(["login.response.p50 < 12ms", "login.response.p50 < 11ms"])
        #expect(results.map(\.passed) == [true, false])
        #expect(results[0].expression == "login.response.p50 < 12ms")
        guard case .duration(let observed) = results[0].observed else {
            Issue.record("no duration: \(results[0].observed)")
            return
        }
        #expect(observed > .milliseconds(11) && observed < .milliseconds(12))
    }

    @Test func `Counts are those of the ledger, by either name`() throws {
        let results = try judge(["message.lost == 0", "messages.lost == 2"]) { result in
            result.messages.lost = 2
        }
        #expect(results.map(\.observed) == [.count(2), .count(2)])
        #expect(results.map(\.passed) == [false, true])
    }

    @Test func `The rate of errors is a share of all actions`() throws {
        // 1,600 messages and 400 logins were begun.
        let results = try judge(["errors.rate < 0.1%", "errors.rate <= 0.1%"]) { result in
            result.errors = [
                ErrorResult(stage: "bind", condition: "conflict", count: 9, measured: 2, sample: "")
            ]
        }
        #expect(results.map(\.observed) == [.number(0.001), .number(0.001)])
        #expect(results.map(\.passed) == [false, true])
    }

    @Test func `Without samples a threshold fails whatever it asks for`() throws {
        let results = try judge(["login.response.p99 < 1s", "login.response.p99 > 0ms"]) { result in
            result.metrics = []
        }
        #expect(results.map(\.observed) == [.noSamples, .noSamples])
        #expect(results.map(\.passed) == [false, false])
    }

    @Test func `A figure of the server that is not known fails whatever is asked of it`() throws {
        let expressions = [
            "server.cpu_per_login < 5ms", "server.memory_peak < 2GiB", "server.cpu_ratio >= 0",
        ]
        let known = try judge(expressions) { result in
            result.server.cpuPerLogin = .milliseconds(4)
            result.server.memoryPeakBytes = 3 << 30
            result.server.cpuRatio = 0.1
        }
        #expect(known.map(\.passed) == [true, false, true])
        #expect(known.map(\.seen) == ["4.00 ms", "3.00 GiB", "0.1000"])
        let unknown = try judge(expressions) { $0.server = ServerCosts() }
        #expect(unknown.map(\.passed) == [false, false, false])
        #expect(Set(unknown.map(\.seen)) == ["not known"])
    }

    @Test func `What never finished counts as infinite`() throws {
        let results = try judge(["message.response.p99 < 1h", "message.response.p50 < 1h"]) {
            result in
            guard let place = result.metrics.firstIndex(where: { $0.name == "message" }) else {
                return
            }
            let message = result.metrics[place]
            var counts = message.counts
            counts.started += 100
            result.metrics[place] = MetricResult(
                name: message.name, model: message.model, kind: message.kind, base: nil,
                counts: counts, ratePerSecond: message.ratePerSecond, response: message.response,
                service: message.service, lag: message.lag)
        }
        #expect(results.map(\.observed.comparable)[0] == .infinity)
        #expect(results.map(\.passed) == [false, true])
    }
}
