/// A figure of one run, and how far chance may have moved it, from windows of that run.
///
/// Neighbouring windows of a run are alike, so their spread alone promises too much. The windows
/// are gathered into few sections, long enough to be nearly independent; the spread of the
/// sections' figures, widened by the correlation that is left between neighbours, gives the
/// uncertainty, and the degrees of freedom shrink by as much.
///
/// Source: sectioning as in Asmussen and Glynn, Stochastic Simulation, §III.5; the effective number
/// of samples of an AR(1) series; its bias in short series as in Marriott and Pope 1954.
package struct WindowSeries: Sendable, Equatable {
    /// Windows of which a run must have this many.
    package static let fewestWindows = 12
    /// Sections that they are gathered into; with fewer windows each is a section.
    static let sections = 15
    /// Correlation of neighbours up to which the correction is carried.
    private static let highestCorrelation = 0.95

    /// The figure of the whole run.
    package let value: Double
    /// Of the figure's logarithm.
    let variance: Double
    /// Degrees of freedom of `variance`.
    let freedom: Double

    /// - Parameters:
    ///   - windows: how many there are.
    ///   - figure: that of some of the windows together; nil where they have none.
    /// - Returns: nil where nothing can be said: too few windows, or a figure that is not above
    ///   zero.
    package init?(windows: Int, figure: (Range<Int>) -> Double?) {
        guard windows >= Self.fewestWindows, let whole = figure(0..<windows), whole > 0,
            whole.isFinite
        else { return nil }
        let count = min(windows, Self.sections)
        var ratios: [Double] = []
        for section in 0..<count {
            let range = section * windows / count..<(section + 1) * windows / count
            guard let value = figure(range), value.isFinite else { return nil }
            ratios.append(value / whole)
        }
        value = whole
        let deviations = ratios.map { $0 - 1 }
        let spread =
            deviations.reduce(0) { $0 + $1 * $1 } / Double(count * (count - 1))
        let widening = Self.widening(ratios)
        variance = spread * widening
        freedom = max(1, Double(count) / widening - 1)
    }

    /// How many times the variance of the mean is what it were without correlation.
    private static func widening(_ values: [Double]) -> Double {
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        let deviations = values.map { $0 - mean }
        let power = deviations.reduce(0) { $0 + $1 * $1 }
        if power == 0 { return 1 }
        let products = zip(deviations, deviations.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
        let seen = products / power
        let correlation = min(max(seen + (1 + 3 * seen) / count, 0), highestCorrelation)
        return (1 + correlation) / (1 - correlation)
    }
}
