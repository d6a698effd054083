import Measurement
import Report
import Testing
import Units

@Suite struct TimeSeriesCSVTests {
    @Test func `A line has a field for each name of the header`() {
        let fields = TimeSeriesCSV.header.split(separator: ",").count
        for interval in SampleReport().intervals {
            let line = TimeSeriesCSV.line(interval.row)
            #expect(line.split(separator: ",", omittingEmptySubsequences: false).count == fields)
            #expect(line.hasSuffix("\n"))
        }
    }

    @Test func `The file of a report can be made again from its intervals`() {
        let sample = SampleReport()
        let streamed = sample.intervals.map { TimeSeriesCSV.line($0.row) }.joined()
        #expect(TimeSeriesCSV.render(sample.document) == TimeSeriesCSV.header + streamed)
    }

    @Test func `Values stand in the order of the header, and what is not there is empty`() {
        var row = IntervalRow()
        row.start = .seconds(Int64(2))
        row.length = .seconds(Int64(1))
        row.isMeasured = true
        row.online = 7
        row.logins = 3
        row.sent = 10
        row.delivered = 9
        row.errors = 1
        row.skipped = 2
        row.responseP50 = .milliseconds(20)
        row.lagP99 = Nanoseconds(512)
        row.busyRatio = 0.12345
        #expect(
            TimeSeriesCSV.line(row)
                == "2000000000,1000000000,1,7,3,10,9,1,2,20000000,,512,0.1235\n")
    }
}
