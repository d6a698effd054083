/// The part of a schedule that one worker of one rank takes.
///
/// The shares of all workers of all ranks are the whole schedule, and no two have an event in
/// common.
package struct ScheduleShare: Sendable {
    private let rank: Rank
    private let worker: Int
    private let workers: Int
    /// By event, the account that decides which rank takes it; nil: ranks take turns.
    private let accounts: AccountPermutation?

    /// The share of the worker `worker` of `workers` in the rank.
    package init(worker: Int, of workers: Int, rank: Rank = .alone) {
        self.init(worker: worker, of: workers, rank: rank, accounts: nil)
    }

    init(worker: Int, of workers: Int, rank: Rank, accounts: AccountPermutation?) {
        precondition(worker >= 0 && worker < workers, "a share is one of its count")
        self.rank = rank
        self.worker = worker
        self.workers = workers
        self.accounts = accounts
    }

    package static let whole = ScheduleShare(worker: 0, of: 1)

    /// Whether the event with that index belongs to it.
    package func contains(_ index: Int) -> Bool {
        guard index / rank.count % workers == worker else { return false }
        guard rank.count > 1 else { return true }
        guard let accounts else { return index % rank.count == rank.index }
        return rank.owns(account: accounts[index])
    }
}
