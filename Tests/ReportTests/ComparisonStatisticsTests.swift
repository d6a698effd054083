import Foundation
import Measurement
import Testing

/// The statistics of comparisons beside SciPy's.
@Suite struct ComparisonStatisticsTests {
    private static let script = """
        import itertools, json, math, sys
        import numpy
        from scipy import stats

        def ranks(a, b):
            # By the definition: every way to deal the ranks out.
            r = stats.rankdata(a + b)
            n, m = len(a), len(b)
            centre = n * (n + m + 1) / 2
            far = abs(sum(r[:n]) - centre) - 1e-9
            sums = [sum(c) for c in itertools.combinations(r, n)]
            return sum(abs(s - centre) >= far for s in sums) / len(sums)

        out = []
        for a, b in json.loads(sys.argv[1]):
            exact = stats.mannwhitneyu(a, b, alternative="two-sided", method="exact").pvalue
            out.append([ranks(a, b), exact if len(set(a + b)) == len(a + b) else None])
        tails = [2 * stats.t.sf(x, df) for x, df in json.loads(sys.argv[2])]
        print(json.dumps([out, tails]))
        """

    @Test func `p values are SciPy's`() throws {
        var pairs: [[[Double]]] = []
        var state: UInt64 = 9
        func next(_ bound: UInt64) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double((state >> 33) % bound)
        }
        // Few values give ties, many give none.
        for bound: UInt64 in [3, 8, 1 << 30] {
            for (first, second) in [(5, 5), (3, 7), (2, 4), (8, 8)] {
                pairs.append([
                    (0..<first).map { _ in next(bound) }, (0..<second).map { _ in next(bound) },
                ])
            }
        }
        let tails: [[Double]] = [
            [0.5, 1], [2, 3.7], [4.6, 8.2], [3, 28], [12, 14], [0.01, 200],
        ]
        func text(_ value: Any) throws -> String {
            String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
        }
        let answer = try #require(
            Python.run(Self.script, arguments: [try text(pairs), try text(tails)]) as? [[Any]])
        let ranks = try #require(answer[0] as? [[Any]])
        for (pair, expected) in zip(pairs, ranks) {
            let p = RankSum(pair[0], pair[1]).p
            #expect(abs(p - (try #require(expected[0] as? Double))) < 1e-12, "\(pair)")
            if let exact = expected[1] as? Double { #expect(abs(p - exact) < 1e-12, "\(pair)") }
        }
        for (tail, expected) in zip(tails, try #require(answer[1] as? [Double])) {
            let p = StudentDistribution(freedom: tail[1]).bothTails(beyond: tail[0])
            #expect(abs(p - expected) < 1e-11 * max(1, expected) + 1e-9 * expected, "\(tail)")
            let reach = StudentDistribution(freedom: tail[1]).reach(of: 1 - p)
            #expect(abs(reach - tail[0]) < 1e-6 * tail[0] + 1e-6, "\(tail)")
        }
    }
}
