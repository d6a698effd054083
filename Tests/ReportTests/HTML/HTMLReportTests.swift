import Foundation
import FoundationXML
import Measurement
import Report
import Testing
import Units

@Suite struct HTMLReportTests {
    private static let evil = "</script><script>alert(1)</script><!-- \" onload='x' &amp;"

    /// A run with something in every section.
    private func full() -> RunDocument {
        var document = SampleReport(
            change: { result in
                result.facts.server = ServerVersion(name: Self.evil, version: "1")
                result.messages.lost = 3
                result.messages.sent += 3
                result.errors = [
                    ErrorResult(
                        stage: "auth", condition: Self.evil, count: 12, measured: 12,
                        sample: "<failure>\(Self.evil)</failure>")
                ]
            },
            thresholds: { _ in
                [ThresholdResult(expression: Self.evil, observed: .infinite, passed: false)]
            }
        ).document
        document.profile.title = Self.evil
        var step = StepResult(step: Self.evil, path: "1")
        step.started = 4
        step.done = 3
        document.scenarios = [ScenarioLadder(name: Self.evil, steps: [step])]
        var timeline = SessionTimeline(account: Self.evil, scenario: Self.evil, started: .zero)
        timeline.append(at: .milliseconds(5), .out) { "<auth>\(Self.evil)</auth>" }
        timeline.append(at: .milliseconds(9), .in) { "<success/>" }
        document.timelines = [timeline]
        var usage = ServerUsage(source: Self.evil)
        var sample = ServerUsage.Sample(time: .seconds(Int64(2)))
        (sample.cpuRatio, sample.residentBytes) = (0.4, 50_000_000)
        usage.samples = [sample]
        usage.series.append(.init(time: .seconds(Int64(1)), value: 3), to: Self.evil)
        document.serverUsage = [usage]
        document.server.cpuPerLogin = .milliseconds(3)
        return document
    }

    /// What the run wrote to `latency.hlog`.
    private func log(_ sample: SampleReport) throws -> LatencyLog {
        let folder = try TemporaryFolder()
        let directory = try ReportDirectory(creating: folder.path + "/report")
        directory.begin(startedAt: SampleReport.startedAt, catalogue: sample.catalogue)
        for interval in sample.intervals { directory.write(interval) }
        #expect(directory.finish(sample.report) == [])
        return try LatencyLog(path: directory.path + "/latency.hlog")
    }

    @Test func `Nothing that comes from outside is markup, anywhere`() throws {
        let page = HTMLReport.render(full(), try log(SampleReport()))
        #expect(page.components(separatedBy: "<script").count == 2)
        #expect(page.components(separatedBy: "</script>").count == 2)
        #expect(!page.contains("<!--") && !page.contains("onload='"))
        // Title, heading, server, threshold, error, step, session, source, series and more.
        #expect(page.components(separatedBy: "&lt;script&gt;alert(1)").count > 12)
    }

    /// The page happens to be XML, too, but for the doctype; so its nesting can be checked.
    @Test func `Elements are closed and attributes quoted`() throws {
        let page = HTMLReport.render(full(), try log(SampleReport()))
        let root = try #require(XMLDocument(xmlString: page.withoutScriptAndStyle).rootElement())
        #expect(try root.nodes(forXPath: "//h1").count == 1)
        let charts = try root.nodes(forXPath: "//svg")
        #expect(charts.count == 12)
        #expect(try root.nodes(forXPath: "//svg//path[@d='']").isEmpty)
    }

    @Test func `Nothing is loaded from anywhere`() throws {
        let page = HTMLReport.render(full(), try log(SampleReport()))
        for word in ["src=", "@import", "url(", "<link", "<img", "<iframe", "http:", "https:"] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(page.contains("default-src &#39;none&#39;"))
    }

    @Test func `Without a log the charts of the time series are there`() {
        let page = HTMLReport.render(SampleReport().document, nil)
        #expect(page.contains("Latency over time") && page.contains("Sessions online"))
        #expect(!page.contains("id=\"latency\""))
    }

