internal import Glibc
internal import Measurement

/// What the figures of several rounds come to.
package enum RoundStatistics {
    /// A value with the interval that its true one lies in.
    package struct Estimate: Hashable, Sendable {
        package var median: Double
        package var low: Double
        package var high: Double

        package init(median: Double, low: Double, high: Double) {
            (self.median, self.low, self.high) = (median, low, high)
        }
    }

    /// The share of cases in which an interval is to hold what it is of.
    package static let confidence = 0.95

    /// The middle one, or the mean of the middle two.
    ///
    /// Bounds: at least one value.
    package static func median(_ values: [Double]) -> Double {
        values.median
    }

    /// The median with its interval by order statistics: the k-th smallest and k-th largest value,
    /// k as large as the confidence allows. Assumes nothing of how the values are distributed.
    /// Fewer than six values cannot give that confidence; the interval is then all of them.
    ///
    /// Source: Conover, Practical Nonparametric Statistics, §3.2.
    package static func estimate(_ values: [Double]) -> Estimate {
        let sorted = values.sorted()
        var rank = 0
        var tail = 0.0
        var term = pow(0.5, Double(sorted.count))
        while rank < sorted.count / 2 {
            // The chance that at most `rank` of the values lie below the true median.
            tail += term
            guard 2 * tail <= 1 - confidence else { break }
            term *= Double(sorted.count - rank) / Double(rank + 1)
            rank += 1
        }
        let first = max(rank - 1, 0)
        return Estimate(
            median: median(sorted), low: sorted[first], high: sorted[sorted.count - 1 - first])
    }

    /// The ratios of two series round by round: what disturbs the machine for longer than a round
    /// disturbs both.
    package static func ratio(_ numerators: [Double], over denominators: [Double]) -> Estimate {
        estimate(zip(numerators, denominators).map { $0 / $1 })
    }
}
