/// A bijection of 0 ..< count that looks random and needs no table.
///
/// A Feistel network over the next power of four; values outside are walked on until they fall
/// inside. Source: Black and Rogaway, "Ciphers with Arbitrary Finite Domains", CT-RSA 2002.
package struct AccountPermutation: Sendable, BitwiseCopyable {
    package let count: Int
    private let halfBits: UInt64
    private let seed: UInt64
    private static let rounds: UInt64 = 10

    /// Bounds: `count` at least 1.
    package init(count: Int, seed: UInt64) {
        precondition(count > 0, "a permutation needs members")
        self.count = count
        let bits = Int.bitWidth - max(0, count - 1).leadingZeroBitCount
        halfBits = UInt64(max(1, (bits + 1) / 2))
        self.seed = seed
    }

    /// The image of `index`, which may be any number from 0; it is taken modulo the count.
    package subscript(index: Int) -> Int {
        // Less than four steps on average, as the domain is at most four times the count.
        var value = UInt64(index % count)
        repeat { value = encrypted(value) } while value >= UInt64(count)
        return Int(value)
    }

    private func encrypted(_ value: UInt64) -> UInt64 {
        let mask = (UInt64(1) << halfBits) - 1
        var left = value >> halfBits
        var right = value & mask
        for round in 0..<Self.rounds {
            let mixed = SplitMix64.mix(seed &+ round << 56 ^ right) & mask
            (left, right) = (right, left ^ mixed)
        }
        return left << halfBits | right
    }
}
