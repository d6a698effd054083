package import Measurement

/// The output directory of a run.
///
/// It is made before the load starts, so that a bad path costs nothing. What is written while the
/// run lasts is streamed; if the disk is full, the run goes on, and `finish` tells what is missing.
package final class ReportDirectory {
    /// As it was given.
    package let path: String
    private var catalogue = MetricCatalogue()
    private var histogramLog: OutputFile?
    private var timeSeries: OutputFile?
    private var rankLog: OutputFile?
    /// What could not be written, each file once.
    private var failures: [(path: String, error: ReportError)] = []

    /// Where a report goes if the user names no place.
    ///
    /// - Parameters:
    ///   - profile: its file's name without suffix.
    ///   - startedAt: nanoseconds since 1970-01-01 UTC.
    package static func defaultPath(profile: String, startedAt: Int64) -> String {
        "./reports/\(profile)-\(UTCTime(nanosecondsSince1970: startedAt).compact)"
    }

    /// Makes the directory, which must not exist, and tries to write there.
    ///
    /// - Throws: `ReportError.exists`, `.cannotCreate`, `.cannotWrite`.
    package init(creating path: String) throws(ReportError) {
        self.path = path
        try OutputFile.createDirectory(path)
        let probe = path + "/.probe"
        do throws(ReportError) {
            let file = try OutputFile(path: probe)
            try file.write(TimeSeriesCSV.header)
            try file.close()
        } catch {
            OutputFile.remove(probe)
            OutputFile.removeDirectory(path)
            throw error
        }
        OutputFile.remove(probe)
    }

    /// Opens the files that are streamed.
    ///
    /// - Parameter startedAt: nanoseconds since 1970-01-01 UTC.
    package func begin(startedAt: Int64, catalogue: MetricCatalogue) {
        self.catalogue = catalogue
        histogramLog = open("latency.hlog", HistogramLog.header(startedAt: startedAt))
        timeSeries = open("timeseries.csv", TimeSeriesCSV.header)
    }

    /// Appends an interval; after a failure the file is left as it is.
    package func write(_ interval: MergedInterval) {
        append(HistogramLog.lines(interval, catalogue), to: &histogramLog)
        append(TimeSeriesCSV.line(interval.row), to: &timeSeries)
    }

    /// Opens what a rank tells of itself for the merge, with its first line.
    package func begin(rankLine line: String) { rankLog = open(RankReader.fileName, line) }

    /// Appends to it; after a failure the file is left as it is.
    package func write(rankLine line: String) { append(line, to: &rankLog) }

    /// Writes the rest of the report.
    ///
    /// - Returns: what could not be written since `begin`; empty if the report is complete.
    package func finish(_ report: Report) -> [ReportError] {
        close(&histogramLog)
        close(&timeSeries)
        close(&rankLog)
        // Read back as a stored report will be; what could not be written cannot be read either.
        let latencies = failures.isEmpty ? try? LatencyLog(path: "\(path)/latency.hlog") : nil
        let document = RunDocument(report)
        // Once more, with what is known of an interval only now.
        write("timeseries.csv", TimeSeriesCSV.render(document))
        write("run.json", RunJSON.encode(document))
        write("summary.txt", SummaryText.render(document, colour: false))
        write("summary.md", SummaryMarkdown.render(document))
        write("junit.xml", JUnitXML.render(document))
        write("report.html", HTMLReport.render(document, latencies))
        write("profile.yaml", report.profile.resolved)
        return failures.map(\.error)
    }

    /// Takes the directory away again when the run came to nothing before `begin`.
    package func abandon() { OutputFile.removeDirectory(path) }

    private func open(_ name: String, _ header: String) -> OutputFile? {
        let place = "\(path)/\(name)"
        do {
            let file = try OutputFile(path: place)
            try file.write(header)
            return file
        } catch {
            failures.append((place, error))
            return nil
        }
    }

    private func append(_ text: String, to file: inout OutputFile?) {
        guard let open = file else { return }
        do {
            try open.write(text)
        } catch {
            failures.append((open.path, error))
            file = nil
        }
    }

    private func close(_ file: inout OutputFile?) {
        guard let open = file else { return }
        do {
            try open.close()
        } catch {
            failures.append((open.path, error))
        }
        file = nil
    }

    /// Writes a whole file; one that was streamed before is as good as this last time.
    private func write(_ name: String, _ text: String) {
        let place = "\(path)/\(name)"
        failures.removeAll { $0.path == place }
        do {
            try OutputFile.writeAtomically(text, to: place)
        } catch {
            failures.append((place, error))
        }
    }
}
