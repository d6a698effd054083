/// Where a value lies in a histogram: HdrHistogram's bucket layout with this project's constants.
///
/// A bucket is halved into steps that keep three significant digits; the next bucket covers twice
/// the span with steps twice as wide.
///
/// Bounds: steps of 512 ns up to 1.05 ms, never wider than 0.1 % above that; 1 h at most.
/// Source: HdrHistogram, AbstractHistogram (lowest discernible value 1000, 3 digits).
public enum HistogramLayout {
    /// Smallest value told apart from zero, in nanoseconds.
    public static let lowestDiscernible: Int64 = 1_000
    /// Largest value kept; anything above is recorded as this and counted as overflow.
    public static let highest: Int64 = 3_600_000_000_000
    /// Decimal digits that are kept of a value.
    public static let significantDigits: Int32 = 3

    /// floor(log2(lowestDiscernible)): the lowest bits that are dropped.
    @usableFromInline static let unitMagnitude: Int64 = 9
    /// log2 of half the steps of a bucket (2,048 steps hold 3 digits).
    @usableFromInline static let halfCountMagnitude: Int64 = 10
    @usableFromInline static let halfCount: Int64 = 1_024
    @usableFromInline static let subBucketMask: Int64 = 2_047 << 9
    @usableFromInline static let leadingZerosBase: Int64 = 64 - 9 - 10 - 1

    /// Counters that a bucket adds to those before it.
    public static let bucketLength = 1_024
    /// Counters of a full histogram: 23 buckets and the lower half of the first.
    public static let length = 24 * 1_024

    /// The counter that a value belongs to.
    ///
    /// Bounds: `value` in 0 ... `highest`.
    @inlinable public static func index(of value: Int64) -> Int {
        let leadingZeros = Int64((value | subBucketMask).leadingZeroBitCount)
        let bucket = leadingZerosBase - leadingZeros
        let step = value >> (bucket + unitMagnitude)
        return Int(((bucket + 1) << halfCountMagnitude) + (step - halfCount))
    }

    /// The smallest value that the counter stands for.
    @inlinable public static func lowestValue(at index: Int) -> Int64 {
        var bucket = (Int64(index) >> halfCountMagnitude) - 1
        var step = (Int64(index) & (halfCount - 1)) + halfCount
        if bucket < 0 {
            step -= halfCount
            bucket = 0
        }
        return step << (bucket + unitMagnitude)
    }

    /// The largest value that the counter stands for.
    @inlinable public static func highestValue(at index: Int) -> Int64 {
        let bucket = max((Int64(index) >> halfCountMagnitude) - 1, 0)
        return lowestValue(at: index) + (Int64(1) << (unitMagnitude + bucket)) - 1
    }

    /// How many of `count` values lie at or below the percentile, at least one.
    ///
    /// Source: HdrHistogram for C, hdr_value_at_percentile, and for Python,
    /// get_target_count_at_percentile: the rank is rounded to the nearest, so that they read the
    /// report's own percentiles out of its log. (The Java version rounds up.)
    package static func rank(percentile: Double, count: UInt64) -> UInt64 {
        let requested = min(max(percentile, 0), 100)
        return max(UInt64(requested * Double(count) / 100 + 0.5), 1)
    }
}
