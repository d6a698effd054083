import Workload

/// What a process of a shared run is told by the one that starts it: the value of `--rank`.
struct RankOrder: Equatable {
    var rank: Rank
    /// The same for all ranks.
    var nonce: UInt32
    /// Likewise.
    var seed: UInt64
    /// Where its own report goes.
    var directory: String

    /// On a command line.
    var text: String { "\(rank.index)/\(rank.count)/\(nonce)/\(seed)/\(directory)" }

    init(rank: Rank, nonce: UInt32, seed: UInt64, directory: String) {
        (self.rank, self.nonce, self.seed) = (rank, nonce, seed)
        self.directory = directory
    }

    /// Nil for what `text` never is.
    init?(_ text: String) {
        let parts = text.split(
            separator: "/", maxSplits: 4, omittingEmptySubsequences: false
        ).map(String.init)
        guard parts.count == 5, let index = Int(parts[0]), let count = Int(parts[1]),
            (0..<count).contains(index), let nonce = UInt32(parts[2]), let seed = UInt64(parts[3])
        else { return nil }
        self.init(
            rank: Rank(index: index, of: count), nonce: nonce, seed: seed, directory: parts[4])
    }
}
