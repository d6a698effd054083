import Benchmark
import Testing

@Suite struct RoundStatisticsTests {
    @Test func `the median is the middle`() {
        #expect(RoundStatistics.median([3, 1, 2]) == 2)
        #expect(RoundStatistics.median([4, 1, 2, 3]) == 2.5)
    }

    /// Ranks for 95 %, from Conover's table of the binomial distribution at ½.
    @Test(arguments: [(5, 1), (6, 1), (8, 1), (9, 2), (11, 2), (12, 3), (15, 4), (20, 6), (25, 8)])
    func `the interval ends at the ranks of the table`(count: Int, rank: Int) {
        let estimate = RoundStatistics.estimate((1...count).map { Double($0) }.shuffled())
        #expect(estimate.low == Double(rank))
        #expect(estimate.high == Double(count + 1 - rank))
    }

    @Test func `ratios are taken round by round`() {
        let ratio = RoundStatistics.ratio([10, 40, 90], over: [5, 10, 30])
        #expect(ratio == RoundStatistics.Estimate(median: 3, low: 2, high: 4))
    }
}
