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

    @Test func `At the end the file has what was streamed, and what is only known then`() {
        let sample = SampleReport()
        let lines = TimeSeriesCSV.render(sample.document).split(separator: "\n").map(String.init)
        let streamed = sample.intervals.map { TimeSeriesCSV.line($0.row) }
        #expect(lines.count == 1 + streamed.count && lines[0] + "\n" == TimeSeriesCSV.header)
        for (line, early) in zip(lines.dropFirst(), streamed) {
            #expect(early.hasSuffix(",,,,,\n") && !line.hasSuffix(","))
            #expect(line.hasPrefix(String(early.dropLast(5))))
        }
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
        let start = "2000000000,1000000000,1,7,3,10,9,1,2,20000000,,512,0.1235"
        #expect(TimeSeriesCSV.line(row) == start + ",,,,,\n")
        row.due = 5
        row.dueP50 = .milliseconds(21)
        row.dueUnfinished = 4
        #expect(TimeSeriesCSV.line(row) == start + ",5,21000000,,,4\n")
    }
}
