internal import Measurement
internal import Units

/// Histograms counted into bands of durations, each some per cent wider than the one below.
struct LatencyBands {
    private static let most = 36

    /// Where bands begin and end, in nanoseconds.
    let edges: [Double]
    /// By histogram, then by band.
    let counts: [[UInt64]]
    private let ticks: [Double]

    /// nil where nothing was seen.
    init?(_ histograms: [SparseHistogram]) {
        let seen = histograms.filter { $0.count > 0 }
        guard let low = seen.compactMap({ $0.percentile(0)?.rawValue }).min(),
            let high = seen.compactMap({ $0.percentile(100)?.rawValue }).max()
        else { return nil }
        let smallest = Double(max(low, 1_000))
        ticks = ChartScale.logarithmicTicks(
            from: smallest, to: max(Double(high), smallest * 1.01))
        let (from, to) = (ticks[0], ticks[ticks.count - 1])
        let edges = (0...Self.most).map { step in
            from * ChartScale.power(to / from, Double(step) / Double(Self.most))
        }
        self.edges = edges
        let scale = ChartScale(.logarithmic, from...to)
        counts = histograms.map { histogram in
            var rows = [UInt64](repeating: 0, count: Self.most)
            for (index, times) in zip(histogram.indices, histogram.counts) {
                let value = Double(max(HistogramLayout.highestValue(at: Int(index)), 1))
                let row = Int(scale.fraction(of: value) * Double(Self.most))
                rows[min(row, Self.most - 1)] += times
            }
            return rows
        }
    }

    func axis(_ title: String) -> ChartAxis {
        .latency(title, of: [ticks[0], ticks[ticks.count - 1]])
    }
}
