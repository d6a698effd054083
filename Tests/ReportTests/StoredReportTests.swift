import Foundation
import Measurement
import Report
import Testing
import Units

@Suite struct StoredReportTests {
    private func stored(_ sample: SampleReport, in folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/report"
        let directory = try ReportDirectory(creating: path)
        directory.begin(startedAt: SampleReport.startedAt, catalogue: sample.catalogue)
        for interval in sample.intervals { directory.write(interval) }
        #expect(directory.finish(sample.report) == [])
        return path
    }

    @Test(arguments: ["", "/run.json"])
    func `A report is read back as it was written`(suffix: String) throws {
        let sample = SampleReport(
            change: { result in
                result.facts.seed = .max
                result.facts.server = ServerVersion(name: "Prosody", version: "0.12")
            },
            thresholds: { _ in
                [
                    ThresholdResult(expression: "a", observed: .noSamples, passed: false),
                    ThresholdResult(expression: "b", observed: .infinite, passed: false),
                    ThresholdResult(
                        expression: "c", observed: .duration(.milliseconds(3)), passed: true),
                    ThresholdResult(expression: "d", observed: .count(4), passed: true),
                    ThresholdResult(expression: "e", observed: .number(0.5), passed: true),
                    ThresholdResult(expression: "f", observed: .bytes(4_096), passed: true),
                    ThresholdResult(expression: "g", observed: .unknown, passed: false),
                ]
            })
        let folder = try TemporaryFolder()
        let report = try StoredReport(path: try stored(sample, in: folder) + suffix)
        #expect(report.run == sample.document)
        #expect(report.path == folder.path + "/report")
        #expect(report.profile == "title: Sample\n")
    }

    @Test func `The log adds up to the metrics`() throws {
        let sample = SampleReport()
        let folder = try TemporaryFolder()
        let report = try StoredReport(path: try stored(sample, in: folder))
        let log = try #require(report.latencies)
        #expect(log.damagedLines == 0)
        for metric in sample.report.result.metrics {
            let total = log.total(LatencyLog.tag(metric.name, "response"))
            #expect(total.count == metric.response.count)
            for percentile in [50.0, 90, 99, 99.9] where total.count > 0 {
                #expect(total.percentile(percentile) == metric.response.percentile(percentile))
            }
        }
        let first = try #require(log.entries["message.response"]?.first)
        #expect(first.start == .seconds(Int64(1)))
        #expect(first.length == .seconds(Int64(1)))
    }

    @Test func `A log that was taken away is missed by nothing, a foreign one is named`() throws {
        let folder = try TemporaryFolder()
        let path = try stored(SampleReport(), in: folder)
        let log = path + "/latency.hlog"
        let longest = LatencyLog.longestLine
        let foreign = "#\n" + String(repeating: "x", count: longest.rawValue + 1)
        try foreign.write(toFile: log, atomically: false, encoding: .utf8)
        let error = ReportError.longLine(path: log, line: 2, longest: longest)
        #expect(throws: error) { try StoredReport(path: path) }
        #expect(error.description.hasPrefix("\(log):2: a line of more than 1.00 MiB, "))
        try FileManager.default.removeItem(atPath: log)
        #expect(try StoredReport(path: path).latencies == nil)
    }

    @Test(arguments: [
        (#"{"schema": "clamor.run/1"}"#, "verdict is missing"),
        (#"{"schema": 1}"#, "schema is not what it should be"), ("", "it is not JSON"),
    ])
    func `What is no report is said`(text: String, reason: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/run.json"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        #expect(throws: ReportError.notAReport(path: path, reason: reason)) {
            try StoredReport(path: folder.path)
        }
    }

    @Test func `A document of another version is said`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/run.json"
        try RunJSON.encode(SampleReport().document).replacing("clamor.run/1", with: "clamor.run/9")
            .write(toFile: path, atomically: false, encoding: .utf8)
        #expect(throws: ReportError.self) { try StoredReport(path: path) }
    }
}
