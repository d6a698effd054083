import Benchmark
import Report
import Testing

@Suite struct ParseReportTests {
    private let report: ParseReport

    init() throws {
        let benchmark = ParseBenchmark(
            settings: [ParseBenchmark.Setting(corpus: .generated(.presence), chunk: 1_500)],
            seed: 42, rounds: 1, inputBytes: 64 * 1024, kernel: .portable)
        report = try benchmark.run()
    }

    @Test func `the document has every key, for each parser`() throws {
        let environment = Environment.collect(clamor: "1", openSSL: "2", libuv: "3")
        guard case .object(let members) = report.json(environment) else {
            Issue.record("not an object")
            return
        }
        #expect(
            members.map(\.key) == [
                "schema", "seed", "rounds", "kernel", "environment", "parsers", "missing",
                "results",
            ])
        let text = report.json(environment).text
        #expect(text.contains("\"schema\": \"clamor.bench.parse/1\""))
        #expect(text.contains("\"seed\": 42"))
        #expect(text.contains("\"kernel\": \"portable\""))
        let lines = text.split(separator: "\n").filter { $0.contains("\"mb_per_s\"") }
        #expect(lines.count == report.results.count)
        for (line, result) in zip(lines, report.results) {
            #expect(line.contains("\"parser\": \"\(result.parser.rawValue)\""))
            for key in [
                "corpus", "chunk_bytes", "input_bytes", "stanzas", "stanzas_per_s", "ns_per_stanza",
                "allocations_per_stanza", "instructions_per_byte", "ratio", "ratio_low",
                "ratio_high",
            ] {
                #expect(line.contains("\"\(key)\": "), "\(key)")
            }
            #expect(line.contains("\"ratio\": null") == (result.parser == .clamor))
        }
    }

    @Test func `the table has a row for each result and names who is missing`() {
        var report = report
        report.missing = [.expat]
        let lines = report.text.split(separator: "\n")
        #expect(lines.count == 1 + report.results.count + 2)
        for (line, result) in zip(lines.dropFirst(), report.results) {
            #expect(line.hasPrefix("presence"))
            #expect(line.contains(" \(result.parser.rawValue) "))
        }
        #expect(lines.last == "expat is not on this machine and was left out")
    }
}
