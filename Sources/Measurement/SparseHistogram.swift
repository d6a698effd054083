package import Units

/// What a histogram has seen, without its empty counters: what crosses from a worker each second.
package struct SparseHistogram: Sendable, Equatable {
    /// Counters in use, ascending.
    package private(set) var indices: [UInt32] = []
    /// How often each of `indices` was hit.
    package private(set) var counts: [UInt64] = []
    /// Values recorded.
    package private(set) var count: UInt64 = 0
    /// Values above the highest trackable one.
    package private(set) var overflow: UInt64 = 0
    /// Smallest value, exact; zero if there is none.
    package private(set) var min = Nanoseconds.zero
    /// Largest value, exact; zero if there is none.
    package private(set) var max = Nanoseconds.zero
    /// Of all values, exact.
    package private(set) var sum: Int128 = 0

    /// Nothing seen.
    package init() {}

    init(
        indices: [UInt32], counts: [UInt64], count: UInt64, overflow: UInt64, min: Nanoseconds,
        max: Nanoseconds, sum: Int128
    ) {
        (self.indices, self.counts, self.count) = (indices, counts, count)
        (self.overflow, self.min, self.max, self.sum) = (overflow, min, max, sum)
    }

    /// Adds what another one has seen.
    package mutating func add(_ other: SparseHistogram) {
        if other.count == 0 { return }
        if count == 0 {
            self = other
            return
        }
        (indices, counts) = SparseCounters.sum(
            (indices, counts), (other.indices, other.counts))
        count += other.count
        overflow += other.overflow
        min = Swift.min(min, other.min)
        max = Swift.max(max, other.max)
        sum += other.sum
    }

    /// As `Histogram.percentile(_:)`; `nil` if nothing was seen.
    package func percentile(_ percentile: Double) -> Nanoseconds? {
        if count == 0 { return nil }
        let rank = HistogramLayout.rank(percentile: percentile, count: count)
        var seen: UInt64 = 0
        for (index, times) in zip(indices, counts) {
            seen += times
            if seen >= rank {
                return Nanoseconds(
                    percentile == 0
                        ? HistogramLayout.lowestValue(at: Int(index))
                        : HistogramLayout.highestValue(at: Int(index)))
            }
        }
        preconditionFailure("the counters do not add up to the count")
    }
}
