import Measurement
import Testing

@Suite struct OutcomeTests {
    private func outcome(_ change: (inout RunResult) -> Void) -> Outcome {
        var result = SampleRun.result()
        change(&result)
        return Outcome(of: result)
    }

    private func error(measured: UInt64) -> ErrorResult {
        ErrorResult(
            stage: "ping", condition: "timeout", count: measured, measured: measured, sample: "")
    }

    @Test func `All was done`() {
        #expect(outcome { _ in } == .ok)
        // What the profile asked for is no fault of the server.
        let asked = outcome { result in
            result.messages.bounced = 5
            result.messages.recipientGone = 5
            result.messages.stored = 5
            result.messages.foreign = 5
        }
        #expect(asked == .ok)
    }

    @Test func `Some of it was not done`() {
        #expect(outcome { $0.sessions.failed = 1 } == .degraded)
        #expect(outcome { $0.messages.lost = 1 } == .degraded)
        #expect(outcome { $0.messages.duplicated = 1 } == .degraded)
        #expect(outcome { $0.messages.reordered = 1 } == .degraded)
        #expect(outcome { $0.messages.late = 1 } == .degraded)
        #expect(outcome { $0.messages.unexpected = 1 } == .degraded)
        #expect(outcome { $0.errors = [error(measured: 0)] } == .degraded)
    }

    @Test func `Half of it was not done`() {
        #expect(outcome { $0.sessions.failed = 49 } == .degraded)
        #expect(outcome { $0.sessions.failed = 50 } == .failed)
        #expect(outcome { $0.messages.lost = 4_999 } == .degraded)
        #expect(outcome { $0.messages.lost = 5_000 } == .failed)
        #expect(outcome { $0.errors = [error(measured: 5_999)] } == .degraded)
        #expect(outcome { $0.errors = [error(measured: 6_000)] } == .failed)
    }

    @Test func `The server was not there`() {
        #expect(outcome { $0.facts.isTargetDead = true } == .failed)
        #expect(outcome { $0.sessions.loggedIn = 0 } == .failed)
    }
}