    @Test func `A run that measured nothing has a page`() {
        let document = SampleReport(change: { result in
            result.intervals = []
            result.metrics = []
            result.messages = MessageCounts()
        }).document
        let page = HTMLReport.render(document, nil)
        #expect(page.contains("Nothing was measured."))
        #expect(!page.contains("<svg"))
    }

    @Test func `A p99 that never finished is marked at the time it was due`() {
        var document = SampleReport().document
        for row in document.intervals.indices {
            document.intervals[row].dueP50 = .milliseconds(3)
            document.intervals[row].dueP99 = row == 2 ? nil : .milliseconds(9)
            document.intervals[row].dueUnfinished = row == 2 ? 5 : 0
        }
        let page = HTMLReport.render(document, nil)
        #expect(page.contains("by when it was due"))
        #expect(page.contains("class=\"mark\" d=\"M271 27h4\""))
    }

    /// The layers of the chart of errors, each with its words for the last intervals.
    private func layers(_ stages: [String: UInt64]...) throws -> [Substring] {
        var document = SampleReport().document
        for (row, counts) in zip(document.intervals.indices, stages) {
            let json = try JSONEncoder().encode(counts)
            document.intervals[row].errorsByStage = try JSONDecoder().decode(
                StageCounts.self, from: json)
            document.intervals[row].errors = counts.values.reduce(0, +)
        }
        let chart = HTMLReport.render(document, nil).components(separatedBy: "<figure>").first {
            $0.contains("<b>Errors per second</b>")
        }
        return (chart ?? "").matches(of: /data-name="([^"]*)" data-text="([^"]*)"/).map {
            "\($0.output.1): \($0.output.2)"[...]
        }
    }

    @Test func `Errors stand by stage over time, the most frequent stage first`() throws {
        #expect(
            try layers(["auth": 3, "tls": 1], [:], ["auth": 2, "bind": 4])
                == ["auth: 3|0|2|0|0", "bind: 0|0|4|0|0", "tls: 1|0|0|0|0"])
        #expect(try layers([:], ["auth": 7]) == ["auth: 0|7|0|0|0"])
        #expect(try layers([:]).isEmpty)
    }

    @Test func `Stages that have no colour left are one`() throws {
        let stages = (1...8).map { ("s\($0)", UInt64(10 - $0)) }
        let layers = try layers(Dictionary(uniqueKeysWithValues: stages))
        #expect(layers.count == 6)
        #expect(layers[4] == "s5: 5|0|0|0|0")
        #expect(layers[5] == "other stages: 9|0|0|0|0")
    }

    @Test func `A report that has no stages of its errors shows them together`() {
        var document = SampleReport().document
        document.intervals[1].errors = 6
        let page = HTMLReport.render(document, nil)
        #expect(page.contains("data-name=\"all stages\" data-text=\"0|6|0|0|0\""))
        #expect(page.contains("Of all stages; the table below has them by kind."))
    }

    @Test func `Long lists end, and say so`() {
        var document = SampleReport(change: { result in
            result.errors = (0..<500).map { number in
                ErrorResult(
                    stage: "connection", condition: "kind-\(number)", count: 1, measured: 0,
                    sample: "s")
            }
        }).document
        document.timelines = (0..<20).map { number in
            var timeline = SessionTimeline(
                account: "user\(number)@localhost", scenario: "s", started: .zero)
            for _ in 0..<230 {
                timeline.append(at: .zero, .in) { String(repeating: "<a/>", count: 500) }
            }
            return timeline
        }
        let page = HTMLReport.render(document, nil)
        #expect(page.contains("And 300 more kinds of errors in run.json."))
        #expect(page.contains("30 later events were not recorded."))
        #expect(page.utf8.count < 1_048_576)
    }

    @Test func `Ten minutes take no more room than what can be seen`() throws {
        let sample = SampleReport(seconds: 600, messages: 40)
        let page = HTMLReport.render(sample.document, try log(sample))
        #expect(page.utf8.count < 300_000)
    }
}

extension String {
    /// For a reader of XML.
    var withoutScriptAndStyle: String {
        replacing(/<style>.*?<\/style>/.dotMatchesNewlines(), with: "")
            .replacing(/<script>.*?<\/script>/.dotMatchesNewlines(), with: "")
            .replacing("<!DOCTYPE html>", with: "")
    }
}
