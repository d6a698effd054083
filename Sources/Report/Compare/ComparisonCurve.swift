internal import Measurement
internal import Units

/// The responses of one metric on every side, for the charts of a comparison.
package struct ComparisonCurve: Sendable {
    /// All runs of a side together.
    struct Side: Sendable {
        var all = Histogram()
        /// Lost, timed out, skipped.
        var unfinished: UInt64 = 0
        /// By part of the run; empty where nothing was done.
        var parts: [SparseHistogram]
    }

    /// Parts of the time axis at most.
    private static let mostParts = 240

    let metric: String
    let sides: [Side]
    /// The middle of each part, in seconds from the start.
    let places: [Double]

    /// Of each metric that is an action, in the order of the first report.
    static func all(_ sides: [ComparisonSide]) -> [ComparisonCurve] {
        guard let metrics = sides.first?.runs.first?.metrics.all else { return [] }
        return metrics.filter { $0.kind == .action && $0.base == nil }.compactMap {
            ComparisonCurve($0.name, sides)
        }
    }

    private init?(_ metric: String, _ sides: [ComparisonSide]) {
        self.metric = metric
        let tag = LatencyLog.tag(metric, "response")
        let logs = sides.map { $0.reports.map { $0.latencies?.entries[tag] ?? [] } }
        let end = logs.joined().joined().map { ($0.start + $0.length).inSeconds }.max() ?? 0
        if end <= 0 { return nil }
        let width = max(1, (end / Double(Self.mostParts)).rounded(.up))
        let count = Int((end / width).rounded(.up))
        places = (0..<count).map { (Double($0) + 0.5) * width }
        self.sides = zip(sides, logs).map { side, logs in
            var result = Side(parts: Array(repeating: SparseHistogram(), count: count))
            for entry in logs.joined() {
                result.all.add(entry.histogram)
                let part = Int((entry.start + entry.length / 2).inSeconds / width)
                result.parts[min(part, count - 1)].add(entry.histogram)
            }
            for run in side.runs { result.unfinished += run.metrics[metric]?.unfinished ?? 0 }
            return result
        }
        if self.sides.allSatisfy({ $0.all.count == 0 }) { return nil }
    }
}
