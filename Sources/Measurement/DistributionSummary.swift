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
