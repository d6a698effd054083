/// The random numbers of a server: stream identifiers, resources, salts.
///
/// The same seed gives the same numbers, so that a simulated run can be repeated. It is not for
/// secrets: SCRAM needs salts that differ, not salts that nobody can guess.
/// Source: SplitMix64, Steele et al., "Fast splittable pseudorandom number generators", 2014.
package struct ServerRandom: RandomNumberGenerator, Sendable {
    private var position: UInt64

    /// A sequence that the seed determines.
    package init(seed: UInt64) { position = seed }

    package mutating func next() -> UInt64 {
        position &+= 0x9e37_79b9_7f4a_7c15
        var mixed = position
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A sequence of its own that continues this one.
    package mutating func split() -> ServerRandom { ServerRandom(seed: next()) }

    /// This many random bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}
