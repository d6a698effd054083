import Measurement
import Units

/// A result in which nothing is wrong; tests change what they are about.
enum SampleRun {
    static func result() -> RunResult {
        var totals = RunTotals(
            catalogue: MetricCatalogue(), workers: 1, start: .origin, measureFrom: .origin,
            measureUntil: .distantFuture)
        var facts = RunFacts()
        facts.measured = .seconds(Int64(10))
        facts.schedules = [ScheduleFacts(name: "traffic", asked: 10_000, achieved: 10_000)]
        var result = totals.result(facts)
        result.sessions.started = 100
        result.sessions.loggedIn = 100
        result.sessions.onlinePeak = 100
        result.messages.sent = 10_000
        result.messages.delivered = 10_000
        result.metrics = [message(), login()]
        return result
    }

    /// 10,000 messages at 20 ms, sent within 100 µs of their due instants.
    static func message(
        response: Nanoseconds = .milliseconds(20), lag: Nanoseconds = .microseconds(100),
        unfinished: UInt64 = 0, samples: UInt64 = 10_000, model: MetricModel = .open
    ) -> MetricResult {
        var counts = MetricCounts()
        counts.started = samples + unfinished
        counts.done = samples
        return metric("message", counts, response: response, lag: lag, model: model)
    }

    static func login() -> MetricResult {
        var counts = MetricCounts()
        counts.started = 2_000
        counts.done = 2_000
        return metric("login", counts, response: .milliseconds(50), lag: .microseconds(200))
    }

    static func registration(_ name: String) -> MetricResult {
        var counts = MetricCounts()
        counts.started = 1_000
        counts.done = 1_000
        return metric(name, counts, response: .milliseconds(5), lag: .zero, model: .closed)
    }

    static func metric(
        _ name: String, _ counts: MetricCounts, response: Nanoseconds, lag: Nanoseconds,
        model: MetricModel = .open, kind: MetricKind = .action
    ) -> MetricResult {
        var responses = Histogram()
        responses.record(response, count: counts.done)
        var lags = Histogram()
        lags.record(lag, count: counts.started)
        return MetricResult(
            name: name, model: model, kind: kind, base: nil, counts: counts,
            ratePerSecond: Double(counts.done) / 10, response: responses, service: responses,
            lag: lags)
    }
}
