package import Units

/// How sessions come, and what each does.
package struct Sessions: Sendable {
    package var load: SessionLoad
    /// At least one.
    package var scenarios: [Scenario]
    /// Time between whitespace keep-alives of an idle session (RFC 6120 §4.6.1); nil: none.
    package var keepAlive: Nanoseconds?
}

/// When sessions start.
package enum SessionLoad: Sendable {
    /// Open: at instants that do not depend on the server.
    case open(Arrival)
    /// Closed: `online` sessions at all times, a new one for each that ends; the first ones
    /// start evenly over `ramp`.
    case closed(online: Int, ramp: Nanoseconds)
}

/// What a session does from its start to its end; one that ends logged in is logged out.
package struct Scenario: Sendable {
    package var name: String
    /// Its share is its weight by the sum of all weights.
    package var weight: Double
    /// At least one.
    package var steps: [Step]
    package var position: SourcePosition
}
