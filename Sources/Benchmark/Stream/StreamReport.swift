internal import Measurement
package import Report

/// All that `clamor bench stream` found out.
package struct StreamReport {
    package var rounds: Int
    package var sessions: Int
    /// Bytes of the message that the stages without sessions send back.
    package var messageBytes = 0
    package var stages: [StreamResult] = []
    package var logins: [LoginResult] = []

    /// Name and version of the JSON format; the version changes when a key changes its meaning.
    package static let schema = "clamor.bench.stream/1"

    init(rounds: Int, sessions: Int) {
        self.rounds = rounds
        self.sessions = sessions
    }

    /// A message in and one out without TLS, all stages together, as a multiple of the floor.
    package var whole: RoundStatistics.Estimate? {
        stages.first { $0.stage == StreamStage.record.rawValue && $0.security == .none }?.ratio
    }

    // MARK: JSON

    /// The document for scripts; what does not exist is `null`, so every key is always there.
    package func json(_ environment: Environment) -> JSONValue {
        .object([
            ("schema", .string(Self.schema)),
            ("rounds", .integer(Int64(rounds))),
            ("sessions", .integer(Int64(sessions))),
            ("message_bytes", .integer(Int64(messageBytes))),
            ("scram_iterations", .integer(Int64(LoginBenchmark.iterations))),
            ("environment", JSONValue(encoding: environment)),
            ("whole", .compact(.object(Self.members(of: whole)))),
            ("results", .array(stages.map { .compact(.object(Self.members(of: $0))) })),
            ("logins", .array(logins.map { .compact(.object(Self.members(of: $0))) })),
        ])
    }

    private static func members(
        of ratio: RoundStatistics.Estimate?
    ) -> [(key: String, value: JSONValue)] {
        [
            ("ratio", ratio.map { .number($0.median) } ?? .null),
            ("ratio_low", ratio.map { .number($0.low) } ?? .null),
            ("ratio_high", ratio.map { .number($0.high) } ?? .null),
        ]
    }

    private static func members(of result: StreamResult) -> [(key: String, value: JSONValue)] {
        [
            ("stage", .string(result.stage)),
            ("security", .string(result.security.rawValue)),
            ("ns_per_stanza", .number(result.nanoseconds.median)),
            ("ns_low", .number(result.nanoseconds.low)),
            ("ns_high", .number(result.nanoseconds.high)),
            ("allocations_per_stanza", .number(result.allocationsPerStanza)),
            (
                "instructions_per_stanza",
                result.instructionsPerStanza.map { .number($0) } ?? .null
            ),
        ] + members(of: result.ratio)
    }

    private static func members(of result: LoginResult) -> [(key: String, value: JSONValue)] {
        [
            ("mechanism", .string(result.mechanism)),
            ("security", .string(result.security.rawValue)),
            ("key", .string(result.key.rawValue)),
            ("ns_per_login", .number(result.nanoseconds.median)),
            ("ns_low", .number(result.nanoseconds.low)),
            ("ns_high", .number(result.nanoseconds.high)),
        ]
    }

    // MARK: Text

    /// The tables for people.
    package var text: String {
        var lines = stageTable.lines
        lines.append("")
        lines += loginTable.lines
        lines.append("")
        lines.append(
            "\(sessions) sessions with one message of about \(messageBytes) bytes under way each; "
                + "SCRAM with \(LoginBenchmark.iterations) iterations; \(rounds) rounds")
        if let whole {
            lines.append(
                "a message in and one out costs \(whole.median.fixed(2)) times the bare floor "
                    + "(\(Self.interval(whole, digits: 2)))")
        }
        return lines.joined(separator: "\n")
    }

    private var stageTable: TextTable {
        var table = TextTable(widths: [10, 9, 10, 15, 8, 8, 8, 13])
        table.add([
            "stage", "security", "ns/stanza", "interval", "allocs", "instr", "x floor", "interval",
        ])
        for result in stages {
            table.add([
                result.stage, result.security.rawValue, result.nanoseconds.median.fixed(0),
                Self.interval(result.nanoseconds, digits: 0), result.allocationsPerStanza.fixed(2),
                result.instructionsPerStanza.map { $0.fixed(0) } ?? "-",
                result.ratio.map { $0.median.fixed(2) } ?? "",
                result.ratio.map { Self.interval($0, digits: 2) } ?? "",
            ])
        }
        return table
    }

    private var loginTable: TextTable {
        var table = TextTable(widths: [19, 12, 8, 10, 17])
        table.add(["login", "security", "key", "us/login", "interval"])
        for login in logins {
            let microseconds = RoundStatistics.Estimate(
                median: login.nanoseconds.median / 1_000, low: login.nanoseconds.low / 1_000,
                high: login.nanoseconds.high / 1_000)
            table.add([
                login.mechanism, login.security.rawValue,
                login.key == .none ? "" : login.key.rawValue, microseconds.median.fixed(0),
                Self.interval(microseconds, digits: 0),
            ])
        }
        return table
    }

    private static func interval(_ estimate: RoundStatistics.Estimate, digits: Int) -> String {
        estimate.low.fixed(digits) + "-" + estimate.high.fixed(digits)
    }
}
