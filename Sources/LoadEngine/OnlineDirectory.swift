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
    /// By account: a `DirectoryEntry`.
    private let entries: AtomicTable
    /// By account: the number of the session that ended last, and when.
    private let endedSessions: AtomicTable
    private let endedAt: AtomicTable
    private let onlineCount = Atomic<Int>(0)
    private let highestCount = Atomic<Int>(0)
    /// A second of the run, and below it to how many sessions more than one message is on its way.
    private let crowd = Atomic<UInt64>(0)
    private let hasExceptions = Atomic<Bool>(false)
    private let exceptions = Guarded<[UInt32: JID]>([:])

    package init(accountCount: Int) {
        entries = AtomicTable(count: accountCount)
        endedSessions = AtomicTable(count: accountCount)
        endedAt = AtomicTable(count: accountCount)
    }

    package var accountCount: Int { entries.count }

    /// How many accounts have a session online.
    package var count: Int { onlineCount.load(ordering: .relaxed) }

    /// The most that `count` ever was.
    package var peak: Int { highestCount.load(ordering: .relaxed) }

    /// The number of the account's session, or 0.
    package func session(of account: Int) -> UInt32 {
        DirectoryEntry(word: entries.load(account)).session
    }

    /// Announces a session; `exception` only where the server bound another address than was asked
    /// for.
    package func wentOnline(account: Int, session: UInt32, exception: JID?) {
        if let exception {
            exceptions.withLock { $0[session] = exception }
            hasExceptions.store(true, ordering: .releasing)
        }
        entries.store(account, DirectoryEntry(session: session).word)
        let count = onlineCount.wrappingAdd(1, ordering: .relaxed).newValue
        highestCount.max(count, ordering: .relaxed)
    }

    /// Withdraws a session that begins to log out or has lost its stream.
    package func wentOffline(account: Int, session: UInt32, at now: Instant) {
        guard self.session(of: account) == session else { return }
        endedAt.store(account, UInt64(bitPattern: now.nanoseconds))
        endedSessions.store(account, UInt64(session))
        entries.store(account, 0)
        onlineCount.wrappingSubtract(1, ordering: .relaxed)
        if hasExceptions.load(ordering: .acquiring) {
            _ = exceptions.withLock { $0.removeValue(forKey: session) }
        }
    }

    /// Whether that session of the account was over at the instant `limit`.
    ///
    /// Exact for the session that is online or ended last; one before that counts as over.
    package func hasEnded(account: Int, session: UInt32, by limit: Instant) -> Bool {
        if self.session(of: account) == session { return false }
        guard endedSessions.load(account) == UInt64(session) else { return true }
        return Int64(bitPattern: endedAt.load(account)) <= limit.nanoseconds
    }

    /// The address that the server bound instead of the one asked for.
    package func exception(of session: UInt32) -> JID? {
        guard hasExceptions.load(ordering: .acquiring) else { return nil }
        return exceptions.withLock { $0[session] }
    }

    // MARK: Messages on their way

    /// Notes that a message goes to the session that the account has online.
    ///
    /// What is not there when the second is over is forgotten: the server may have lost it.
    ///
    /// - Parameter second: the present one of the run.
    package func messageSent(to account: Int, second: UInt32) {
        let entry = change(account) { entry in
            guard entry.session != 0 else { return false }
            entry.sent(in: second)
            return true
        }
        if entry?.underWay == 2 { changeCrowd(by: 1, second: second) }
    }

    /// Notes that one came.
    package func messageCame(to account: Int, second: UInt32) {
        let entry = change(account) { $0.came(in: second) }
        if entry?.underWay == 1 { changeCrowd(by: -1, second: second) }
    }

    /// Whether to some session more than one message is on its way.
    package func isCrowded(second: UInt32) -> Bool {
        let crowd = crowd.load(ordering: .relaxed)
        return crowd >> 32 == second && Self.count(in: crowd) > 0
    }

    /// Below zero for a moment, when another worker notes the arrival before this one the message.
    private static func count(in crowd: UInt64) -> Int32 { Int32(truncatingIfNeeded: crowd) }

    /// - Returns: the entry as it is now; nil where nothing was to be changed.
    private func change(
        _ account: Int, _ body: (inout DirectoryEntry) -> Bool
    ) -> DirectoryEntry? {
        while true {
            let word = entries.load(account)
            var entry = DirectoryEntry(word: word)
            guard body(&entry) else { return nil }
            if entries.replace(account, word, with: entry.word) { return entry }
        }
    }

    private func changeCrowd(by change: Int32, second: UInt32) {
        while true {
            let old = crowd.load(ordering: .relaxed)
            let count = (old >> 32 == second ? Self.count(in: old) : 0) + change
            let new = UInt64(second) << 32 | UInt64(UInt32(bitPattern: count))
            if crowd.compareExchange(expected: old, desired: new, ordering: .relaxed).exchanged {
                return
            }
        }
    }
}
