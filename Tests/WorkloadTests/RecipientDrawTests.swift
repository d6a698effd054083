import Testing

@testable import Workload

@Suite struct RecipientDrawTests {
    @Test func `any recipient is one of the rank's own accounts`() {
        let rank = Rank(index: 2, of: 5)
        let draw = RecipientDraw(accountCount: 100, seed: 1, rank: rank)
        let drawn = Set((0..<500).compactMap { draw.any(UInt64($0), excluding: 4) })
        #expect(drawn == Set((0..<100).filter(rank.owns)).subtracting([4]))
    }

    private let draw = RecipientDraw(accountCount: 100, seed: 1)

    private func draws(_ count: Int) -> [UInt64] {
        var source = SeededRandom(seed: 9, stream: 9)
        return (0..<count).map { _ in source.next() }
    }

    @Test func `everyone online is drawn with the same chance, the sender never`() {
        var counts = [Int](repeating: 0, count: 100)
        for value in draws(40_000) {
            if let account = draw.online(value, excluding: 7, isOnline: { $0 < 41 }) {
                counts[account] += 1
            }
        }
        #expect(counts[7] == 0)
        #expect(counts[41...].allSatisfy { $0 == 0 })
        let others = (0..<41).filter { $0 != 7 }.map { counts[$0] }
        #expect(others.reduce(0, +) == 40_000)
        #expect(fits(others, Array(repeating: 1_000, count: 40)))
    }

    @Test func `a draw becomes the same account while the same are online`() {
        for value in draws(100) {
            let first = draw.online(value, excluding: nil) { $0 % 3 == 0 }
            #expect(first == draw.online(value, excluding: nil) { $0 % 3 == 0 })
            #expect(
                draw.hot(value, exponent: 1.1, excluding: 3) { $0 % 3 == 0 }
                    == draw.hot(value, exponent: 1.1, excluding: 3) { $0 % 3 == 0 })
        }
    }

    @Test func `the only one online is found, and nobody where there is nobody`() {
        for value in draws(200) {
            #expect(draw.online(value, excluding: 4) { $0 == 93 } == 93)
            #expect(draw.hot(value, exponent: 2, excluding: 4) { $0 == 93 } == 93)
            #expect(draw.online(value, excluding: 93) { $0 == 93 } == nil)
            #expect(draw.hot(value, exponent: 2, excluding: 93) { $0 == 93 } == nil)
        }
        let alone = RecipientDraw(accountCount: 1, seed: 1)
        #expect(alone.any(5, excluding: 0) == nil)
        #expect(alone.any(5, excluding: nil) == 0)
    }

    @Test func `the number of questions is bounded`() {
        for value in draws(50) {
            var questions = 0
            _ = draw.online(value, excluding: nil) { _ in
                questions += 1
                return false
            }
            #expect(questions <= 132)
            questions = 0
            _ = draw.hot(value, exponent: 1, excluding: nil) { _ in
                questions += 1
                return false
            }
            #expect(questions <= 132)
        }
    }

    @Test func `pairs are mutual`() {
        let draw = RecipientDraw(accountCount: 7, seed: 1)
        #expect((0..<7).map { draw.pair(of: $0) } == [1, 0, 3, 2, 5, 4, nil])
    }

    @Test func `hot accounts are the same for all senders, spread by the seed`() {
        var counts = [Int](repeating: 0, count: 100)
        for value in draws(20_000) {
            if let account = draw.hot(value, exponent: 1.2, excluding: nil, isOnline: { _ in true })
            {
                counts[account] += 1
            }
        }
        let hottest = counts.indices.max { counts[$0] < counts[$1] }
        // The first rank has a share of 1 / (sum of r^-1.2) = 0.277.
        #expect(abs(Double(counts[hottest ?? 0]) / 20_000 - 0.277) < 0.02)
    }

    @Test(arguments: [0.0, 0.5, 0.99, 1.0, 1.1, 2.0, 5.0])
    func `ranks have their Zipf probabilities`(exponent: Double) {
        let count = 20
        let distribution = ZipfDistribution(count: count, exponent: exponent)
        var source = SeededRandom(seed: 11, stream: 1)
        let total = 200_000
        var counts = [Int](repeating: 0, count: count)
        for _ in 0..<total { counts[distribution.draw(&source)] += 1 }
        let weights = (1...count).map { power(Double($0), -exponent) }
        let sum = weights.reduce(0, +)
        // Classes too rare for the test are put together.
        var observed: [Int] = [0]
        var expected: [Double] = [0]
        for (rank, weight) in weights.enumerated() {
            observed[observed.count - 1] += counts[rank]
            expected[expected.count - 1] += weight / sum * Double(total)
            if expected[expected.count - 1] >= 20 {
                observed.append(0)
                expected.append(0)
            }
        }
        if let rest = expected.last, rest < 20, expected.count > 1 {
            observed[observed.count - 2] += observed[observed.count - 1]
            expected[expected.count - 2] += rest
            observed.removeLast()
            expected.removeLast()
        }
        #expect(fits(observed, expected), "\(observed) \(expected)")
    }

    @Test func `a single rank and a million of them work`() {
        var source = SeededRandom(seed: 12, stream: 1)
        for exponent in [0.0, 1.0, 3.0] {
            #expect(ZipfDistribution(count: 1, exponent: exponent).draw(&source) == 0)
            let wide = ZipfDistribution(count: 1_000_000, exponent: exponent)
            #expect((0..<1_000).allSatisfy { _ in (0..<1_000_000).contains(wide.draw(&source)) })
        }
    }

    /// x to the power of y for the exponents of the test, as a product of roots and squares.
    private func power(_ x: Double, _ y: Double) -> Double {
        // The binary digits of |y| to forty places.
        var rest = y.magnitude
        var result = 1.0
        while rest >= 1 {
            result *= x
            rest -= 1
        }
        var root = x
        for _ in 0..<40 {
            root = root.squareRoot()
            rest *= 2
            if rest >= 1 {
                result *= root
                rest -= 1
            }
        }
        return y < 0 ? 1 / result : result
    }
}
