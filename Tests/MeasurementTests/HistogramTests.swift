import CAllocationCounter
import Measurement
import Testing
import Units

@Suite struct HistogramTests {
    /// The value that a sorted array has at the percentile, at the upper end of its step.
    private func reference(_ sorted: [Int64], _ percentile: Double) -> Int64 {
        let rank = Int(HistogramLayout.rank(percentile: percentile, count: UInt64(sorted.count)))
        return HistogramLayout.highestValue(at: HistogramLayout.index(of: sorted[rank - 1]))
    }

    @Test(arguments: [1, 2, 3, 10, 99, 100, 101, 1_000, 20_000])
    func `Percentiles are those of the sorted values`(count: Int) {
        var random = RandomNumbers(seed: UInt64(count))
        let values = (0..<count).map { _ in random.duration() }
        var histogram = Histogram()
        for value in values { histogram.record(Nanoseconds(value)) }
        let sorted = values.sorted()
        for percentile in [0.001, 1, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 100] {
            #expect(histogram.percentile(percentile).rawValue == reference(sorted, percentile))
            #expect(histogram.sparse().percentile(percentile) == histogram.percentile(percentile))
        }
        #expect(histogram.count == UInt64(count))
        #expect(histogram.min.rawValue == sorted[0])
        #expect(histogram.max.rawValue == sorted[count - 1])
        #expect(histogram.mean.rawValue == values.reduce(0, +) / Int64(count))
    }

    @Test func `The percentile 0 is the lower end of the first step`() {
        var histogram = Histogram()
        histogram.record(.milliseconds(20))
        #expect(histogram.percentile(0) <= .milliseconds(20))
        #expect(histogram.percentile(100) >= .milliseconds(20))
        #expect(histogram.percentile(0) != histogram.percentile(100))
    }

    @Test func `An empty histogram has zeros`() {
        let histogram = Histogram()
        #expect(histogram.percentile(99) == .zero)
        #expect(histogram.percentile(99, unfinished: 0) == .zero)
        #expect(histogram.min == .zero && histogram.max == .zero && histogram.mean == .zero)
        #expect(histogram.sparse().percentile(99) == nil)
    }

    @Test func `Parts add up exactly to the whole, in any order`() {
        var random = RandomNumbers(seed: 7)
        var whole = Histogram()
        var parts = Array(repeating: Histogram(), count: 5)
        for _ in 0..<10_000 {
            let value = Nanoseconds(random.duration())
            whole.record(value)
            parts[Int.random(in: 0..<5, using: &random)].record(value)
        }
        var forward = Histogram()
        var backward = SparseHistogram()
        for part in parts { forward.add(part) }
        for part in parts.reversed() { backward.add(part.sparse()) }
        #expect(forward == whole)
        #expect(backward == whole.sparse())
        #expect(forward.encodeV2Payload() == whole.encodeV2Payload())
        forward.add(Histogram())
        #expect(forward == whole)
    }

    @Test func `A value above an hour counts as an hour and as overflow`() {
        var histogram = Histogram()
        histogram.record(.seconds(3_600))
        #expect(histogram.overflow == 0)
        histogram.record(.seconds(3_601), count: 2)
        #expect(histogram.overflow == 2)
        #expect(histogram.count == 3)
        #expect(histogram.max == .seconds(3_600))
        var sum = Histogram()
        sum.add(histogram)
        sum.add(histogram)
        #expect(sum.overflow == 4)
    }

    @Test func `A negative value counts as zero`() {
        var histogram = Histogram()
        histogram.record(Nanoseconds(-5))
        #expect(histogram.min == .zero && histogram.max == .zero && histogram.count == 1)
    }

    @Test func `Recording a value often is recording it once and again`() {
        var once = Histogram()
        var often = Histogram()
        for _ in 0..<17 { once.record(.microseconds(1_234)) }
        often.record(.microseconds(1_234), count: 17)
        often.record(.microseconds(9), count: 0)
        #expect(once == often)
    }

    @Test func `After a reset nothing is left`() {
        var random = RandomNumbers(seed: 3)
        var histogram = Histogram()
        for _ in 0..<1_000 { histogram.record(Nanoseconds(random.duration())) }
        histogram.reset()
        #expect(histogram == Histogram())
        histogram.record(.microseconds(10))
        var fresh = Histogram()
        fresh.record(.microseconds(10))
        #expect(histogram == fresh)
    }

    @Test(
        "Recording 1,000 values up to an hour allocates nothing",
        .enabled(if: clamor_allocation_count_is_available(), "a sanitizer allocates itself"))
    func allocations() {
        var histogram = Histogram()
        histogram.record(.seconds(Int64(3_600)))
        let before = clamor_allocation_count()
        for number in 0..<1_000 { histogram.record(.milliseconds(Int64(number) * 3_600)) }
        #expect(clamor_allocation_count() == before)
        #expect(histogram.count == 1_001)
    }

    @Test func `Unfinished values are larger than all others`() {
        var histogram = Histogram()
        for value in 1...98 { histogram.record(.milliseconds(Int64(value))) }
        let p98 = histogram.percentile(98, unfinished: 2)
        #expect(p98 == histogram.percentile(100))
        #expect(histogram.percentile(99, unfinished: 2) == nil)
        let step = HistogramLayout.index(of: 50_000_000)
        let p50 = histogram.percentile(50, unfinished: 2)
        #expect(p50?.rawValue == HistogramLayout.highestValue(at: step))
        #expect(Histogram().percentile(1, unfinished: 1) == nil)
    }
}
