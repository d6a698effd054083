import Measurement
import Testing
import Units

@testable import Report

@Suite struct TimeBinsTests {
    private func rows(_ count: Int, length: Nanoseconds = .seconds(Int64(1))) -> [IntervalRow] {
        (0..<count).map { second in
            var row = IntervalRow()
            row.start = .seconds(Int64(second))
            row.length = length
            row.isMeasured = second >= 2 && second < count - 1
            row.sent = UInt64(second)
            row.online = second
            return row
        }
    }

    @Test func `A short run has a group for each interval`() {
        let bins = TimeBins(rows(5))
        #expect(bins.edges == [0, 1, 2, 3, 4, 5])
        #expect(bins.middles == [0.5, 1.5, 2.5, 3.5, 4.5])
        #expect(bins.rates(\.sent) == [0, 1, 2, 3, 4])
        #expect(bins.unmeasured == [0...2, 4...5])
    }

    @Test(arguments: [179, 180, 181, 600, 3_600, 100_000])
    func `A long run has no more groups than can be seen, and none is left out`(count: Int) {
        let bins = TimeBins(rows(count))
        #expect(bins.groups.count <= TimeBins.limit)
        #expect(bins.groups.count * 2 > min(count, TimeBins.limit))
        #expect(bins.groups.reduce(0) { $0 + $1.count } == count)
        #expect(bins.end == Double(count))
        #expect(bins.highest { Double($0.online) }.last == Double(count - 1))
    }

    @Test func `A rest at the end that is too short for a rate joins the group before`() {
        var rows = rows(4)
        rows[3].length = .milliseconds(100)
        let bins = TimeBins(rows)
        #expect(bins.groups.map(\.count) == [1, 1, 2])
        #expect(bins.end == 3.1)
    }

    @Test func `Histograms and samples go to the group of their time`() {
        let bins = TimeBins(rows(3))
        var histogram = Histogram()
        histogram.record(.milliseconds(1))
        let entries = [0, 2, 2].map { second in
            LatencyLog.Entry(
                start: .seconds(Int64(second)), length: .seconds(Int64(1)),
                histogram: histogram.sparse())
        }
        #expect(bins.histograms(entries).map(\.count) == [1, 0, 2])
        let points = [(-1.0, 5.0), (0.2, 1), (0.6, 2), (2.5, 4), (7, 9)]
        #expect(
            bins.means(points.map { (seconds: $0.0, value: $0.1) }) == [1.5, nil, 4])
    }

    @Test func `Without intervals there are no groups`() {
        let bins = TimeBins([])
        #expect(bins.groups.isEmpty && bins.middles.isEmpty && bins.unmeasured.isEmpty)
    }
}
