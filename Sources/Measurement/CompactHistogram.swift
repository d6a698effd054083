public import Units

/// How often each duration was seen, to 1.6 %, in 7 KiB: for what there may be thousands of.
///
/// The layout is that of `HistogramLayout` with two digits in place of three. All counters are
/// there from the first value on, so recording allocates once. `public` because recording is on the
/// path of every step.
///
/// Units: nanoseconds.
/// Bounds: steps of 512 ns up to 65 µs, of at most 1/64 above; a value of more than an hour counts
/// as an hour.
public struct CompactHistogram: Sendable {
    static let unitMagnitude: Int64 = 9
    /// log2 of half the steps of a bucket.
    static let halfCountMagnitude: Int64 = 6
    /// Counters for values up to an hour.
    static let length = index(of: HistogramLayout.highest) + 1

    private var counts: [UInt32] = []
    /// Values recorded.
    public private(set) var count: UInt64 = 0

    /// Nothing seen.
    public init() {}

    /// Counts one value; a negative one counts as zero.
    public mutating func record(_ value: Nanoseconds) {
        if counts.isEmpty { counts = Array(repeating: 0, count: Self.length) }
        let place = Self.index(of: min(max(value.rawValue, 0), HistogramLayout.highest))
        counts[place] &+= 1
        count += 1
    }

    /// What was seen, without the empty counters.
    package var seen: CompactCounts {
        var seen = CompactCounts()
        if count == 0 { return seen }
        for (place, times) in counts.enumerated() where times > 0 {
            seen.append(UInt16(place), times)
        }
        return seen
    }

    /// Forgets everything but keeps the storage.
    package mutating func reset() {
        if count == 0 { return }
        for place in counts.indices { counts[place] = 0 }
        count = 0
    }

    /// The counter that a value belongs to.
    static func index(of value: Int64) -> Int {
        let half: Int64 = 1 << halfCountMagnitude
        let mask = (half * 2 - 1) << unitMagnitude
        let base = 64 - unitMagnitude - halfCountMagnitude - 1
        let bucket = base - Int64((value | mask).leadingZeroBitCount)
        let step = value >> (bucket + unitMagnitude)
        return Int(((bucket + 1) << halfCountMagnitude) + (step - half))
    }

    /// The largest value that the counter stands for.
    static func highestValue(at index: Int) -> Int64 {
        let half: Int64 = 1 << halfCountMagnitude
        let bucket = max((Int64(index) >> halfCountMagnitude) - 1, 0)
        let first = Int64(index) < half
        let step = first ? Int64(index) : (Int64(index) & (half - 1)) + half
        return ((step + 1) << (bucket + unitMagnitude)) - 1
    }
}

/// The counters in use of a `CompactHistogram`: what crosses from a worker each second.
package struct CompactCounts: Sendable, Equatable, Codable {
    /// Ascending.
    private(set) var places: [UInt16] = []
    private(set) var times: [UInt32] = []

    /// Nothing seen.
    package init() {}

    /// Values recorded.
    package var count: UInt64 { times.reduce(0) { $0 + UInt64($1) } }

    fileprivate mutating func append(_ place: UInt16, _ times: UInt32) {
        places.append(place)
        self.times.append(times)
    }

    /// Whether they are counters of a histogram; what was read from a file may be anything.
    package var isSound: Bool {
        places.count == times.count && !times.contains(0)
            && zip(places, places.dropFirst()).allSatisfy(<)
            && (places.last.map { Int($0) < CompactHistogram.length } ?? true)
    }

    /// Adds what another one has seen.
    package mutating func add(_ other: CompactCounts) {
        if other.places.isEmpty { return }
        if places.isEmpty {
            self = other
            return
        }
        (places, times) = SparseCounters.sum((places, times), (other.places, other.times))
    }

    /// The percentile, as `Histogram.percentile(_:unfinished:)` has it.
    ///
    /// - Returns: `nil` if it lies among the unfinished ones, or if there is nothing.
    package func percentile(_ percentile: Double, unfinished: UInt64 = 0) -> Nanoseconds? {
        let count = count
        if count + unfinished == 0 { return nil }
        let rank = HistogramLayout.rank(percentile: percentile, count: count + unfinished)
        var seen: UInt64 = 0
        for (place, hits) in zip(places, times) {
            seen += UInt64(hits)
            if seen >= rank { return Nanoseconds(CompactHistogram.highestValue(at: Int(place))) }
        }
        return nil
    }
}
