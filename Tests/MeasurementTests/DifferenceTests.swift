import Measurement
import Testing

@Suite struct DifferenceTests {
    @Test func `runs are told apart by their ranks, and the interval by all pairs`() throws {
        let a: [Double] = [100, 101, 102, 103, 104]
        let difference = try #require(
            Difference(from: .runs(a), to: .runs(a.map { $0 + 10 }), scale: .absolute))
        #expect(difference.estimate == 10)
        #expect(try #require(difference.p) < 0.01)
        // Pairs differ by 6 to 14, in 1, 2, 3, 4, 5, 4, 3, 2, 1 cases; two are cut off at each end.
        #expect(difference.interval == 7...13)
    }

    @Test func `a relative difference is part of the first side's value`() throws {
        let difference = try #require(
            Difference(from: .runs([2, 2, 2, 2]), to: .runs([3, 3, 3, 3]), scale: .relative))
        #expect(difference.estimate == 0.5)
        #expect(difference.interval == 0.5...0.5)
    }

    @Test func `of 1,000 pairs of equal series of five runs 1 per cent at most are different`() {
        var random = RandomNumbers(seed: 3)
        for steps in [1_000_000, 4] {
            let different = (0..<1_000).count { _ in
                func series() -> [Double] {
                    (0..<5).map { _ in Double(Int.random(in: 0..<steps, using: &random)) }
                }
                let difference = Difference(
                    from: .runs(series()), to: .runs(series()), scale: .absolute)
                return difference?.p.map { $0 < 0.01 } == true
            }
            #expect(different <= WindowSeriesTests.most)
        }
    }

    @Test func `infinite values are larger than all others and equal to each other`() throws {
        let infinite = [Double](repeating: .infinity, count: 5)
        let finite: [Double] = [1, 2, 3, 4, 5]
        let worse = try #require(
            Difference(from: .runs(finite), to: .runs(infinite), scale: .relative))
        #expect(worse.estimate == .infinity)
        #expect(try #require(worse.p) < 0.01)
        let equal = try #require(
            Difference(from: .runs(infinite), to: .runs(infinite), scale: .relative))
        #expect(equal.estimate == 0)
        #expect(equal.p == 1)
        #expect(equal.interval == 0...0)
    }

    @Test func `single values and sides without values say what can be said`() throws {
        let difference = try #require(
            Difference(from: .single(4), to: .single(5), scale: .relative))
        #expect(difference.estimate == 0.25)
        #expect(difference.p == nil)
        #expect(difference.interval == nil)
        #expect(Difference(from: .runs([]), to: .runs([1]), scale: .relative) == nil)
        let small = try #require(
            Difference(from: .runs([1, 2, 3]), to: .runs([4, 5, 6]), scale: .relative))
        #expect(small.interval == nil)
        #expect(small.p == 0.1)
    }

    @Test func `beyond a margin means by more than the margin`() throws {
        let a: [Double] = [100, 101, 102, 103, 104]
        let b = a.map { $0 * 1.2 }
        func chance(_ margin: Double, isAbove: Bool = true) throws -> Double {
            try #require(
                Difference.chance(
                    of: .runs(b), beyond: .runs(a), by: margin, .relative, isAbove: isAbove))
        }
        #expect(try chance(0.05) < 0.01)
        #expect(try chance(0.18) > 0.01)
        #expect(try chance(0.3) == 1)
        #expect(try chance(0.3, isAbove: false) < 0.01)
    }

    @Test func `windows are held against a margin too`() throws {
        var source = SimulatedSeries(seed: 4)
        let a = try #require(windows(source.autoregressive(60, 0)))
        let b = try #require(windows(source.autoregressive(60, 0).map { $0 * 1.2 }))
        func chance(_ margin: Double, _ scale: Difference.Scale) throws -> Double {
            try #require(
                Difference.chance(
                    of: .windows(b), beyond: .windows(a), by: margin, scale, isAbove: true))
        }
        #expect(try chance(0.05, .relative) < 0.001)
        #expect(try chance(1, .absolute) < 0.001)
        #expect(try chance(0.3, .relative) == 1)
        #expect(try chance(8, .absolute) == 1)
    }
}
