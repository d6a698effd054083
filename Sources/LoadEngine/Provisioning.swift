package import Units
package import XMPP

/// Accounts created or removed in-band (XEP-0077) and how it went; a value.
package struct Provisioning: Sendable {
    package enum Purpose: Sendable {
        /// An account that exists already is as good as a new one.
        case createMissing
        /// An account that exists already is a failure.
        case createNew
        case delete
    }

    /// What an attempt that failed means.
    enum Consequence: Equatable {
        /// The account is as it should be.
        case settled
        case retry(after: Nanoseconds)
        case giveUp
        /// No further account can fare better.
        case stop
    }

    /// Attempts for one account, the first included; more as long as other accounts succeed meanwhile.
    package static let attemptLimit = 8
    /// Waiting before the second attempt; it doubles each time up to the longest. Up to half of it
    /// comes on top, by account, so that those that failed together do not come back together.
    package static let firstDelay = Nanoseconds.milliseconds(500)
    package static let longestDelay = Nanoseconds.seconds(20)

    package let purpose: Purpose
    /// Accounts created or removed.
    package private(set) var changed = 0
    /// Accounts that were there already, or gone already.
    package private(set) var unchanged = 0
    /// Accounts given up, with the reason of the first.
    package private(set) var failed = 0
    package private(set) var firstFailure: StreamFailure?
    package private(set) var firstFailedAccount: Int?
    /// Why no further account was tried.
    package private(set) var stopReason: StreamFailure?
    /// By account that waits for its next attempt, how many had succeeded when the last one failed.
    private var succeededAtFailure: [Int: Int] = [:]
    /// Each exchange that changed something: when it began and ended.
    package private(set) var exchanges: [Nanoseconds] = []

    package init(purpose: Purpose) { self.purpose = purpose }

    package mutating func succeeded(in time: Nanoseconds) {
        changed += 1
        exchanges.append(time)
    }

    /// Judges a failed attempt; `attempt` counts from 1.
    mutating func failed(account: Int, attempt: Int, _ failure: StreamFailure) -> Consequence {
        let refusal = RegistrationRefusal(failure)
        if purpose == .createMissing, refusal == .conflict {
            unchanged += 1
            return .settled
        }
        if purpose == .delete, failure.stage == .auth, failure.condition == "not-authorized" {
            unchanged += 1
            return .settled
        }
        if refusal == .policy {
            note(account, failure)
            stopReason = failure
            return .stop
        }
        let isConnection =
            failure.stage == .connect || failure.stage == .connection || failure.stage == .tls
            || failure.stage == .stream
        if isConnection, changed + unchanged == 0 {
            note(account, failure)
            stopReason = failure
            return .stop
        }
        if failure.isTemporary || refusal == .retry || isConnection {
            let succeeded = changed + unchanged
            let before = succeededAtFailure.updateValue(succeeded, forKey: account)
            let isGettingOn = before != succeeded
            if attempt < Self.attemptLimit || isGettingOn {
                return .retry(after: Self.delay(after: attempt, of: account))
            }
        }
        note(account, failure)
        guard refusal == .retry else { return .giveUp }
        stopReason = failure
        return .stop
    }

    static func delay(after attempt: Int, of account: Int) -> Nanoseconds {
        let delay = min(firstDelay * Int64(1 << min(attempt - 1, 10)), longestDelay)
        // Multiples of the golden ratio are spread evenly over the range of the number.
        let place = UInt16(truncatingIfNeeded: account) &* 40_503
        return delay + delay / 2 * Int64(place) / 65_536
    }

    /// Throws what a run cannot go on after.
    func check(_ plan: RunPlan, isInterrupted: Bool) throws(SetUpFailure) {
        if let reason = stopReason {
            let untried = plan.ownedAccounts - changed - unchanged - 1
            switch RegistrationRefusal(reason) {
            case .policy: throw .registrationRefused(reason)
            case .retry: throw .registrationPutOff(reason, others: untried)
            case .conflict, .other: throw .unreachable(reason, others: untried)
            }
        }
        if isInterrupted { throw .interrupted }
        if let failure = firstFailure, let account = firstFailedAccount {
            throw .registrationFailed(
                failure, account: plan.accounts[account].username, count: failed)
        }
    }

    private mutating func note(_ account: Int, _ failure: StreamFailure) {
        failed += 1
        guard firstFailure == nil else { return }
        firstFailure = failure
        firstFailedAccount = account
    }
}
