package import StanzaParser

/// Times the parsers beside each other on the same bytes.
package struct ParseBenchmark {
    /// One corpus cut in one way.
    package struct Setting: Hashable, Sendable {
        package var corpus: CorpusSource
        /// Bytes of each read.
        package var chunk: Int

        package init(corpus: CorpusSource, chunk: Int) {
            (self.corpus, self.chunk) = (corpus, chunk)
        }
    }

    package var settings: [Setting]
    package var seed: UInt64
    package var rounds: Int
    /// Bytes of each input; inputs in smaller chunks than `smallChunk` are a sixteenth of it.
    package var inputBytes: Int
    package var parsers: [ParserName]
    package var kernel: ByteScanKernel

    package static let defaultSeed: UInt64 = 1
    package static let defaultRounds = 9
    package static let defaultInputBytes = 16 << 20
    package static let defaultChunk = 16 << 10
    /// Reads below this cost mostly the calls.
    package static let smallChunk = 64
    /// Bytes of the largest read.
    package static let largestChunk = 64 << 10

    /// All corpora in the chunks of a busy stream, and chat in those of a slow one.
    package static let defaultSettings: [Setting] =
        CorpusKind.allCases.map { Setting(corpus: .generated($0), chunk: defaultChunk) }
        + [1_500, 1].map { Setting(corpus: .generated(.chat), chunk: $0) }

    package init(
        settings: [Setting] = defaultSettings, seed: UInt64 = defaultSeed,
        rounds: Int = defaultRounds, inputBytes: Int = defaultInputBytes,
        parsers: [ParserName] = ParserName.allCases, kernel: ByteScanKernel = .best
    ) {
        (self.settings, self.seed, self.rounds) = (settings, seed, rounds)
        (self.inputBytes, self.parsers, self.kernel) = (inputBytes, parsers, kernel)
    }

    /// Runs all settings, one after the other.
    ///
    /// - Parameter onProgress: told the setting that is next.
    /// Throws: when a parser refuses an input, or parsers see different things in it.
    package func run(
        onProgress: (Setting) -> Void = { _ in }
    ) throws(ParseBenchmarkFailure) -> ParseReport {
        try run(candidates, onProgress: onProgress)
    }

    /// The same with these parsers.
    package func run(
        _ candidates: [any BenchmarkParser], onProgress: (Setting) -> Void = { _ in }
    ) throws(ParseBenchmarkFailure) -> ParseReport {
        var report = ParseReport(seed: seed, rounds: rounds, kernel: kernel)
        var corpus: Corpus?
        report.missing = parsers.filter { name in !candidates.contains { $0.name == name } }
        report.versions = candidates.map { ($0.name, $0.version) }
        for setting in settings {
            onProgress(setting)
            let size = setting.chunk < Self.smallChunk ? inputBytes / 16 : inputBytes
            let input = try setting.corpus.make(size: size, seed: seed, reusing: corpus)
            corpus = input
            try Self.checkAgreement(of: candidates, on: input, chunk: setting.chunk)
            report.results += try time(candidates, on: input, chunk: setting.chunk)
        }
        return report
    }

    /// Those that are asked for and on this machine.
    package var candidates: [any BenchmarkParser] {
        parsers.compactMap { name in
            switch name {
            case .clamor: ClamorParser(kernel: kernel)
            case .libxml2: LibXML2Parser()
            case .expat: ExpatLibrary().map { ExpatParser(library: $0) }
            }
        }
    }

    /// What each parser sees in a stream.
    ///
    /// Throws: when one refuses it.
    package func observe(
        _ corpus: Corpus, chunk: Int
    ) throws(ParseBenchmarkFailure) -> [(parser: ParserName, seen: Observation)] {
        try Self.observe(corpus, chunk: chunk, by: candidates)
    }

    private static func observe(
        _ corpus: Corpus, chunk: Int, by parsers: [any BenchmarkParser]
    ) throws(ParseBenchmarkFailure) -> [(parser: ParserName, seen: Observation)] {
        var observations: [(parser: ParserName, seen: Observation)] = []
        for parser in parsers {
            do throws(ParserRefusal) {
                let seen = try parser.observe(corpus.bytes.span, chunk: chunk)
                observations.append((parser.name, seen))
            } catch {
                throw .refusal(error, corpus: corpus.name)
            }
        }
        return observations
    }

    private static func checkAgreement(
        of parsers: [any BenchmarkParser], on corpus: Corpus, chunk: Int
    ) throws(ParseBenchmarkFailure) {
        let observations = try observe(corpus, chunk: chunk, by: parsers)
        do throws(Agreement.Difference) {
            try Agreement.check(observations, corpus: corpus.name)
        } catch {
            throw .difference(error)
        }
    }

    /// Times each parser once a round. The first round warms up and is thrown away.
    private func time(
        _ parsers: [any BenchmarkParser], on corpus: Corpus, chunk: Int
    ) throws(ParseBenchmarkFailure) -> [ParseResult] {
        let meter = CostMeter()
        var readings = [[Reading]](repeating: [], count: parsers.count)
        for round in 0...rounds {
            for turn in parsers.indices {
                // Each round begins with another one, so that none is always the one after another.
                let index = (turn + round) % parsers.count
                let parser = parsers[index]
                parser.prepare()
                do throws(ParserRefusal) {
                    let reading = try meter.measure { () throws(ParserRefusal) in
                        try parser.parse(corpus.bytes.span, chunk: chunk)
                    }
                    if round > 0 { readings[index].append(reading) }
                } catch {
                    throw .refusal(error, corpus: corpus.name)
                }
            }
        }
        let own = parsers.firstIndex { $0.name == .clamor }
        return parsers.indices.map { index in
            let isOwn = index == own
            return ParseResult(
                parser: parsers[index].name, corpus: corpus, chunk: chunk,
                readings: readings[index], own: isOwn ? nil : own.map { readings[$0] })
        }
    }
}

/// Why nothing, or nothing more, was timed.
package enum ParseBenchmarkFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case refusal(ParserRefusal, corpus: String)
    case difference(Agreement.Difference)
    case unusableFile(String)

    package var description: String {
        switch self {
        case .refusal(let refusal, let corpus): "\(corpus): \(refusal)"
        case .difference(let difference): "\(difference)"
        case .unusableFile(let reason): reason
        }
    }
}
