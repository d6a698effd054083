internal import EventLoop
import Synchronization
package import Units
package import XMPP

/// Which session of each account is online, readable by every worker without a lock.
///
/// A session's number is unique in the run and never 0. Its address follows from its account and its
/// number; where the server bound another one (with ANONYMOUS, or a resource that it made up), that
/// is kept in a table of exceptions.
package final class OnlineDirectory: Sendable {
    /// By account: the number of its session, or 0.
    private let sessions: AtomicTable
    /// By account: the number of the session that ended last, and when.
    private let endedSessions: AtomicTable
    private let endedAt: AtomicTable
    private let onlineCount = Atomic<Int>(0)
    private let highestCount = Atomic<Int>(0)
    private let hasExceptions = Atomic<Bool>(false)
    private let exceptions = Guarded<[UInt32: JID]>([:])

    package init(accountCount: Int) {
        sessions = AtomicTable(count: accountCount)
        endedSessions = AtomicTable(count: accountCount)
        endedAt = AtomicTable(count: accountCount)
    }

    package var accountCount: Int { sessions.count }

    /// How many accounts have a session online.
    package var count: Int { onlineCount.load(ordering: .relaxed) }

    /// The most that `count` ever was.
    package var peak: Int { highestCount.load(ordering: .relaxed) }

    /// The number of the account's session, or 0.
    package func session(of account: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: sessions.load(account))
    }

    /// Announces a session; `exception` only where the server bound another address than was asked
    /// for.
    package func wentOnline(account: Int, session: UInt32, exception: JID?) {
        if let exception {
            exceptions.withLock { $0[session] = exception }
            hasExceptions.store(true, ordering: .releasing)
        }
        sessions.store(account, UInt64(session))
        let count = onlineCount.wrappingAdd(1, ordering: .relaxed).newValue
        highestCount.max(count, ordering: .relaxed)
    }

    /// Withdraws a session that begins to log out or has lost its stream.
    package func wentOffline(account: Int, session: UInt32, at now: Instant) {
        guard sessions.load(account) == UInt64(session) else { return }
        endedAt.store(account, UInt64(bitPattern: now.nanoseconds))
        endedSessions.store(account, UInt64(session))
        sessions.store(account, 0)
        onlineCount.wrappingSubtract(1, ordering: .relaxed)
        if hasExceptions.load(ordering: .acquiring) {
            _ = exceptions.withLock { $0.removeValue(forKey: session) }
        }
    }

    /// Whether that session of the account was over at the instant `limit`.
    ///
    /// Exact for the session that is online or ended last; one before that counts as over.
    package func hasEnded(account: Int, session: UInt32, by limit: Instant) -> Bool {
        if sessions.load(account) == UInt64(session) { return false }
        guard endedSessions.load(account) == UInt64(session) else { return true }
        return Int64(bitPattern: endedAt.load(account)) <= limit.nanoseconds
    }

    /// The address that the server bound instead of the one asked for.
    package func exception(of session: UInt32) -> JID? {
        guard hasExceptions.load(ordering: .acquiring) else { return nil }
        return exceptions.withLock { $0[session] }
    }
}
