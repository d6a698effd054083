package import Units

/// The distribution of one kind of duration, in numbers.
package struct DistributionSummary: Sendable, Equatable {
    package let count: UInt64
    package let min: Nanoseconds
    package let mean: Nanoseconds
    package let p50: Nanoseconds
    package let p90: Nanoseconds
    package let p95: Nanoseconds
    package let p99: Nanoseconds
    package let p999: Nanoseconds
    package let max: Nanoseconds

    /// - Returns: `nil` for a histogram without values, which has no percentiles.
    package init?(_ histogram: Histogram) {
        if histogram.count == 0 { return nil }
        // A percentile is the upper end of its step; it is not shown beyond the exact maximum.
        func percentile(_ value: Double) -> Nanoseconds {
            Swift.min(histogram.percentile(value), histogram.max)
        }
        count = histogram.count
        min = histogram.min
        mean = histogram.mean
        p50 = percentile(50)
        p90 = percentile(90)
        p95 = percentile(95)
        p99 = percentile(99)
        p999 = percentile(99.9)
        max = histogram.max
    }
}

/// Everything measured of one metric during the measured part of the run.
package struct MetricResult: Sendable, Equatable {
    package let name: String
    package let model: MetricModel
    package let kind: MetricKind
    /// Whether it is a part (`message/talker`) of another one.
    package let isTagged: Bool
    package let counts: MetricCounts
    /// Actions completed per second.
    package let ratePerSecond: Double
    package let response: Histogram
    package let service: Histogram
    package let lag: Histogram

    package init(
        name: String, model: MetricModel, kind: MetricKind, isTagged: Bool, counts: MetricCounts,
        ratePerSecond: Double, response: Histogram, service: Histogram, lag: Histogram
    ) {
        (self.name, self.model, self.kind, self.isTagged) = (name, model, kind, isTagged)
        (self.counts, self.ratePerSecond) = (counts, ratePerSecond)
        (self.response, self.service, self.lag) = (response, service, lag)
    }

    /// The percentile that thresholds and comparisons use: the unfinished count as infinite.
    ///
    /// - Returns: `nil` if it is infinite.
    package func responsePercentile(_ percentile: Double) -> Nanoseconds? {
        response.percentile(percentile, unfinished: counts.unfinished)
    }
}
