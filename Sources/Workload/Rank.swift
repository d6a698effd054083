/// One of the processes that share a run; the sessions of each use accounts of its own.
///
/// Accounts are numbered from 0. What a rank does follows from its number alone, so that all ranks
/// together do what one would do.
package struct Rank: Hashable, Sendable {
    /// From 0.
    package let index: Int
    /// How many there are.
    package let count: Int

    package init(index: Int, of count: Int) {
        precondition(index >= 0 && index < count, "a rank is one of its count")
        self.index = index
        self.count = count
    }

    /// The one process of a run that is not shared.
    package static let alone = Rank(index: 0, of: 1)

    /// Accounts that go together: the two of a pair write to each other.
    private static let groupLength = 2

    /// The accounts that a run of so many ranks needs at least, for each to have a pair.
    package static func neededAccounts(ranks: Int) -> Int {
        ranks == 1 ? 1 : ranks * groupLength
    }

    /// Whether its sessions use the account.
    package func owns(account: Int) -> Bool { account / Self.groupLength % count == index }

    /// How many of the first `accounts` accounts are its own.
    package func ownedCount(of accounts: Int) -> Int {
        let (rounds, rest) = accounts.quotientAndRemainder(dividingBy: count * Self.groupLength)
        let begun = min(max(rest - index * Self.groupLength, 0), Self.groupLength)
        return rounds * Self.groupLength + begun
    }

    /// The first of its accounts from `account` on, however many there are.
    package func firstOwned(from account: Int) -> Int {
        var account = account
        while !owns(account: account) { account += 1 }
        return account
    }
}
