import Foundation
import Measurement
import Testing

/// Series whose true mean is known, as windows of a run.
struct SimulatedSeries {
    private var random: RandomNumbers

    init(seed: UInt64) { random = RandomNumbers(seed: seed) }

    private mutating func unit() -> Double { Double.random(in: 0..<1, using: &random) }

    private mutating func normal() -> Double {
        (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit())
    }

    /// Around 20, each value like the one before by `correlation`.
    mutating func autoregressive(_ count: Int, _ correlation: Double) -> [Double] {
        var level = normal()
        return (0..<count).map { _ in
            level = correlation * level + (1 - correlation * correlation).squareRoot() * normal()
            return 20 + level
        }
    }

    /// Around 20, with stretches of some four values that are half as large again.
    mutating func bursty(_ count: Int) -> [Double] {
        var isHigh = unit() < 1.0 / 6
        return (0..<count).map { _ in
            isHigh = isHigh ? unit() > 0.25 : unit() < 0.05
            return 20 + normal() + (isHigh ? 10 : 0)
        }
    }

    /// With a heavy tail: exponents of an autoregressive series.
    mutating func heavy(_ count: Int) -> [Double] {
        autoregressive(count, 0.5).map { exp($0 - 20) }
    }
}

func windows(_ values: [Double]) -> WindowSeries? {
    func mean(_ range: Range<Int>) -> Double {
        values[range].reduce(0, +) / Double(range.count)
    }
    return WindowSeries.sections(ofWindows: values.count).flatMap { sections in
        WindowSeries(whole: mean(values.indices), sections: sections.map(mean))
    }
}

@Suite struct WindowSeriesTests {
    static let pairs = 1_000
    /// More than this of 1,000 at a chance of 1 % would happen once in ten thousand times.
    static let most = 23

    enum Kind: CaseIterable { case independent, alike, veryAlike, bursty, heavy }

    @Test(arguments: Kind.allCases)
    func `of 1,000 pairs of equal series 1 per cent at most are called different`(
        kind: Kind
    ) throws {
        var source = SimulatedSeries(seed: 11)
        var (different, judged) = (0, 0)
        for _ in 0..<Self.pairs {
            func series() -> [Double] {
                switch kind {
                case .independent: source.autoregressive(60, 0)
                case .alike: source.autoregressive(60, 0.5)
                case .veryAlike: source.autoregressive(60, 0.8)
                case .bursty: source.bursty(60)
                case .heavy: source.heavy(60)
                }
            }
            // Where the tail is heavy a few say nothing at all.
            guard let a = windows(series()), let b = windows(series()) else { continue }
            judged += 1
            let difference = Difference(from: .windows(a), to: .windows(b), scale: .relative)
            if try #require(difference?.p) < 0.01 { different += 1 }
        }
        #expect(different <= Self.most, "\(kind)")
        #expect(judged >= 950, "\(kind)")
    }

    @Test func `short runs are no exception`() throws {
        var source = SimulatedSeries(seed: 12)
        var different = 0
        for _ in 0..<Self.pairs {
            let a = try #require(windows(source.autoregressive(15, 0.5)))
            let b = try #require(windows(source.autoregressive(15, 0.5)))
            let difference = Difference(from: .windows(a), to: .windows(b), scale: .relative)
            if try #require(difference?.p) < 0.01 { different += 1 }
        }
        // 5 % of the metrics may be called different.
        #expect(different <= 50)
    }

    @Test func `a difference that is there is found`() throws {
        var source = SimulatedSeries(seed: 13)
        var (found, held) = (0, 0)
        for _ in 0..<200 {
            let a = try #require(windows(source.autoregressive(60, 0.5)))
            let b = try #require(windows(source.autoregressive(60, 0.5).map { $0 * 1.2 }))
            let difference = try #require(
                Difference(from: .windows(a), to: .windows(b), scale: .relative))
            if try #require(difference.p) < 0.01 { found += 1 }
            if try #require(difference.interval).contains(0.2) { held += 1 }
        }
        #expect(found >= 180)
        #expect(held >= 180)
    }

    @Test func `too few windows, a figure that is zero and one that is anywhere say nothing`() {
        #expect(WindowSeries.sections(ofWindows: 9) == nil)
        #expect(WindowSeries.sections(ofWindows: 12)?.count == 12)
        #expect(
            WindowSeries.sections(ofWindows: 600)?.map(\.count) == Array(repeating: 40, count: 15))
        #expect(windows([Double](repeating: 0, count: 60)) == nil)
        #expect(windows([Double](repeating: 0, count: 56) + [1, 1, 1, 1]) == nil)
        #expect(WindowSeries(whole: 1, sections: [1, 1, nil]) == nil)
    }
}
