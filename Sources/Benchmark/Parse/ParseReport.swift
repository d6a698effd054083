internal import Measurement
package import Report
package import StanzaParser

/// All that `clamor bench parse` found out.
package struct ParseReport {
    package var seed: UInt64
    package var rounds: Int
    package var kernel: ByteScanKernel
    /// Of the parsers that ran.
    package var versions: [(name: ParserName, version: String)] = []
    /// Parsers that are not on this machine.
    package var missing: [ParserName] = []
    package var results: [ParseResult] = []

    /// Name and version of the JSON format; the version changes when a key changes its meaning.
    package static let schema = "clamor.bench.parse/1"

    init(seed: UInt64, rounds: Int, kernel: ByteScanKernel) {
        (self.seed, self.rounds, self.kernel) = (seed, rounds, kernel)
    }

    // MARK: JSON

    /// The document for scripts; what does not exist is `null`, so every key is always there.
    package func json(_ environment: Environment) -> JSONValue {
        .object([
            ("schema", .string(Self.schema)),
            ("seed", .unsigned(seed)),
            ("rounds", .integer(Int64(rounds))),
            ("kernel", .string("\(kernel)")),
            ("environment", JSONValue(encoding: environment)),
            (
                "parsers",
                .array(
                    versions.map {
                        .compact(
                            .object([
                                ("parser", .string($0.name.rawValue)),
                                ("version", .string($0.version)),
                            ]))
                    })
            ),
            ("missing", .array(missing.map { .string($0.rawValue) })),
            ("results", .array(results.map { .compact(.object(Self.members(of: $0))) })),
        ])
    }

    private static func members(of result: ParseResult) -> [(key: String, value: JSONValue)] {
        [
            ("parser", .string(result.parser.rawValue)),
            ("corpus", .string(result.corpus)),
            ("chunk_bytes", .integer(Int64(result.chunkBytes))),
            ("input_bytes", .integer(Int64(result.inputBytes))),
            ("stanzas", .integer(Int64(result.stanzas))),
            ("mb_per_s", .number(result.megabytesPerSecond)),
            ("stanzas_per_s", .number(result.stanzasPerSecond)),
            ("ns_per_stanza", .number(result.nanosecondsPerStanza)),
            ("allocations_per_stanza", .number(result.allocationsPerStanza)),
            ("instructions_per_byte", result.instructionsPerByte.map { .number($0) } ?? .null),
            ("ratio", result.ratio.map { .number($0.median) } ?? .null),
            ("ratio_low", result.ratio.map { .number($0.low) } ?? .null),
            ("ratio_high", result.ratio.map { .number($0.high) } ?? .null),
        ]
    }

    // MARK: Text

    /// The table for people, and what it does not say.
    package var text: String {
        var table = TextTable(widths: [10, 7, 8, 9, 11, 9, 9, 9, 6, 13])
        table.add([
            "corpus", "chunk", "parser", "MB/s", "stanzas/s", "ns/stanza", "allocs", "instr/B",
            "ratio", "interval",
        ])
        for result in results {
            table.add([
                // Of a file its name without the folders.
                result.corpus.split(separator: "/").last.map(String.init) ?? result.corpus,
                "\(result.chunkBytes)", result.parser.rawValue,
                result.megabytesPerSecond.fixed(1),
                result.stanzasPerSecond.fixed(0),
                result.nanosecondsPerStanza.fixed(1),
                result.allocationsPerStanza.fixed(2),
                result.instructionsPerByte.map { $0.fixed(2) } ?? "-",
                result.ratio.map { $0.median.fixed(2) } ?? "",
                result.ratio.map {
                    $0.low.fixed(2) + "-" + $0.high.fixed(2)
                } ?? "",
            ])
        }
        let ran = versions.map { "\($0.name.rawValue) \($0.version)" }.joined(separator: ", ")
        let turns = rounds == 1 ? "1 round" : "\(rounds) rounds"
        var notes = ["\(ran); kernel \(kernel), seed \(seed), \(turns)"]
        if versions.count > 1 { notes[0] += "; all parsers agree on all inputs" }
        notes += missing.map { "\($0.rawValue) is not on this machine and was left out" }
        return (table.lines + [""] + notes).joined(separator: "\n")
    }
}
