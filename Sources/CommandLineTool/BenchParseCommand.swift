import Benchmark
import EventLoop
import Profile
import Report
import StanzaParser
import Units

/// `clamor bench parse`.
enum BenchParseCommand {
    /// The names of all corpora, for messages.
    static let corpora = CorpusKind.allCases.map(\.rawValue).joined(separator: ", ")

    static func perform(
        _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> ExitCode {
        let benchmark = try benchmark(invocation)
        let report: ParseReport
        do throws(ParseBenchmarkFailure) {
            report = try benchmark.run { setting in
                let chunk = "\(setting.chunk) B"
                console.note("measuring \(setting.corpus) in chunks of \(chunk)")
            }
        } catch {
            if case .unusableFile(let reason) = error { throw CommandFailure(.usage, reason) }
            throw CommandFailure(.unreachable, "\(error)")
        }
        console.print(invocation.has(.json) ? report.json(.ofThisTool).text : report.text)
        return .success
    }

    private static func benchmark(
        _ invocation: Invocation
    ) throws(CommandFailure) -> ParseBenchmark {
        var benchmark = ParseBenchmark()
        benchmark.settings = try settings(invocation)
        if let seed = invocation.number(of: .seed) { benchmark.seed = seed }
        if let rounds = invocation.number(of: .rounds) { benchmark.rounds = Int(rounds) }
        if let text = invocation.value(of: .input) {
            benchmark.inputBytes = try size(text, of: .input, in: 64 << 10...256 << 20)
        }
        let parsers = invocation.allValues(of: .parser)
        if !parsers.isEmpty {
            benchmark.parsers = ParserName.allCases.filter { parsers.contains($0.rawValue) }
        }
        if let name = invocation.value(of: .kernel),
            let kernel = ByteScanKernel.allCases.first(where: { "\($0)" == name })
        {
            guard kernel.isAvailable else {
                throw CommandFailure(.usage, "this processor cannot run the kernel '\(name)'")
            }
            benchmark.kernel = kernel
        }
        return benchmark
    }

    private static func settings(
        _ invocation: Invocation
    ) throws(CommandFailure) -> [ParseBenchmark.Setting] {
        let names = invocation.allValues(of: .corpus)
        let sizes = invocation.allValues(of: .chunk)
        guard !(names.isEmpty && sizes.isEmpty) else { return ParseBenchmark.defaultSettings }
        var corpora: [CorpusSource] = []
        for name in names { corpora.append(try corpus(name)) }
        if corpora.isEmpty { corpora = CorpusKind.allCases.map { .generated($0) } }
        var chunks: [Int] = []
        for text in sizes {
            chunks.append(try size(text, of: .chunk, in: 1...ParseBenchmark.largestChunk))
        }
        if chunks.isEmpty { chunks = [ParseBenchmark.defaultChunk] }
        return corpora.flatMap { corpus in
            chunks.map { ParseBenchmark.Setting(corpus: corpus, chunk: $0) }
        }
    }

    /// A name, or else a file; a word that is neither was probably meant to be a name.
    private static func corpus(_ word: String) throws(CommandFailure) -> CorpusSource {
        if let kind = CorpusKind(rawValue: word) { return .generated(kind) }
        do throws(FileReader.Failure) {
            _ = try FileReader.read(word)
            return .file(word)
        } catch {
            let names = CorpusKind.allCases.map(\.rawValue)
            let hint = Suggestion.nearest(to: word, in: names).map { "did you mean '\($0)'?" }
            throw CommandFailure(
                .usage,
                "no corpus is called '\(word)', and \(error); "
                    + (hint ?? "the corpora are \(corpora)"))
        }
    }

    private static func size(
        _ text: String, of flag: Flag, in range: ClosedRange<Int>
    ) throws(CommandFailure) -> Int {
        let size: Int
        do throws(Quantity.Problem) {
            size = try Quantity.bytes(text).rawValue
        } catch {
            let hint = error.suggestion.map { "; did you mean '\($0)'?" } ?? ""
            throw CommandFailure(.usage, "--\(flag.name): \(error.message)\(hint)")
        }
        guard range.contains(size) else {
            throw CommandFailure(
                .usage,
                "--\(flag.name) is \(range.lowerBound) to \(range.upperBound) bytes, not "
                    + "'\(text)'")
        }
        return size
    }
}
