import Measurement
import Testing
import Units

@Suite struct RunResultTests {
    private func value(_ path: String, _ change: (inout RunResult) -> Void = { _ in })
        -> ObservedValue?
    {
        var result = SampleRun.result()
        change(&result)
        return result.value(at: path.split(separator: ".").map(String.init))
    }

    @Test func `A percentile by its name`() {
        let step = HistogramLayout.highestValue(at: HistogramLayout.index(of: 20_000_000))
        #expect(step > 20_000_000)
        // The upper end of the step is above the largest value, so that is told.
        #expect(value("message.response.p99") == .duration(.milliseconds(20)))
        #expect(value("message.service.p999") == .duration(.milliseconds(20)))
        #expect(value("message.lag.p50") == .duration(.microseconds(100)))
        #expect(value("message.response.mean") == .duration(.milliseconds(20)))
        #expect(value("message.response.count") == .count(10_000))
    }

    @Test func `The unfinished count as infinite, but not for the lag`() {
        let change: (inout RunResult) -> Void = { result in
            result.metrics[0] = SampleRun.message(unfinished: 100)
        }
        #expect(value("message.response.p99", change) == .duration(.milliseconds(20)))
        #expect(value("message.response.p999", change) == .infinite)
        #expect(value("message.service.p999", change) == .infinite)
        #expect(value("message.response.max", change) == .infinite)
        #expect(value("message.response.min", change) == .duration(.milliseconds(20)))
        #expect(value("message.lag.max", change) == .duration(.microseconds(100)))
        #expect(value("message.unfinished", change) == .count(100))
    }

    @Test func `The ledger answers to message and to messages`() {
        let change: (inout RunResult) -> Void = { $0.messages.lost = 3 }
        #expect(value("message.lost", change) == .count(3))
        #expect(value("messages.lost", change) == .count(3))
        #expect(value("messages.sent") == .count(10_000))
        #expect(value("message.count") == .count(10_000))
        for key in MessageCounts.keys { #expect(value("messages.\(key)") != nil) }
    }

    @Test func `Counts and rates by their names`() {
        #expect(value("message.rate_per_s") == .number(1_000))
        #expect(value("message.errors") == .count(0))
        #expect(value("message.error_rate") == .number(0))
        #expect(value("sessions.started") == .count(100))
        #expect(value("sessions.online_peak") == .count(100))
        #expect(value("actions.skipped") == .count(0))
        #expect(value("bytes.sent") == .bytes(0))
        #expect(value("stanzas.received") == .count(0))
        #expect(value("generator.busy_ratio") == .number(0))
    }

    @Test func `What a monitor saw goes by the keys of the report, without their units`() {
        let change: (inout RunResult) -> Void = { result in
            result.server.cpuPerMessage = .microseconds(40)
            result.server.cpuPerLogin = .milliseconds(3)
            result.server.cpuRatio = 0.25
            result.server.memoryPerSessionBytes = 40_960
            result.server.memoryPeakBytes = 1 << 31
        }
        #expect(value("server.cpu_per_message", change) == .duration(.microseconds(40)))
        #expect(value("server.cpu_per_login", change) == .duration(.milliseconds(3)))
        #expect(value("server.cpu_ratio", change) == .number(0.25))
        #expect(value("server.memory_per_session", change) == .bytes(40_960))
        #expect(value("server.memory_peak", change) == .bytes(2_147_483_648))
        for key in [
            "cpu_per_message", "cpu_per_login", "cpu_ratio", "memory_per_session", "memory_peak",
        ] {
            #expect(value("server.\(key)") == .unknown)
        }
    }

    @Test func `The rate of errors is all errors by all actions`() {
        let change: (inout RunResult) -> Void = { result in
            result.errors = [
                ErrorResult(stage: "a", condition: "b", count: 20, measured: 12, sample: "")
            ]
        }
        #expect(value("errors.rate", change) == .number(0.001))
        #expect(value("errors.count", change) == .count(12))
        #expect(value("errors.rate") == .number(0))
        #expect(value("errors.rate") { $0.metrics = [] } == .noSamples)
    }

    @Test func `A name with dots may come in one piece or in several`() {
        var counts = MetricCounts()
        counts.started = 1
        counts.done = 1
        var result = SampleRun.result()
        result.metrics.append(
            SampleRun.metric("iq.a.b", counts, response: .seconds(Int64(1)), lag: .zero))
        #expect(result.value(at: ["iq.a.b", "count"]) == .count(1))
        #expect(result.value(at: ["iq", "a", "b", "count"]) == .count(1))
        let span = ObservedValue.duration(.seconds(Int64(1)))
        #expect(result.value(at: ["iq.a.b", "response", "p50"]) == span)
    }

    @Test func `What is not there has no value`() {
        for path in [
            "ping.response.p99", "message.response", "message.response.q99", "message.response.p",
            "message.response.px", "message", "bytes.lost", "sessions.lost", "errors.lost",
            "message.other.p99", "stanzas.lost", "server.lost",
        ] {
            #expect(value(path) == nil)
        }
        let empty: (inout RunResult) -> Void = { result in
            result.metrics[0] = SampleRun.message(samples: 0)
        }
        #expect(value("message.response.p99", empty) == .noSamples)
    }
}
