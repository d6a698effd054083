package import Units

/// The distribution of one kind of duration, in numbers.
package struct DistributionSummary: Sendable, Equatable {
    /// Durations recorded.
    package let count: UInt64
    /// The smallest, exact.
    package let min: Nanoseconds
    /// The mean, exact.
    package let mean: Nanoseconds
    /// The median, as the upper end of its step.
    package let p50: Nanoseconds
    /// 90 % are no longer than this.
    package let p90: Nanoseconds
    /// 95 % are no longer than this.
    package let p95: Nanoseconds
    /// 99 % are no longer than this.
    package let p99: Nanoseconds
    /// 99.9 % are no longer than this.
    package let p999: Nanoseconds
    /// The largest, exact up to an hour.
    package let max: Nanoseconds

    /// - Returns: `nil` for a histogram without values, which has no percentiles.
    package init?(_ histogram: Histogram) {
        if histogram.count == 0 { return nil }
        count = histogram.count
        min = histogram.min
        mean = histogram.mean
        p50 = histogram.shownPercentile(50)
        p90 = histogram.shownPercentile(90)
        p95 = histogram.shownPercentile(95)
        p99 = histogram.shownPercentile(99)
        p999 = histogram.shownPercentile(99.9)
        max = histogram.max
    }
}

extension Histogram {
    /// The percentile as reports show it and rules judge it: the upper end of its step, but not
    /// beyond the exact maximum.
    func shownPercentile(_ percentile: Double) -> Nanoseconds {
        Swift.min(self.percentile(percentile), max)
    }
}
