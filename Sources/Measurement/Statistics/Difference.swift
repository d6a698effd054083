internal import Glibc

/// How the figure of one side lies to that of another, and what is known of it.
package struct Difference: Sendable, Equatable {
    /// What the difference is told in.
    package enum Scale: String, Sendable, Codable {
        /// As a part of the first side's value: 0.05 for 5 % more.
        case relative
        /// In the figure's own unit.
        case absolute
    }

    /// What there is of a figure on one side.
    package enum Evidence: Sendable, Equatable {
        /// Its values in several runs; none of them is NaN.
        case runs([Double])
        /// Windows within one run.
        case windows(WindowSeries)
        /// A run without windows.
        case single(Double)

        /// The figure: of several runs the median.
        package var value: Double? {
            switch self {
            case .runs(let values): values.isEmpty ? nil : values.median
            case .windows(let series): series.value
            case .single(let value): value
            }
        }
    }

    /// The share of cases in which an interval is to hold the true difference.
    package static let confidence = 0.95

    package let scale: Scale
    /// Between the values of both sides.
    package let estimate: Double
    /// Where the true difference lies; nil where there is too little to say.
    package let interval: ClosedRange<Double>?
    /// The chance of a difference as large between equal sides; nil where there is too little.
    package let p: Double?

    /// - Returns: nil if a side has no value.
    package init?(from first: Evidence, to second: Evidence, scale: Scale) {
        guard let a = first.value, let b = second.value else { return nil }
        self.scale = scale
        estimate = Self.distance(from: a, to: b, scale)
        switch (first, second) {
        case (.runs(let a), .runs(let b)) where a.count > 1 && b.count > 1:
            p = RankSum(a, b).p
            interval = Self.interval(a, b, scale)
        case (.windows(let a), .windows(let b)):
            let test = Self.test(a, b, margin: 0)
            p = test.p
            let centre = log(b.value / a.value)
            let reach = test.error == 0 ? 0 : test.student.reach(of: Self.confidence) * test.error
            let ends = (exp(centre - reach), exp(centre + reach))
            interval =
                scale == .relative
                ? ends.0 - 1...ends.1 - 1 : a.value * (ends.0 - 1)...a.value * (ends.1 - 1)
        default: (interval, p) = (nil, nil)
        }
    }

    /// The chance that the second side is, by mere luck, as far beyond the first moved by a margin
    /// as it is; 1 where it is not beyond it, nil where there is too little to say.
    ///
    /// - Parameters:
    ///   - margin: 0.05 for 5 % above the first side's value, or in the figure's unit.
    ///   - isAbove: beyond means above; else below.
    package static func chance(
        of second: Evidence, beyond first: Evidence, by margin: Double, _ scale: Scale,
        isAbove: Bool
    ) -> Double? {
        switch (first, second) {
        case (.runs(let a), .runs(let b)) where a.count > 1 && b.count > 1:
            let moved = a.map { scale == .relative ? $0 * (1 + margin) : $0 + margin }
            let test = RankSum(moved, b)
            return test.isSecondLarger == isAbove ? test.p : 1
        case (.windows(let a), .windows(let b)):
            let moved = scale == .relative ? margin : margin / a.value
            if moved <= -1 { return isAbove ? 0 : 1 }
            let test = test(a, b, margin: log(1 + moved))
            return test.isAbove == isAbove ? test.p : 1
        default: return nil
        }
    }

    // MARK: -

    private static func distance(from a: Double, to b: Double, _ scale: Scale) -> Double {
        // Two that are infinite, or zero, are equal.
        if a == b { return 0 }
        return scale == .relative ? b / a - 1 : b - a
    }

    /// By the distances of all pairs, as many cut off at both ends as the ranks allow.
    private static func interval(
        _ first: [Double], _ second: [Double], _ scale: Scale
    ) -> ClosedRange<Double>? {
        guard
            let cut = RankSum.pairsCutOff(first.count, second.count, confidence: confidence)
        else { return nil }
        let distances = first.flatMap { a in second.map { distance(from: a, to: $0, scale) } }
            .sorted()
        return distances[cut]...distances[distances.count - 1 - cut]
    }

    /// Welch's test of the logarithms.
    private static func test(
        _ a: WindowSeries, _ b: WindowSeries, margin: Double
    ) -> (p: Double, isAbove: Bool, error: Double, student: StudentDistribution) {
        let distance = log(b.value / a.value) - margin
        let variance = a.variance + b.variance
        let error = variance.squareRoot()
        // Series without any spread differ for certain, or not at all.
        guard error > 0 else {
            return (distance == 0 ? 1 : 0, distance > 0, 0, StudentDistribution(freedom: 1))
        }
        let freedom =
            variance * variance
            / (a.variance * a.variance / a.freedom + b.variance * b.variance / b.freedom)
        let student = StudentDistribution(freedom: freedom)
        return (student.bothTails(beyond: distance / error), distance > 0, error, student)
    }
}
