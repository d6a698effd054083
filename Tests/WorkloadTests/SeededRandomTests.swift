import Testing
import Units

@testable import Workload

@Suite struct SeededRandomTests {
    @Test func `SplitMix64 gives the numbers of its reference`() {
        // The first outputs of Vigna's splitmix64.c for the state 1234567.
        var source = SplitMix64(state: 1_234_567)
        let expected: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
        ]
        for value in expected { #expect(source.next() == value) }
    }

    @Test func `xoshiro256 plus plus gives the numbers of its reference`() {
        // The first outputs of xoshiro256plusplus.c for the state 1, 2, 3, 4.
        var source = SeededRandom(seed: 0, stream: 0)
        source.s0 = 1
        source.s1 = 2
        source.s2 = 3
        source.s3 = 4
        let expected: [UInt64] = [
            41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386,
            9_228_616_714_210_784_205,
        ]
        for value in expected { #expect(source.next() == value) }
    }

    @Test func `the same seed and stream repeat, others differ`() {
        func first(_ seed: UInt64, _ stream: UInt64) -> UInt64 {
            var source = SeededRandom(seed: seed, stream: stream)
            return source.next()
        }
        #expect(first(7, 3) == first(7, 3))
        var seen: Set<UInt64> = []
        for seed in 0..<100 {
            for stream in 0..<100 { seen.insert(first(UInt64(seed), UInt64(stream))) }
        }
        #expect(seen.count == 10_000)
    }

    @Test func `bounded numbers are uniform and within their bound`() {
        var source = SeededRandom(seed: 1, stream: 1)
        var counts = [Int](repeating: 0, count: 7)
        for _ in 0..<70_000 { counts[Int(source.below(7))] += 1 }
        #expect(fits(counts, Array(repeating: 10_000, count: 7)))
        // Two thirds of the words: a modulo would give the lower half twice as often.
        let bound = UInt64.max / 3 * 2
        var lower = 0
        for _ in 0..<10_000 where source.below(bound) < bound / 2 { lower += 1 }
        #expect(fits([lower, 10_000 - lower], [5_000, 5_000]))
    }

    @Test func `a range includes both ends`() {
        var source = SeededRandom(seed: 2, stream: 1)
        var seen: Set<Int64> = []
        for _ in 0..<200 { seen.insert(source.between(-2, 2)) }
        #expect(seen == [-2, -1, 0, 1, 2])
        #expect(source.between(5, 5) == 5)
        for _ in 0..<100 { _ = source.between(.min, .max) }
    }

    @Test func `exponential numbers have their mean and their tail`() {
        var source = SeededRandom(seed: 3, stream: 1)
        var sum = 0.0
        var beyond = 0
        for _ in 0..<100_000 {
            let value = source.exponential()
            #expect(value >= 0 && value.isFinite)
            sum += value
            if value > 2 { beyond += 1 }
        }
        #expect(abs(sum / 100_000 - 1) < 0.02)
        // exp(-2) of all.
        #expect(fits([beyond, 100_000 - beyond], [13_533.5, 86_466.5]))
    }

    @Test func `the unit interval is left open above`() {
        var source = SeededRandom(seed: 4, stream: 1)
        var counts = [Int](repeating: 0, count: 10)
        for _ in 0..<100_000 { counts[Int(source.unit() * 10)] += 1 }
        #expect(fits(counts, Array(repeating: 10_000, count: 10)))
    }
}
