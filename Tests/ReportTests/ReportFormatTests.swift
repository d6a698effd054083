import Report
import Testing

@Suite struct ReportFormatTests {
    /// A sample as a directory, with the log of its first intervals.
    private func stored(in folder: TemporaryFolder) throws -> StoredReport {
        let sample = SampleReport()
        let directory = try ReportDirectory(creating: folder.path + "/report")
        directory.begin(startedAt: SampleReport.startedAt, catalogue: sample.catalogue)
        for interval in sample.intervals { directory.write(interval) }
        #expect(directory.finish(sample.report) == [])
        return try StoredReport(path: directory.path)
    }

    @Test(arguments: [
        (ReportFormat.text, "summary.txt"), (.html, "report.html"), (.csv, "timeseries.csv"),
        (.junit, "junit.xml"),
        (.markdown, "summary.md"),
    ])
    func `A stored report is rendered as its run did`(format: ReportFormat, name: String) throws {
        let folder = try TemporaryFolder()
        let report = try stored(in: folder)
        let original = try folder.text("report/" + name)
        #expect(format.render(report) == original)
        try ReportFormat.write(format.render(report), to: folder.path + "/copy")
        #expect(try folder.text("copy") == original)
    }

    @Test func `A file that cannot be written is said`() throws {
        let folder = try TemporaryFolder()
        let report = try stored(in: folder)
        let path = folder.path + "/missing/file"
        #expect(
            throws: ReportError.cannotWrite(path: path, reason: "No such file or directory")
        ) {
            try ReportFormat.write(ReportFormat.text.render(report), to: path)
        }
    }

    @Test func `A search for capacity is read back, and rendered as far as it has a form`() throws {
        let folder = try TemporaryFolder()
        let document = try CapacityTextTests.document(.found)
        let directory = try CapacityDirectory(creating: folder.path + "/found")
        try directory.write(document)
        for path in [directory.path, directory.path + "/capacity.json"] {
            let search = try #require(try CapacityDirectory.read(path))
            #expect(search == document)
        }
        for (format, name) in [
            (ReportFormat.text, "capacity.txt"), (.html, "capacity.html"), (.csv, "capacity.csv"),
        ] {
            #expect(format.render(document) == (try folder.text("found/" + name)))
        }
        #expect(ReportFormat.junit.render(document) == nil)
        #expect(ReportFormat.markdown.render(document) == nil)
        #expect(try CapacityDirectory.read(folder.path) == nil)
    }
}
