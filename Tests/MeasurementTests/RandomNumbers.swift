/// A small seeded generator (SplitMix64), so that a failing case can be repeated.
struct RandomNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// Durations spread evenly over the magnitudes from 1 ns to an hour.
    mutating func duration() -> Int64 {
        min(Int64(1) << Int64.random(in: 0...41, using: &self), 1_800_000_000_000)
            + Int64.random(in: 0...1_000_000_000, using: &self) % 1_000_003
    }
}
