package import Measurement
internal import Units

/// The points of a curve of percentiles, evenly spaced on the axis of HdrHistogram's plots.
package struct PercentileCurve {
    private static let steps = 120

    /// Percentiles.
    package let x: ChartAxis
    /// On that axis.
    package let places: [Double]

    /// - Parameter count: of samples, of the longest curve.
    package init(count: UInt64) {
        let x = ChartAxis.percentiles(count: count)
        let last = x.scale.domain.upperBound
        self.x = x
        places = (0...Self.steps).map { step in
            ChartScale.power(last, Double(step) / Double(Self.steps))
        }
    }

    /// What a histogram has there, in nanoseconds; what is unfinished counts as infinite, and nil
    /// stands for it.
    package func values(_ histogram: Histogram, unfinished: UInt64 = 0) -> [Double?] {
        places.map { place in
            if histogram.count == 0 { return nil }
            return histogram.percentile(100 - 100 / place, unfinished: unfinished)
                .map { Double($0.rawValue) }
        }
    }
}
