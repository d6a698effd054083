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
