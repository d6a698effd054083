internal import Units

/// A stanza that was sent and not answered yet: an iq request, or presence that comes back.
struct PendingRequest {
    enum Kind {
        case roster
        case ping
        /// What the server is; belongs to no step and no metric.
        case version
        /// Whether the server is still there; belongs to no step and no metric.
        case probe
        /// Broadcast presence; its own reflection is the answer (RFC 6121 §4.2.2).
        case presence
    }

    /// From whom the answer has to come.
    enum Answerer: Equatable {
        /// The server on behalf of the account: no `from`, the bare JID or the domain.
        case account
        /// The server itself: its domain, or no `from`.
        case server
        /// A session of the run.
        case jid([UInt8])
    }

    var kind: Kind
    var answerer: Answerer
    var row: Int32
    /// The number of the session that asked.
    var session: UInt32
    /// Whether a step of the scenario waits for the answer.
    var isStep: Bool
    var metric: RunMetrics.Action?
    var due: Instant
    var sent: Instant
}
