import Testing
import Units

@testable import Measurement

@Suite struct CompactHistogramTests {
    @Test func `every value lies in its counter, which is narrow`() {
        var random = RandomNumbers(seed: 7)
        for _ in 0..<20_000 {
            let value = random.duration()
            let place = CompactHistogram.index(of: value)
            let highest = CompactHistogram.highestValue(at: place)
            let lowest = place == 0 ? 0 : CompactHistogram.highestValue(at: place - 1) + 1
            #expect(place >= 0 && place < CompactHistogram.length)
            #expect(lowest <= value && value <= highest)
            #expect(highest - lowest < max(512, value / 64 + 1), "\(value)")
        }
    }

    @Test func `percentiles are those of the values, to 1_6 per cent`() throws {
        var compact = CompactHistogram()
        var full = Histogram()
        var random = RandomNumbers(seed: 8)
        for _ in 0..<5_000 {
            let value = Nanoseconds(random.duration())
            compact.record(value)
            full.record(value)
        }
        #expect(compact.seen.count == 5_000)
        for percentile in [1.0, 50, 95, 99, 100] {
            let exact = full.percentile(percentile).inSeconds
            let found = try #require(compact.seen.percentile(percentile)).inSeconds
            #expect(abs(found - exact) <= exact / 64 + 512e-9, "\(percentile)")
        }
    }

    @Test func `unfinished ones are longer than all others`() {
        var compact = CompactHistogram()
        for _ in 0..<90 { compact.record(.milliseconds(1)) }
        #expect(compact.seen.percentile(50, unfinished: 10) != nil)
        #expect(compact.seen.percentile(95, unfinished: 10) == nil)
        #expect(CompactHistogram().seen.percentile(50) == nil)
    }

    @Test func `parts add up to the whole, in any order`() {
        var random = RandomNumbers(seed: 9)
        var parts = Array(repeating: CompactHistogram(), count: 3)
        var whole = CompactHistogram()
        for index in 0..<3_000 {
            let value = Nanoseconds(random.duration())
            parts[index % 3].record(value)
            whole.record(value)
        }
        for order in [[0, 1, 2], [2, 0, 1]] {
            var sum = CompactCounts()
            for index in order { sum.add(parts[index].seen) }
            #expect(sum == whole.seen)
            #expect(sum.isSound)
        }
        whole.reset()
        #expect(whole.seen == CompactCounts())
    }

    @Test func `values beyond the bounds count as these`() {
        var compact = CompactHistogram()
        compact.record(Nanoseconds(-5))
        compact.record(.seconds(Int64(100_000)))
        #expect(compact.seen.percentile(1) == Nanoseconds(511))
        let highest = compact.seen.percentile(100)
        #expect(highest.map { $0 >= .seconds(Int64(3_600)) } == true)
    }
}
