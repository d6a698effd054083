package import StanzaParser
package import Units

/// What a run is: the whole of a profile file with defaults filled in and every key checked.
///
/// A value of this type is consistent: each rule of `ProfileLoader` held when it was made.
package struct Profile: Sendable {
    /// What the reader of a report sees; the name when the file has none.
    package var title: String
    /// The file's name without directories and suffix; part of the report's path.
    package var name: String
    package var target: Target
    package var accounts: Accounts
    package var sessions: Sessions
    /// Further schedules: actions at a total rate over the sessions that are online.
    package var traffic: [Traffic]
    /// The first part of `duration`; what is due in it is left out of metrics and thresholds.
    package var warmup: Nanoseconds
    /// From the first arrival to the moment at which arrivals, traffic and new steps stop.
    package var duration: Nanoseconds
    /// How long the run waits, after `duration`, for what is in flight.
    package var drain: Nanoseconds
    package var thresholds: [Threshold]
    /// Where the server's use of its machine is read from.
    package var monitor: [MonitorSource]
    /// How many sessions the report shows in full.
    package var sampleSessions: Int
    /// Prefixes that XPath expressions use.
    package var namespaces: [NamespaceBinding]
    /// How soon after a send an addressee may leave for the message to count as
    /// `recipient_gone` instead of `lost`.
    package var ledgerGrace: Nanoseconds
    /// Pairs of sessions whose order of messages each worker checks at a time.
    package var orderedPairs: Int
    package var timeouts: Timeouts
    package var limits: Limits
    /// The one seed of the run; nil lets the caller draw one.
    package var seed: UInt64?
    /// Names of extracted variables; `TemplateField.variable` is an index into them.
    package var variables: [String]
    /// Columns that templates name; `TemplateField.csv` is an index into them.
    package var csvColumns: [CSVColumn]
}

/// A prefix for XPath expressions and the namespace it stands for.
package struct NamespaceBinding: Hashable, Sendable {
    package var prefix: String
    package var uri: String

    package init(prefix: String, uri: String) {
        self.prefix = prefix
        self.uri = uri
    }
}

/// A column of the accounts file that a template names as `${csv.NAME}`.
package struct CSVColumn: Hashable, Sendable {
    package var name: String
    /// Its first use, for the error when the file has no such column.
    package var position: SourcePosition
}

/// How long a session waits for its server.
package struct Timeouts: Hashable, Sendable {
    /// TCP, and the TLS handshake of direct TLS.
    package var connect = Nanoseconds.seconds(10)
    /// From connected to bound.
    package var login = Nanoseconds.seconds(30)
    /// The answer to an iq request, and `expect` without `within`.
    package var iq = Nanoseconds.seconds(10)
    /// A message with `await: delivery` that names no timeout of its own; a presence's reflection.
    package var delivery = Nanoseconds.seconds(10)
    /// The peer's end of an orderly close.
    package var close = Nanoseconds.seconds(5)

    package init() {}
}

/// What one session may hold in memory, and what its parser accepts.
package struct Limits: Hashable, Sendable {
    /// Bytes of one stanza; a longer one fails the session.
    package var stanza = ByteCount.kibibytes(256)
    /// Nested elements.
    package var depth = 64
    /// Attributes of one element.
    package var attributes = 64
    /// Bytes of one name.
    package var name = ByteCount(256)
    /// Namespace declarations in scope.
    package var namespaces = 64
    /// Bytes that wait to be written; a session that passes it fails.
    package var sendQueue = ByteCount.mebibytes(1)

    package init() {}
}

extension Profile {
    /// `ledger.grace`, unless the profile has another.
    static let defaultGrace = Nanoseconds.seconds(5)
    /// `ledger.order_pairs`, unless the profile has another: 1 MiB of a worker.
    static let defaultOrderedPairs = 50_000
    /// `sample_sessions`, unless the profile has another.
    static let defaultSampleSessions = 3
    /// More sessions would be more than a report can show.
    package static let mostSampleSessions = 100
}

extension Limits {
    /// The part of the limits that the stanza parser holds.
    package var parser: ParserLimits {
        ParserLimits(
            stanzaBytes: stanza.rawValue, depth: depth, attributesPerElement: attributes,
            nameBytes: name.rawValue, namespaceDeclarations: namespaces)
    }
}
