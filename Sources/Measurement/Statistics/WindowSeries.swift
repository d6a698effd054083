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
    static let fewestWindows = 10
    /// Sections that they are gathered into; with fewer windows each is a section.
    static let sections = 15
    /// Correlation of neighbours up to which the correction is carried.
    private static let highestCorrelation = 0.95
    /// Standard error, as a part of the figure, up to which it makes sense to speak of one.
    private static let greatestError = 0.5

    /// The figure of the whole run.
    package let value: Double
    /// Of the figure's logarithm.
    let variance: Double
    /// Degrees of freedom of `variance`.
    let freedom: Double

    /// Which windows belong to each section, of so many; nil if they are too few.
    package static func sections(ofWindows count: Int) -> [Range<Int>]? {
        guard count >= fewestWindows else { return nil }
        let sections = min(count, Self.sections)
        return (0..<sections).map { $0 * count / sections..<($0 + 1) * count / sections }
    }

    /// - Parameters:
    ///   - whole: the figure of all windows together.
    ///   - sections: that of each section.
    /// - Returns: nil where nothing can be said: a figure that is not above zero, or that moves by
    ///   so much that no run of this length tells it.
    package init?(whole: Double?, sections: [Double?]) {
        guard let whole, whole > 0, whole.isFinite else { return nil }
        let ratios = sections.compactMap { $0.map { $0 / whole } }.filter(\.isFinite)
        guard ratios.count == sections.count, ratios.count > 1 else { return nil }
        let count = Double(ratios.count)
        let spread =
            ratios.reduce(0) { $0 + ($1 - 1) * ($1 - 1) } / (count * (count - 1))
        let widening = Self.widening(ratios)
        guard spread * widening <= Self.greatestError * Self.greatestError else { return nil }
        value = whole
        variance = spread * widening
        freedom = max(1, count / widening - 1)
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
