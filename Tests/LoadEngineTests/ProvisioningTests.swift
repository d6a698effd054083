import Testing
import Units
import XMPP

@testable import LoadEngine

@Suite struct ProvisioningTests {
    private func failure(
        _ stage: Stage, _ condition: String, temporary: Bool = false
    ) -> StreamFailure {
        StreamFailure(stage: stage, condition: condition, isTemporary: temporary)
    }

    @Test func `an account that exists is as good as a new one, unless a new one is asked for`() {
        var missing = Provisioning(purpose: .createMissing)
        #expect(
            missing.failed(account: 0, attempt: 1, failure(.register, "conflict")) == .settled)
        #expect(missing.unchanged == 1)
        #expect(missing.failed == 0)
        var new = Provisioning(purpose: .createNew)
        #expect(new.failed(account: 0, attempt: 1, failure(.register, "conflict")) == .giveUp)
        #expect(new.failed == 1)
    }

    @Test func `what may pass is tried again, longer and longer, but not for ever`() {
        var progress = Provisioning(purpose: .createMissing)
        let wait = failure(.register, "resource-constraint", temporary: true)
        var delays: [Nanoseconds] = []
        for attempt in 1...Provisioning.attemptLimit {
            switch progress.failed(account: 0, attempt: attempt, wait) {
            case .retry(let delay): delays.append(delay)
            // The next account would fare no better.
            case .stop: #expect(attempt == Provisioning.attemptLimit)
            default: Issue.record("neither tried again nor ended")
            }
        }
        #expect(delays.count == Provisioning.attemptLimit - 1)
        #expect(delays == delays.sorted())
        #expect(delays[0] == Provisioning.firstDelay)
        #expect(delays.allSatisfy { $0 <= Provisioning.longestDelay })
        #expect(progress.failed == 1)
        #expect(progress.stopReason == wait)
    }

    @Test func `a server that lets accounts in slowly is waited for as long as some get in`() {
        var progress = Provisioning(purpose: .createMissing)
        let wait = failure(.register, "resource-constraint", temporary: true)
        for attempt in 1...(2 * Provisioning.attemptLimit) {
            progress.succeeded(in: .milliseconds(3))
            guard case .retry = progress.failed(account: 0, attempt: attempt, wait) else {
                Issue.record("ended at attempt \(attempt)")
                return
            }
        }
        let last = 2 * Provisioning.attemptLimit + 1
        #expect(progress.failed(account: 0, attempt: last, wait) == .stop)
    }

    @Test func `accounts that were put off together come back one after the other`() {
        let delays = (0..<64).map { Provisioning.delay(after: 3, of: $0) }
        let least = Provisioning.firstDelay * 4
        #expect(delays.allSatisfy { $0 >= least && $0 < least + least / 2 })
        // No two closer than a quarter of what an even spread would give.
        let sorted = delays.sorted()
        #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $1 - $0 > least / (2 * 64 * 4) })
    }

    @Test func `a refusal by policy and a server out of reach stop everything`() {
        var refused = Provisioning(purpose: .createMissing)
        #expect(refused.failed(account: 0, attempt: 1, failure(.register, "not-allowed")) == .stop)
        var unreachable = Provisioning(purpose: .createMissing)
        let connect = failure(.connect, "connection-refused")
        #expect(unreachable.failed(account: 0, attempt: 1, connect) == .stop)
        var later = Provisioning(purpose: .createMissing)
        later.succeeded(in: .milliseconds(3))
        #expect(
            later.failed(account: 0, attempt: 1, connect)
                == .retry(after: Provisioning.firstDelay))
    }
}
