internal import EventLoop
import Synchronization
package import Workload

/// Which accounts are taken by a session, over all workers; those of other ranks are never free.
package final class AccountClaims: Sendable {
    private let words: AtomicTable
    private let free: Atomic<Int>

    package init(accountCount: Int, rank: Rank = .alone) {
        words = AtomicTable(count: accountCount)
        free = Atomic(rank.ownedCount(of: accountCount))
        for account in 0..<accountCount where !rank.owns(account: account) {
            words.store(account, 1)
        }
    }

    /// Takes `preferred` or, when it is taken, the next free account in order of number, round the
    /// end; nil when none is free.
    package func claim(preferred: Int) -> Int? {
        guard free.load(ordering: .relaxed) > 0 else { return nil }
        for step in 0..<words.count {
            let account = (preferred + step) % words.count
            if words.load(account) == 0, words.replace(account, 0, with: 1) {
                free.wrappingSubtract(1, ordering: .relaxed)
                return account
            }
        }
        return nil
    }

    /// Gives back an account that `claim` took.
    package func release(_ account: Int) {
        guard words.replace(account, 1, with: 0) else { return }
        free.wrappingAdd(1, ordering: .relaxed)
    }
}
