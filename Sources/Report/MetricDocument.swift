package import Measurement
package import Units

/// What `run.json` tells of one metric.
package struct MetricDocument: Codable, Sendable, Equatable {
    /// As registered: `message`, `message/talker`; the key that it stands under.
    package var name = ""
    package var model: MetricModel
    package var kind: MetricKind
    /// The metric that it is a part of: `message` of `message/talker`.
    package var base: String?
    /// Actions begun.
    package var count: UInt64
    /// Failed and timed out.
    package var errors: UInt64
    /// Lost, timed out, skipped: what no percentile has seen.
    package var unfinished: UInt64
    /// Actions completed per second.
    package var ratePerSecond: Double
    package var response: DistributionDocument
    package var service: DistributionDocument
    package var lag: DistributionDocument

    enum CodingKeys: String, CodingKey {
        case model, kind, base, count, errors, unfinished
        case ratePerSecond = "rate_per_s"
        case response, service, lag
    }

    init(_ metric: MetricResult) {
        (name, model, kind, base) = (metric.name, metric.model, metric.kind, metric.base)
        count = metric.counts.started
        errors = metric.counts.errors
        unfinished = metric.counts.unfinished
        ratePerSecond = metric.ratePerSecond
        response = DistributionDocument(metric.response)
        service = DistributionDocument(metric.service)
        lag = DistributionDocument(metric.lag)
    }
}

/// What `run.json` tells of one kind of duration; without values there are no figures.
package struct DistributionDocument: Codable, Sendable, Equatable, OneLineJSON {
    package var count: UInt64 = 0
    package var min: Nanoseconds?
    package var mean: Nanoseconds?
    package var p50: Nanoseconds?
    package var p90: Nanoseconds?
    package var p95: Nanoseconds?
    package var p99: Nanoseconds?
    package var p999: Nanoseconds?
    package var max: Nanoseconds?

    enum CodingKeys: String, CodingKey {
        case count
        case min = "min_ns"
        case mean = "mean_ns"
        case p50 = "p50_ns"
        case p90 = "p90_ns"
        case p95 = "p95_ns"
        case p99 = "p99_ns"
        case p999 = "p999_ns"
        case max = "max_ns"
    }

    init(_ histogram: Histogram) {
        guard let summary = DistributionSummary(histogram) else { return }
        count = summary.count
        (min, mean, max) = (summary.min, summary.mean, summary.max)
        (p50, p90, p95) = (summary.p50, summary.p90, summary.p95)
        (p99, p999) = (summary.p99, summary.p999)
    }
}
