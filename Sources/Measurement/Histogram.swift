public import Units

/// How often each duration was seen, to three significant digits, in HdrHistogram's layout.
///
/// Counters are there up to the largest value so far; recording allocates only when one is above
/// all before it, at most 24 times. Two histograms add up exactly. `public` because recording is on
/// the path of every stanza.
///
/// Units: nanoseconds.
/// Bounds: `HistogramLayout`; 16 KiB for values below 1 ms, 104 KiB below 1 s, 192 KiB at most.
public struct Histogram: Sendable, Equatable {
    private var counts: [UInt64] = []
    /// Values recorded.
    public private(set) var count: UInt64 = 0
    /// Values above the highest trackable one; they are in `count`, as that highest one.
    public private(set) var overflow: UInt64 = 0
    private var lowest: Int64 = .max
    private var largest: Int64 = 0
    private var sum: Int128 = 0

    public init() {}

    /// Counts one value; a negative one counts as zero.
    public mutating func record(_ value: Nanoseconds) { record(value, count: 1) }

    /// Counts a value `count` times.
    public mutating func record(_ value: Nanoseconds, count times: UInt64) {
        if times == 0 { return }
        var ns = Swift.max(value.rawValue, 0)
        if ns > HistogramLayout.highest {
            ns = HistogramLayout.highest
            overflow += times
        }
        let index = HistogramLayout.index(of: ns)
        if index >= counts.count { grow(to: index) }
        counts[index] += times
        count += times
        lowest = Swift.min(lowest, ns)
        largest = Swift.max(largest, ns)
        sum += Int128(ns) * Int128(times)
    }

    /// Adds what another histogram has seen.
    public mutating func add(_ other: Histogram) { add(other.sparse()) }

    /// Adds what a snapshot has seen.
    package mutating func add(_ other: SparseHistogram) {
        if other.count == 0 { return }
        grow(to: HistogramLayout.index(of: other.max.rawValue))
        for (index, times) in zip(other.indices, other.counts) { counts[Int(index)] += times }
        count += other.count
        overflow += other.overflow
        lowest = Swift.min(lowest, other.min.rawValue)
        largest = Swift.max(largest, other.max.rawValue)
        sum += other.sum
    }

    /// Forgets everything but keeps the storage.
    public mutating func reset() {
        if count == 0 { return }
        for index in usedIndices { counts[index] = 0 }
        (count, overflow, lowest, largest, sum) = (0, 0, .max, 0, 0)
    }

    /// The smallest value recorded, exact; zero if there is none.
    public var min: Nanoseconds { Nanoseconds(count == 0 ? 0 : lowest) }
    /// The largest value recorded, exact up to the highest trackable one; zero if there is none.
    public var max: Nanoseconds { Nanoseconds(largest) }
    /// The exact mean, rounded down; zero if there is none.
    public var mean: Nanoseconds { Nanoseconds(count == 0 ? 0 : Int64(sum / Int128(count))) }

    /// The value that `percentile` per cent of the values do not exceed; zero if there is none.
    ///
    /// Source: HdrHistogram's getValueAtPercentile: the highest value equivalent to it.
    public func percentile(_ percentile: Double) -> Nanoseconds {
        self.percentile(percentile, unfinished: 0) ?? .zero
    }

    /// The percentile when `unfinished` more values are known to be larger than all others.
    ///
    /// - Returns: `nil` if the percentile lies among the unfinished ones: it is infinite. Zero if
    ///   there are neither values nor unfinished ones.
    public func percentile(_ percentile: Double, unfinished: UInt64) -> Nanoseconds? {
        if count + unfinished == 0 { return .zero }
        let rank = HistogramLayout.rank(percentile: percentile, count: count + unfinished)
        if rank > count { return nil }
        var seen: UInt64 = 0
        for index in usedIndices {
            seen += counts[index]
            if seen >= rank {
                return Nanoseconds(
                    percentile == 0
                        ? HistogramLayout.lowestValue(at: index)
                        : HistogramLayout.highestValue(at: index))
            }
        }
        preconditionFailure("the counters do not add up to the count")
    }

    /// What was seen, without the empty counters.
    package func sparse() -> SparseHistogram {
        var indices: [UInt32] = []
        var seen: [UInt64] = []
        for index in usedIndices where counts[index] != 0 {
            indices.append(UInt32(index))
            seen.append(counts[index])
        }
        return SparseHistogram(
            indices: indices, counts: seen, count: count, overflow: overflow, min: min, max: max,
            sum: sum)
    }

    /// The histogram as HdrHistogram writes it in its uncompressed V2 form.
    public func encodeV2Payload() -> [UInt8] { sparse().encodeV2Payload() }

    /// Makes room for a counter, and for the others of its bucket.
    private mutating func grow(to index: Int) {
        let needed = (index / HistogramLayout.bucketLength + 1) * HistogramLayout.bucketLength
        if needed <= counts.count { return }
        var grown: [UInt64] = []
        grown.reserveCapacity(needed)
        grown.append(contentsOf: counts)
        grown.append(contentsOf: repeatElement(0, count: needed - counts.count))
        counts = grown
    }

    /// The counters between those of the smallest and of the largest value.
    private var usedIndices: Range<Int> {
        if count == 0 { return 0..<0 }
        let first = HistogramLayout.index(of: lowest)
        return first..<HistogramLayout.index(of: largest) + 1
    }

    /// Histograms are equal if they have seen the same; storage does not count.
    public static func == (a: Histogram, b: Histogram) -> Bool { a.sparse() == b.sparse() }
}
