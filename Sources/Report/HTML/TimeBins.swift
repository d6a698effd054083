internal import Measurement
internal import Units

/// The intervals of a run in no more groups than a chart has room for.
struct TimeBins {
    /// Groups at most; about two to three units of a chart each.
    static let limit = 180

    /// The intervals of each group, in order of time.
    let groups: [ArraySlice<IntervalRow>]
    /// Where groups begin and end, in seconds: one more than there are groups.
    let edges: [Double]

    init(_ intervals: [IntervalRow]) {
        let size = max((intervals.count + Self.limit - 1) / Self.limit, 1)
        var groups = stride(from: 0, to: intervals.count, by: size).map { start in
            intervals[start..<min(start + size, intervals.count)]
        }
        // What is left at the end may be so short that its rates are chance.
        if groups.count > 1, let last = groups.last,
            Self.length(last) * 2 < Self.length(groups[0])
        {
            groups.removeLast()
            groups[groups.count - 1] = intervals[groups[groups.count - 1].startIndex...]
        }
        self.groups = groups
        edges = groups.compactMap { $0.first?.start.inSeconds } + [Self.end(groups.last)]
    }

    /// In the middle of each group.
    var middles: [Double] { zip(edges, edges.dropFirst()).map { ($0 + $1) / 2 } }

    var end: Double { edges.last ?? 0 }

    /// Warm-up and drain: what figures do not count.
    var unmeasured: [ClosedRange<Double>] {
        let measured = groups.joined().filter(\.isMeasured)
        guard let first = measured.first, let last = measured.last else { return [] }
        let (from, to) = (first.start.inSeconds, (last.start + last.length).inSeconds)
        return (from > 0 ? [0...from] : []) + (to < end ? [to...end] : [])
    }

    /// Events per second.
    func rates(_ count: (IntervalRow) -> UInt64) -> [Double?] {
        groups.map { rows in
            let length = Self.length(rows)
            return length > 0 ? Double(rows.reduce(0) { $0 + count($1) }) / length : nil
        }
    }

    /// The highest of each group; nil where no interval has a value.
    func highest(_ value: (IntervalRow) -> Double?) -> [Double?] {
        groups.map { $0.compactMap(value).max() }
    }

    func highest(_ value: (IntervalRow) -> Nanoseconds?) -> [Double?] {
        highest { value($0).map { Double($0.rawValue) } }
    }

    /// The histograms of a tag added up by group.
    func histograms(_ entries: [LatencyLog.Entry]) -> [SparseHistogram] {
        var sums = [SparseHistogram](repeating: SparseHistogram(), count: groups.count)
        for entry in entries {
            let middle = entry.start.inSeconds + entry.length.inSeconds / 2
            if let place = place(of: middle) { sums[place].add(entry.histogram) }
        }
        return sums
    }

    /// Points of another series averaged by group.
    func means(_ points: [(seconds: Double, value: Double)]) -> [Double?] {
        var sums = [(total: Double, count: Double)](repeating: (0, 0), count: groups.count)
        for point in points {
            guard let place = place(of: point.seconds) else { continue }
            sums[place].total += point.value
            sums[place].count += 1
        }
        return sums.map { $0.count > 0 ? $0.total / $0.count : nil }
    }

    /// The group that a time belongs to, if it is one of the run.
    private func place(of seconds: Double) -> Int? {
        guard seconds >= 0, let after = edges.firstIndex(where: { $0 > seconds }) else {
            return nil
        }
        return max(after - 1, 0)
    }

    private static func end(_ rows: ArraySlice<IntervalRow>?) -> Double {
        rows?.last.map { ($0.start + $0.length).inSeconds } ?? 0
    }

    private static func length(_ rows: ArraySlice<IntervalRow>) -> Double {
        end(rows) - (rows.first?.start.inSeconds ?? 0)
    }
}
