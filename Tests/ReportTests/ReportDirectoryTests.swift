import Foundation
import Measurement
import Report
import Testing

@Suite struct ReportDirectoryTests {
    @Test func `A report has all its files`() throws {
        let folder = try TemporaryFolder()
        let sample = SampleReport()
        let directory = try ReportDirectory(creating: folder.path + "/deep/er/report")
        directory.begin(startedAt: SampleReport.startedAt, catalogue: sample.catalogue)
        for interval in sample.intervals { directory.write(interval) }
        #expect(directory.finish(sample.report) == [])
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(
            names.sorted() == [
                "junit.xml", "latency.hlog", "profile.yaml", "report.html", "run.json",
                "summary.md", "summary.txt", "timeseries.csv",
            ])
        let inside = "deep/er/report/"
        #expect(try folder.text(inside + "run.json") == RunJSON.encode(sample.document))
        #expect(
            try folder.text(inside + "summary.txt")
                == SummaryText.render(sample.document, colour: false))
        #expect(try folder.text(inside + "profile.yaml") == "title: Sample\n")
        let series = try folder.text(inside + "timeseries.csv").split(separator: "\n")
        #expect(series.count == 1 + sample.intervals.count)
    }

    @Test func `What happened so far is on the disk while the run lasts`() throws {
        let folder = try TemporaryFolder()
        let sample = SampleReport()
        let directory = try ReportDirectory(creating: folder.path + "/report")
        directory.begin(startedAt: SampleReport.startedAt, catalogue: sample.catalogue)
        directory.write(sample.intervals[1])
        #expect(try folder.text("report/timeseries.csv").split(separator: "\n").count == 2)
        #expect(try folder.text("report/latency.hlog").contains("Tag=message.response,"))
        _ = directory.finish(sample.report)
    }

    @Test func `A directory that exists is left alone`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: ReportError.exists(path: folder.path)) {
            try ReportDirectory(creating: folder.path)
        }
        #expect(ReportError.exists(path: "x").description.contains("--output"))
    }

    @Test func `A place where nothing can be made is told before the run`() throws {
        let folder = try TemporaryFolder()
        try "".write(toFile: folder.path + "/file", atomically: false, encoding: .utf8)
        let error = #expect(throws: ReportError.self) {
            try ReportDirectory(creating: folder.path + "/file/report")
        }
        guard case .cannotCreate(_, let reason)? = error else {
            Issue.record("not said to be impossible: \(String(describing: error))")
            return
        }
        #expect(reason == "Not a directory")
    }

    /// Writes a report in which the named files go to a device that is always full.
    ///
    /// - Returns: what could not be written.
    private func write(to path: String, full names: [String]) throws -> [ReportError] {
        let directory = try ReportDirectory(creating: path)
        for name in names {
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/\(name)", withDestinationPath: "/dev/full")
        }
        let sample = SampleReport()
        directory.begin(startedAt: SampleReport.startedAt, catalogue: sample.catalogue)
        for interval in sample.intervals { directory.write(interval) }
        return directory.finish(sample.report)
    }

    @Test func `On a full disk the run goes on and the report says what is missing`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/report"
        let full = "No space left on device"
        #expect(
            try write(to: path, full: ["latency.hlog", "run.json.tmp"]) == [
                .cannotWrite(path: "\(path)/latency.hlog", reason: full),
                .cannotWrite(path: "\(path)/run.json", reason: full),
            ])
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(
            Set(names) == [
                "latency.hlog", "timeseries.csv", "summary.txt", "summary.md", "junit.xml",
                "profile.yaml", "report.html",
            ])
        #expect(try folder.text("report/timeseries.csv").split(separator: "\n").count == 6)
    }

    @Test func `A file that is written twice is named once, and only if it is missing`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/report"
        #expect(
            try write(to: path, full: ["timeseries.csv", "timeseries.csv.tmp"]) == [
                .cannotWrite(path: "\(path)/timeseries.csv", reason: "No space left on device")
            ])
        // There was room again when it was written as a whole.
        #expect(try write(to: folder.path + "/later", full: ["timeseries.csv"]) == [])
        #expect(try folder.text("later/timeseries.csv").split(separator: "\n").count == 6)
    }

    @Test func `Without a name the place is made of profile and time`() {
        let path = ReportDirectory.defaultPath(
            profile: "quickstart", startedAt: SampleReport.startedAt)
        #expect(path == "./reports/quickstart-20261130T035744Z")
    }
}
