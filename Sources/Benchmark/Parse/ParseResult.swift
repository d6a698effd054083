internal import Units

/// What one parser did with one corpus in one size of chunks.
package struct ParseResult: Hashable, Sendable {
    package var parser: ParserName
    package var corpus: String
    package var chunkBytes: Int
    package var inputBytes: Int
    package var stanzas: Int
    /// Megabytes (10⁶) per second of processor time, the median of the rounds.
    package var megabytesPerSecond: Double
    package var stanzasPerSecond: Double
    package var nanosecondsPerStanza: Double
    /// The fewest of the rounds: what a round does for the first time is not of the stanzas.
    package var allocationsPerStanza: Double
    /// Nil where the machine does not count them.
    package var instructionsPerByte: Double?
    /// Clamor's speed over this parser's; nil for Clamor itself, or where it was left out.
    package var ratio: RoundStatistics.Estimate?

    /// - Parameters:
    ///   - readings: one for each round, at least one.
    ///   - own: those of Clamor's parser in the same rounds.
    init(
        parser: ParserName, corpus: Corpus, chunk: Int, readings: [Reading], own: [Reading]?
    ) {
        let bytes = Double(corpus.bytes.count)
        let count = Double(max(corpus.stanzas, 1))
        let seconds = readings.map(\.time.inSeconds)
        let median = RoundStatistics.median(seconds)
        let instructions = readings.compactMap(\.instructions).map { Double($0) }
        self.parser = parser
        self.corpus = corpus.name
        chunkBytes = chunk
        inputBytes = corpus.bytes.count
        stanzas = corpus.stanzas
        megabytesPerSecond = bytes / 1e6 / median
        stanzasPerSecond = count / median
        nanosecondsPerStanza = median * 1e9 / count
        allocationsPerStanza = Double(readings.map(\.allocations).min() ?? 0) / count
        instructionsPerByte =
            instructions.isEmpty ? nil : RoundStatistics.median(instructions) / bytes
        ratio = own.map { RoundStatistics.ratio(seconds, over: $0.map(\.time.inSeconds)) }
    }
}
