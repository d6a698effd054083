import Measurement
import Testing

@Suite struct HistogramLayoutTests {
    @Test func `Every counter holds exactly the values from its lowest to its highest`() {
        var next: Int64 = 0
        for index in 0..<HistogramLayout.length {
            let lowest = HistogramLayout.lowestValue(at: index)
            let highest = HistogramLayout.highestValue(at: index)
            #expect(lowest == next)
            #expect(HistogramLayout.index(of: lowest) == index)
            #expect(HistogramLayout.index(of: highest) == index)
            next = highest + 1
        }
        #expect(next > HistogramLayout.highest)
    }

    @Test func `A step is half a microsecond, or a thousandth of the value`() {
        for index in 0..<HistogramLayout.length {
            let lowest = HistogramLayout.lowestValue(at: index)
            let width = HistogramLayout.highestValue(at: index) - lowest + 1
            #expect(width <= max(512, lowest / 1_000))
        }
    }

    @Test func `A rank is the smallest number of values that make up the percentile`() {
        #expect(HistogramLayout.rank(percentile: 50, count: 10) == 5)
        #expect(HistogramLayout.rank(percentile: 50, count: 11) == 6)
        #expect(HistogramLayout.rank(percentile: 99, count: 100) == 99)
        #expect(HistogramLayout.rank(percentile: 99, count: 101) == 100)
        #expect(HistogramLayout.rank(percentile: 99.9, count: 1_000) == 999)
        #expect(HistogramLayout.rank(percentile: 90, count: 6) == 5)
        #expect(HistogramLayout.rank(percentile: 99, count: 675) == 668)
        #expect(HistogramLayout.rank(percentile: 99.9, count: 675) == 674)
        #expect(HistogramLayout.rank(percentile: 100, count: 7) == 7)
        #expect(HistogramLayout.rank(percentile: 0, count: 7) == 1)
        #expect(HistogramLayout.rank(percentile: 250, count: 7) == 7)
    }
}
