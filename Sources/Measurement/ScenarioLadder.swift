package import Units

/// How far the sessions of one scenario came, step by step.
package struct ScenarioLadder: Sendable, Equatable, Codable {
    /// As the profile has it.
    package var name: String
    /// In the order of the profile; a `repeat` is there as the steps in it.
    package var steps: [StepResult]

    package init(name: String, steps: [StepResult]) { (self.name, self.steps) = (name, steps) }
}

/// What became of one step of a scenario, over all sessions that came to it.
///
/// `started = done + failed + timedOut + skipped + cut`, but for sessions of a run that was
/// stopped at once.
package struct StepResult: Sendable, Equatable, Codable {
    /// The word that the profile has for it: `message`.
    package var step: String
    /// Its place: `4.2` is the second step within the fourth, which is a `repeat`.
    package var path: String
    /// Times that a session began it, due in the measured part of the run.
    package var started: UInt64 = 0
    package var done: UInt64 = 0
    /// Answered with an error, or its session broke.
    package var failed: UInt64 = 0
    package var timedOut: UInt64 = 0
    /// There was nobody to send to, or not any more.
    package var skipped: UInt64 = 0
    /// Found under way by the end of the run.
    package var cut: UInt64 = 0
    /// From due to done; nil where nothing was done, and for what waits for no server.
    package var responseP50: Nanoseconds?
    /// Likewise.
    package var responseP99: Nanoseconds?

    enum CodingKeys: String, CodingKey {
        case step, path, started, done, failed
        case timedOut = "timed_out"
        case skipped, cut
        case responseP50 = "response_p50_ns"
        case responseP99 = "response_p99_ns"
    }

    /// A step that nobody has come to.
    package init(step: String, path: String) { (self.step, self.path) = (step, path) }
}
