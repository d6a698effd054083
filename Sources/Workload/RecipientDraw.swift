/// Turns a draw into a recipient.
///
/// The draw is fixed by the seed; who it becomes depends on who is online at that moment.
/// Accounts are numbered from 0. A rank knows who is online in its own sessions, and draws no one
/// else.
package struct RecipientDraw: Sendable {
    private let count: Int
    private let rank: Rank
    /// Spreads the ranks of `hot` over the accounts.
    private let ranks: AccountPermutation

    /// Draws that are tried before the accounts are gone through in order.
    private static let randomProbes = 32

    /// Bounds: at least one account.
    package init(accountCount: Int, seed: UInt64, rank: Rank = .alone) {
        count = accountCount
        self.rank = rank
        let stream = RandomPurpose.hotAccounts.stream()
        var random = SeededRandom(seed: seed, stream: stream)
        ranks = AccountPermutation(count: accountCount, seed: random.next())
    }

    /// An account that is online, each with the same chance; nil when there is no other.
    ///
    /// Bounds: `isOnline` is asked at most `count` + 32 times.
    package func online(
        _ draw: UInt64, excluding sender: Int?, isOnline: (Int) -> Bool
    ) -> Int? {
        var random = SeededRandom(seed: draw, stream: 0)
        for _ in 0..<Self.randomProbes {
            let account = Int(random.below(UInt64(count)))
            if account != sender, isOnline(account) { return account }
        }
        let start = Int(random.below(UInt64(count)))
        return scan(from: start, excluding: sender, isOnline: isOnline) { $0 }
    }

    /// An account that is online, by a Zipf distribution over a fixed order of all accounts.
    ///
    /// Bounds: `isOnline` is asked at most `count` + 32 times. `exponent` from 0 to 10.
    package func hot(
        _ draw: UInt64, exponent: Double, excluding sender: Int?, isOnline: (Int) -> Bool
    ) -> Int? {
        var random = SeededRandom(seed: draw, stream: 0)
        let distribution = ZipfDistribution(count: count, exponent: exponent)
        var rank = 0
        for _ in 0..<Self.randomProbes {
            rank = distribution.draw(&random)
            let account = ranks[rank]
            if account != sender, isOnline(account) { return account }
        }
        return scan(from: rank, excluding: sender, isOnline: isOnline) { ranks[$0] }
    }

    /// Any account of the rank but the sender's, online or not; nil when there is no other.
    package func any(_ draw: UInt64, excluding sender: Int?) -> Int? {
        online(draw, excluding: sender) { rank.owns(account: $0) }
    }

    /// The other of the two accounts that 0 and 1, 2 and 3 and so on make; nil for a last odd one.
    package func pair(of sender: Int) -> Int? {
        let other = sender ^ 1
        return other < count ? other : nil
    }

    private func scan(
        from start: Int, excluding sender: Int?, isOnline: (Int) -> Bool, account: (Int) -> Int
    ) -> Int? {
        for offset in 0..<count {
            let candidate = account((start + offset) % count)
            if candidate != sender, isOnline(candidate) { return candidate }
        }
        return nil
    }
}
