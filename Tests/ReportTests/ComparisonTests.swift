import Foundation
import Measurement
import Report
import Testing
import Units

@Suite struct ComparisonTests {
    @Test func `a figure that is larger in each run of one side is called different`() throws {
        let samples = try ComparisonSamples()
        try samples.series(slower: 1.2)
        let comparison = try samples.comparison()
        #expect(comparison.unit == .runs)
        let row = try #require(comparison.row("generator.cpu_per_message"))
        let change = try #require(row.differences.first)
        #expect(change.isDifferent)
        #expect(abs(try #require(change.difference?.estimate) - 0.2) < 1e-6)
        let interval = try #require(change.difference?.interval)
        #expect(interval.lowerBound < 0.2001 && interval.upperBound > 0.1999)
        #expect(row.values.map(\.runs) == [5, 5])
        // The runs are the same on both sides but for this.
        let different = comparison.figures.filter { $0.differences[0].isDifferent }
        #expect(different.map(\.figure.name) == ["generator.cpu_per_message"])
    }

    @Test func `figures are those of the reports, percentiles with the unfinished`() throws {
        let samples = try ComparisonSamples()
        try samples.write("old") { result in
            result.metrics = result.metrics.map { metric in
                // Nine in ten were never begun.
                var counts = metric.counts
                counts.skipped = 9 * metric.response.count
                return MetricResult(
                    name: metric.name, model: metric.model, kind: metric.kind, base: metric.base,
                    counts: counts, ratePerSecond: metric.ratePerSecond,
                    response: metric.response, service: metric.service, lag: metric.lag)
            }
            result.messages.lost = 5
            result.messages.sent = 100
            result.server.cpuPerMessage = .microseconds(50)
            result.server.memoryPerSessionBytes = 40_960
        }
        try samples.write("new")
        let comparison = try samples.comparison()
        #expect(comparison.row("message.response.p50")?.values.map(\.isInfinite) == [true, false])
        #expect(comparison.row("message.lost")?.values.first?.value == 0.05)
        #expect(comparison.row("server.cpu_per_message")?.values.map(\.value) == [50_000, nil])
        let memory = try #require(comparison.row("server.memory_per_session"))
        #expect(memory.figure.kind == .bytes)
        #expect(memory.values.first?.value == 40_960)
        #expect(comparison.row("message.lag.p50")?.values.map(\.isInfinite) == [false, false])
        let new = try StoredReport(path: samples.folder.path + "/new").run
        let p99 = try #require(new.metrics["auth"]?.response.p99?.rawValue)
        #expect(comparison.row("auth.response.p99")?.values.last?.value == Double(p99))
    }

    @Test func `one run a side is compared by its windows`() throws {
        let samples = try ComparisonSamples()
        try samples.write("old", seconds: 31)
        try samples.write("new", seconds: 31)
        let comparison = try samples.comparison()
        #expect(comparison.unit == .windows)
        let change = try #require(comparison.row("message.response.p50")?.differences.first)
        #expect(change.difference?.p == 1)
        #expect(!change.isDifferent)
        #expect(comparison.warnings.contains { $0.hasPrefix("one run a side") })
        // A run too short for windows says nothing.
        let short = try ComparisonSamples()
        try short.write("old")
        try short.write("new")
        let chances = try short.comparison().figures.map { $0.differences[0].difference?.p }
        #expect(chances.allSatisfy { $0 == nil })
    }

    @Test func `too few runs to tell anything are said`() throws {
        let samples = try ComparisonSamples()
        for run in 0..<3 {
            try samples.write("old/\(run)")
            try samples.write("new/\(run)")
        }
        let warnings = try samples.comparison().warnings
        #expect(warnings.contains { $0.hasPrefix("3 and 3 runs: p is 0.100 at least") })
    }

    @Test func `each form tells the same`() throws {
        let samples = try ComparisonSamples()
        try samples.series(slower: 1.2)
        var comparison = try samples.comparison()
        try comparison.judge(try Requirement("generator.cpu_per_message > +5%"))
        let text = ComparisonFormat.text.render(comparison)
        let line = try #require(
            text.split(separator: "\n").first { $0.contains("cpu_per_message ") })
        #expect(line.contains("+20.0 %") && line.contains("0.008"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
        #expect(text.contains("FAILED"))
        #expect(!text.contains("lag"))
        #expect(ComparisonFormat.text.render(comparison, all: true).contains("message.lag.p99"))
        let page = ComparisonFormat.html.render(comparison)
        #expect(page.contains("<b>+20.0 %</b>"))
        #expect(page.contains("data-name=\"A\"") && page.contains("data-name=\"B\""))
        #expect(!page.contains("http://") && !page.contains("https://"))
        let markdown = ComparisonFormat.markdown.render(comparison)
        #expect(markdown.contains("| generator.cpu\\_per\\_message | "))
        #expect(markdown.contains("**+20.0 %**"))
        let json = try #require(
            JSONSerialization.jsonObject(
                with: Data(ComparisonFormat.json.render(comparison).utf8)) as? [String: Any])
        #expect(json["schema"] as? String == "clamor.comparison/1")
        #expect(json["unit"] as? String == "runs")
        let requirements = try #require(json["requirements"] as? [[String: Any]])
        #expect(requirements.first?["outcome"] as? String == "failed")
        let path = samples.folder.path + "/comparison.md"
        try ComparisonFormat.markdown.write(comparison, to: path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == markdown)
    }
}
