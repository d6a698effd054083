import Foundation
import Measurement
import Testing

@Suite struct RankSumTests {
    @Test func `five against five that do not overlap have the smallest p there is`() {
        let test = RankSum([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
        #expect(abs(test.p - 2.0 / 252) < 1e-15)
        #expect(test.p == RankSum.smallestP(5, 5))
        #expect(test.isSecondLarger)
        #expect(!RankSum([6, 7, 8, 9, 10], [1, 2, 3, 4, 5]).isSecondLarger)
    }

    /// Source: Lehmann, Nonparametrics, §1.2: with 3 and 2 values, sums of ranks 6 to 12.
    @Test func `each way to deal out the ranks counts once`() {
        #expect(abs(RankSum([1, 2, 3], [4, 5]).p - 0.2) < 1e-15)
        #expect(abs(RankSum([1, 2, 4], [3, 5]).p - 0.4) < 1e-15)
        #expect(abs(RankSum([2, 3, 4], [1, 5]).p - 1) < 1e-15)
    }

    @Test func `equal values share their ranks`() {
        // Of the six ways to take two of {1, 2, 2, 3} two are as far from the middle as 1 and 2.
        #expect(abs(RankSum([1, 2], [2, 3]).p - 4.0 / 6) < 1e-15)
        #expect(RankSum([1, 1, 1], [1, 1, 1]).p == 1)
        #expect(RankSum([1, 2], [.infinity, .infinity]).p == RankSum([1, 2], [3, 3]).p)
    }

    @Test func `the exact test and its approximation meet where one takes over`() {
        var random = RandomNumbers(seed: 5)
        func values(_ count: Int, shift: Double) -> [Double] {
            (0..<count).map { _ in Double.random(in: 0..<1, using: &random) + shift }
        }
        for shift in [0, 0.05, 0.15, 0.3] {
            let (a, b) = (values(30, shift: 0), values(30, shift: shift))
            let exact = RankSum(a, b).p
            // One more on each side hardly changes what is to be said.
            let approximate = RankSum(a + [a.median], b + [b.median]).p
            #expect(abs(exact - approximate) < 0.02 + 0.2 * exact)
        }
    }

    @Test(arguments: [(3, 3, nil), (4, 4, 0), (5, 5, 2), (10, 10, 23), (4, 7, 3)])
    func `so many pairs are cut off for 95 per cent`(first: Int, second: Int, cut: Int?) {
        #expect(RankSum.pairsCutOff(first, second, confidence: 0.95) == cut)
    }
}
