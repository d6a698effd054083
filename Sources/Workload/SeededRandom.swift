internal import Glibc
public import Units

/// A random source that gives the same numbers for the same seed on every machine.
///
/// Public, as draws are inlined into the loops that make them. Not for secrets.
/// Source: xoshiro256++ 1.0 and SplitMix64 (Blackman and Vigna, prng.di.unimi.it).
public struct SeededRandom: Sendable, BitwiseCopyable, RandomNumberGenerator {
    @usableFromInline var s0: UInt64
    @usableFromInline var s1: UInt64
    @usableFromInline var s2: UInt64
    @usableFromInline var s3: UInt64

    /// One of many independent sources of a seed, one for each `stream`.
    @inlinable public init(seed: UInt64, stream: UInt64) {
        var mixer = SplitMix64(state: SplitMix64.mix(seed) ^ SplitMix64.mix(~stream))
        s0 = mixer.next()
        s1 = mixer.next()
        s2 = mixer.next()
        s3 = mixer.next()
    }

    /// All 64 bits are uniform.
    @inlinable public mutating func next() -> UInt64 {
        let sum = s0 &+ s3
        let result = (sum << 23 | sum >> 41) &+ s0
        let shifted = s1 << 17
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= shifted
        s3 = s3 << 45 | s3 >> 19
        return result
    }

    /// Uniform in 0 ..< 1, in steps of 2⁻⁵³.
    @inlinable public mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Uniform in 0 ..< bound, without modulo bias.
    ///
    /// Bounds: `bound` at least 1. Source: Lemire, arXiv:1805.10941.
    @inlinable public mutating func below(_ bound: UInt64) -> UInt64 {
        precondition(bound > 0, "an empty range has no member")
        var product = next().multipliedFullWidth(by: bound)
        if product.low < bound {
            let threshold = (0 &- bound) % bound
            while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
        }
        return product.high
    }

    /// Uniform in `from` ... `to`; `to` must not be less than `from`.
    @inlinable public mutating func between(_ from: Int64, _ to: Int64) -> Int64 {
        precondition(from <= to, "an empty range has no member")
        let width = UInt64(bitPattern: to &- from)
        let offset = width == .max ? next() : below(width + 1)
        return from &+ Int64(bitPattern: offset)
    }

    /// Exponential with mean 1; never infinite.
    public mutating func exponential() -> Double {
        // 1 - unit() lies in (0, 1], so that the logarithm is finite.
        -log(1 - unit())
    }

    /// Exponential with this mean.
    public mutating func exponential(mean: Nanoseconds) -> Nanoseconds {
        Nanoseconds(Int64((exponential() * Double(mean.rawValue)).rounded()))
    }
}

/// The generator that seeds others, and a good hash of one 64-bit word.
public struct SplitMix64: Sendable, BitwiseCopyable {
    @usableFromInline var state: UInt64

    @inlinable public init(state: UInt64) { self.state = state }

    @inlinable public mutating func next() -> UInt64 {
        let word = state
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(word)
    }

    /// A bijection of the 64-bit words that leaves no visible pattern.
    @inlinable public static func mix(_ word: UInt64) -> UInt64 {
        var z = word &+ 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// What the random sources of a run are for; each purpose has streams of its own.
package enum RandomPurpose: UInt64, Sendable {
    case arrivals = 1
    case scenarios
    case accounts
    case sessions
    case trafficSchedule
    case trafficActions
    case hotAccounts
    case faults
    case samples
    case experiment

    /// The stream of the member `index` of this purpose, of group `group` where there are several.
    package func stream(group: Int = 0, index: Int = 0) -> UInt64 {
        let base = SplitMix64.mix(rawValue << 32 | UInt64(truncatingIfNeeded: group))
        return base &+ UInt64(truncatingIfNeeded: index)
    }
}
