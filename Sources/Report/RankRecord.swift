package import Measurement

/// One line of `rank.jsonl`: what a rank tells of itself while it runs, so that the reports of all
/// ranks can be added up exactly.
///
/// The file is for `clamor merge` alone; its form may change with `schema`.
package enum RankRecord: Codable, Sendable, Equatable {
    /// The first line.
    case opening(RankOpening)
    /// What one worker saw in one interval.
    case interval(IntervalSnapshot)
    /// The last line; it is missing if the rank did not come to its end.
    case ending(RankEnding)

    /// With its line break.
    package var line: String { JSONLine.text(self) }

    /// Reads a line back; nil for what is none.
    package init?(line: [UInt8]) {
        guard let record = JSONLine.value(RankRecord.self, in: line) else { return nil }
        self = record
    }
}

/// Which part of which run a rank is.
package struct RankOpening: Codable, Sendable, Equatable {
    /// Name and version of the form.
    package static let currentSchema = "clamor.rank/2"

    package var schema = RankOpening.currentSchema
    /// The same for all ranks of a run, and for no other.
    package var nonce: UInt32
    /// From 0.
    package var rank: Int
    package var ranks: Int
    package var workers: Int
    /// Nanoseconds since 1970-01-01 UTC.
    package var startedAt: Int64
    /// As in the report: resolved, without secrets.
    package var profile: String
    package var environment: Environment

    package init(
        nonce: UInt32, rank: Int, ranks: Int, workers: Int, startedAt: Int64, profile: String,
        environment: Environment
    ) {
        (self.nonce, self.rank, self.ranks) = (nonce, rank, ranks)
        (self.workers, self.startedAt) = (workers, startedAt)
        (self.profile, self.environment) = (profile, environment)
    }
}

/// How a rank ended.
package struct RankEnding: Codable, Sendable, Equatable {
    package var facts: RunFacts
    /// The first reason why its own measurement is INVALID; nil if it is not.
    package var invalid: String?

    package init(_ result: RunResult) {
        facts = result.facts
        invalid = result.verdict.reasons.first { $0.severity == .invalid }.map {
            "\($0.code): \($0.seen)"
        }
    }
}
