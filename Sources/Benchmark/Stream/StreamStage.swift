/// What a client does with each message, one part more at each stage.
package enum StreamStage: String, CaseIterable, Sendable {
    /// Bare libuv: bytes come in and go out.
    case floor
    /// The same through Clamor's transport.
    case transport
    /// What comes in is framed and parsed.
    case parse
    /// A session takes the message for the one it awaits, and composes and sends the next.
    case dispatch
    /// All of it is recorded: a session as in a run.
    case record
}

/// How the connections of a benchmark are protected.
package enum StreamSecurity: String, CaseIterable, Sendable {
    case none
    /// TLS 1.3 from the first byte.
    case tls
    /// The same with the session of an earlier connection.
    case tlsResumed = "tls-resumed"

    var isSecured: Bool { self != .none }
}
