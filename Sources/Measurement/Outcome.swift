/// How the server did; it says nothing about the measurement.
package enum Outcome: String, CaseIterable, Sendable, Codable {
    /// All that was asked of the server was done.
    case ok
    /// The server did most of it: some sessions, actions or messages failed.
    case degraded
    /// The server was of no use: no session came online, it was dead at the end, or at least half
    /// of what was asked of it failed.
    case failed

    /// Share of failures from which on the server has failed.
    package static let failedShare = 0.5

    /// Bounced messages and addressees that left are what the profile asked for, no fault of the
    /// server; they do not count here.
    package init(of result: RunResult) {
        let sessions = result.sessions
        let messages = result.messages
        if result.facts.isTargetDead || (sessions.started > 0 && sessions.loggedIn == 0) {
            self = .failed
        } else if Self.share(sessions.failed, of: sessions.started) >= Self.failedShare
            || Self.share(messages.lost, of: messages.sent) >= Self.failedShare
            || (result.errorRate ?? 0) >= Self.failedShare
        {
            self = .failed
        } else if sessions.failed > 0 || !result.errors.isEmpty || messages.lost > 0
            || messages.duplicated > 0 || messages.reordered > 0 || messages.late > 0
            || messages.unexpected > 0
        {
            self = .degraded
        } else {
            self = .ok
        }
    }

    private static func share(_ part: UInt64, of whole: UInt64) -> Double {
        whole == 0 ? 0 : Double(part) / Double(whole)
    }
}
