import Measurement
import Testing
import Units

@testable import Report

@Suite struct LatencyBandsTests {
    @Test func `Every value is in one band, at its place`() throws {
        var one = Histogram()
        for value in 1...1_000 { one.record(.microseconds(Int64(value * 20))) }
        var other = Histogram()
        other.record(.milliseconds(900), count: 7)
        let bands = try #require(LatencyBands([one.sparse(), other.sparse()]))
        #expect(bands.counts.map { $0.reduce(0, +) } == [1_000, 7])
        #expect(bands.edges.count == bands.counts[0].count + 1)
        let row = try #require(bands.counts[1].firstIndex { $0 > 0 })
        #expect(bands.edges[row] <= 900e6 && bands.edges[row + 1] >= 900e6)
        #expect(bands.axis("").scale.domain == bands.edges[0]...1e9)
    }

    @Test func `Where nothing was seen there is no map`() {
        #expect(LatencyBands([SparseHistogram()]) == nil)
    }
}
