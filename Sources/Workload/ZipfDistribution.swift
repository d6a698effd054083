internal import Glibc

/// Ranks 0 ..< count, where rank r has a chance in proportion to (r + 1)^-exponent.
///
/// Needs no table, so that it costs the same for any count. Source: rejection-inversion,
/// Hörmann and Derflinger, ACM TOMACS 6 (1996) 169-184.
package struct ZipfDistribution: Sendable, BitwiseCopyable {
    private let exponent: Double
    private let count: Int
    /// The integral at 1.5, minus 1; and at count + 0.5.
    private let lower: Double
    private let upper: Double
    private let shortcut: Double

    /// Bounds: `count` at least 1, `exponent` at least 0.
    package init(count: Int, exponent: Double) {
        precondition(count > 0 && exponent >= 0, "a Zipf distribution needs ranks")
        self.count = count
        self.exponent = exponent
        lower = Self.integral(1.5, exponent) - 1
        upper = Self.integral(Double(count) + 0.5, exponent)
        let two = Self.integral(2.5, exponent) - exp(-exponent * log(2))
        shortcut = 2 - Self.inverse(two, exponent)
    }

    /// One rank, from 0.
    package func draw(_ random: inout SeededRandom) -> Int {
        while true {
            let height = upper + random.unit() * (lower - upper)
            let x = Self.inverse(height, exponent)
            let rank = min(max(x.rounded(), 1), Double(count))
            let bound = Self.integral(rank + 0.5, exponent) - exp(-exponent * log(rank))
            if rank - x <= shortcut || height >= bound { return Int(rank) - 1 }
        }
    }

    /// The integral of x^-exponent, zero at x = 1; well behaved at exponent 1.
    private static func integral(_ x: Double, _ exponent: Double) -> Double {
        let logarithm = log(x)
        return growth((1 - exponent) * logarithm) * logarithm
    }

    private static func inverse(_ height: Double, _ exponent: Double) -> Double {
        // Below -1 only through rounding, at the very end of the range.
        let scaled = max(-1, height * (1 - exponent))
        return exp(decay(scaled) * height)
    }

    /// (e^x - 1) / x.
    private static func growth(_ x: Double) -> Double {
        abs(x) > 1e-8 ? expm1(x) / x : 1 + x / 2 * (1 + x / 3)
    }

    /// log(1 + x) / x.
    private static func decay(_ x: Double) -> Double {
        abs(x) > 1e-8 ? log1p(x) / x : 1 - x * (0.5 - x / 3)
    }
}
