import Benchmark
import Testing

@Suite struct ParseBenchmarkTests {
    private static func benchmark(
        _ kinds: [CorpusKind] = [.chat], chunk: Int = 4_096
    ) -> ParseBenchmark {
        ParseBenchmark(
            settings: kinds.map { ParseBenchmark.Setting(corpus: .generated($0), chunk: chunk) },
            rounds: 2, inputBytes: 64 * 1024)
    }

    @Test func `each parser has a result for each setting`() throws {
        let benchmark = Self.benchmark([.chat, .acks])
        let report = try benchmark.run()
        let names = benchmark.candidates.map(\.name)
        #expect(report.results.map(\.parser) == names + names)
        let corpora = ["chat", "acks"].flatMap { corpus in names.map { _ in corpus } }
        #expect(report.results.map(\.corpus) == corpora)
        for result in report.results {
            #expect(result.inputBytes >= 64 * 1024)
            #expect(result.megabytesPerSecond > 0)
            #expect((result.ratio == nil) == (result.parser == .clamor))
        }
    }

    @Test func `inputs in very small chunks are smaller`() throws {
        var benchmark = Self.benchmark(chunk: 1)
        benchmark.inputBytes = 1 << 20
        benchmark.rounds = 1
        let size = try #require(try benchmark.run().results.first).inputBytes
        #expect((64 << 10..<72 << 10).contains(size))
    }

    @Test func `a parser that sees something else is refused, and nothing is timed`() {
        let benchmark = Self.benchmark()
        let liar = LyingParser { $0.stanzas[9].text = Digest() }
        let failed = failure(of: benchmark, liar)
        #expect(
            failed?.description
                == "clamor and expat see different things in chat: stanza 9: text; "
                + "nothing is timed, as speed without agreement means nothing")
        #expect(liar.timed == 0)
    }

    @Test func `an honest parser in its place is timed in every round and the warm-up`() {
        let benchmark = Self.benchmark()
        let honest = LyingParser { _ in }
        #expect(failure(of: benchmark, honest) == nil)
        #expect(honest.timed == benchmark.rounds + 1)
    }

    /// Runs it with Clamor's own parser and another one.
    private func failure(
        of benchmark: ParseBenchmark, _ other: LyingParser
    ) -> ParseBenchmarkFailure? {
        do throws(ParseBenchmarkFailure) {
            _ = try benchmark.run([benchmark.candidates[0], other])
            return nil
        } catch {
            return error
        }
    }
}

/// Sees what Clamor's parser sees, but tells it after a change.
private final class LyingParser: BenchmarkParser {
    let name = ParserName.expat
    let version = "0"
    private(set) var timed = 0
    private let change: (inout Observation) -> Void
    private let honest = ParseBenchmark().candidates[0]

    init(_ change: @escaping (inout Observation) -> Void) { self.change = change }

    func prepare() { honest.prepare() }

    func parse(_ input: Span<UInt8>, chunk: Int) throws(ParserRefusal) {
        timed += 1
        try honest.parse(input, chunk: chunk)
    }

    func observe(_ input: Span<UInt8>, chunk: Int) throws(ParserRefusal) -> Observation {
        var observation = try honest.observe(input, chunk: chunk)
        change(&observation)
        return observation
    }
}
