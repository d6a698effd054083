internal import Glibc

/// The rank-sum test of Mann, Whitney and Wilcoxon: whether the values of one sample are larger
/// than those of another, whatever their distributions are.
///
/// Exact, also where values are equal: of all ways to deal the ranks out, those are counted in
/// which the sum of the first sample's ranks is as far from its expectation. Beyond
/// `exactCount` values it is the normal approximation.
///
/// Bounds: both samples have values; infinite ones are allowed, NaN is not.
/// Source: Lehmann, Nonparametrics, §1.2 and §1.4 (conditional distribution with ties).
package struct RankSum: Sendable, Equatable {
    /// Values of both samples together up to which the test is exact.
    static let exactCount = 60

    /// The chance of a difference as large if both samples are of one kind; two-sided.
    package let p: Double
    /// Whether the second sample's ranks are above their expectation.
    package let isSecondLarger: Bool

    package init(_ first: [Double], _ second: [Double]) {
        let ranks = Self.doubledRanks(first + second)
        let sum = ranks.prefix(first.count).reduce(0, +)
        let expected = first.count * (ranks.count + 1)
        isSecondLarger = sum < expected
        let distance = abs(sum - expected)
        p =
            ranks.count <= Self.exactCount
            ? Self.exactP(ranks, choosing: first.count, distance: distance, from: expected)
            : Self.approximateP(ranks, choosing: first.count, distance: distance)
    }

    /// The smallest p that samples of these sizes can have: all values of one above the other's.
    package static func smallestP(_ first: Int, _ second: Int) -> Double {
        var ways = 1.0
        for step in 0..<min(first, second) {
            ways *= Double(first + second - step) / Double(step + 1)
        }
        return min(1, 2 / ways)
    }

    /// How many of the sorted differences of all pairs of values are cut off at each end, so that
    /// the rest is a confidence interval; nil if the samples are too small for that confidence.
    ///
    /// Source: Hodges and Lehmann 1963; Hollander and Wolfe, §4.3.
    package static func pairsCutOff(
        _ first: Int, _ second: Int, confidence: Double
    ) -> Int? {
        let count = first + second
        let pairs = first * second
        guard count <= exactCount else {
            let spread = (Double(pairs * (count + 1)) / 12).squareRoot()
            return max(0, Int(Double(pairs) / 2 - normalQuantile(confidence) * spread) - 1)
        }
        let ways = sums(of: Array(1...count).map { 2 * $0 }, choosing: first)
        let lowest = first * (first + 1)
        let total = ways.reduce(0, +)
        var tail = 0.0
        var place = 0
        while place < pairs / 2 {
            tail += ways[lowest + 2 * place]
            if 2 * tail > (1 - confidence) * total { break }
            place += 1
        }
        return place == 0 ? nil : place - 1
    }

    // MARK: -

    /// Twice the rank of each value, so that the mean rank of equal ones is whole.
    private static func doubledRanks(_ values: [Double]) -> [Int] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Int](repeating: 0, count: values.count)
        var start = 0
        while start < order.count {
            var end = start
            while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
            for place in start..<end { ranks[order[place]] = start + end + 1 }
            start = end
        }
        return ranks
    }

    /// In how many ways so many of the ranks add up to each sum.
    private static func sums(of ranks: [Int], choosing count: Int) -> [Double] {
        let largest = ranks.sorted().suffix(count).reduce(0, +)
        let none = [Double](repeating: 0, count: largest + 1)
        var ways = [[Double]](repeating: none, count: count + 1)
        ways[0][0] = 1
        for (seen, rank) in ranks.enumerated() where count > 0 {
            for chosen in stride(from: min(count, seen + 1), through: 1, by: -1)
            where rank <= largest {
                for sum in rank...largest where ways[chosen - 1][sum - rank] > 0 {
                    ways[chosen][sum] += ways[chosen - 1][sum - rank]
                }
            }
        }
        return ways[count]
    }

    private static func exactP(
        _ ranks: [Int], choosing count: Int, distance: Int, from expected: Int
    ) -> Double {
        var (all, far) = (0.0, 0.0)
        for (sum, ways) in sums(of: ranks, choosing: count).enumerated() where ways > 0 {
            all += ways
            if abs(sum - expected) >= distance { far += ways }
        }
        return min(1, far / all)
    }

    /// With the correction for equal values, and half a rank for continuity.
    private static func approximateP(_ ranks: [Int], choosing count: Int, distance: Int) -> Double {
        let total = Double(ranks.count)
        var equal: [Int: Double] = [:]
        for rank in ranks { equal[rank, default: 0] += 1 }
        let ties = equal.values.reduce(0) { $0 + $1 * $1 * $1 - $1 }
        let variance =
            Double(count) * (total - Double(count)) / 12
            * (total + 1 - ties / (total * (total - 1)))
        if variance <= 0 { return 1 }
        let excess = max(0, Double(distance) / 2 - 0.5)
        return erfc(excess / (2 * variance).squareRoot())
    }

    /// How many standard deviations to both sides hold that share of a normal distribution.
    private static func normalQuantile(_ confidence: Double) -> Double {
        var (low, high) = (0.0, 40.0)
        while high - low > 1e-12 {
            let middle = (low + high) / 2
            if erf(middle / 2.0.squareRoot()) < confidence { low = middle } else { high = middle }
        }
        return low
    }
}
