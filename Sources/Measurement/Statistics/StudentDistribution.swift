internal import Glibc

/// Student's t distribution.
///
/// Source: Abramowitz and Stegun §26.5 and §26.7; the continued fraction by Lentz's method.
package struct StudentDistribution {
    /// Degrees of freedom; need not be whole.
    let freedom: Double

    package init(freedom: Double) { self.freedom = freedom }

    /// The chance of a value at least as far from zero.
    package func bothTails(beyond value: Double) -> Double {
        if value == 0 { return 1 }
        if value.isInfinite { return 0 }
        return Self.incompleteBeta(
            freedom / (freedom + value * value), freedom / 2, 0.5)
    }

    /// How far to both sides of zero that share of the values lies.
    package func reach(of share: Double) -> Double {
        var high = 1.0
        while bothTails(beyond: high) > 1 - share { high *= 2 }
        var low = 0.0
        while high - low > 1e-10 * high {
            let middle = (low + high) / 2
            if bothTails(beyond: middle) > 1 - share { low = middle } else { high = middle }
        }
        return high
    }

    /// The regularized incomplete beta function.
    private static func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
        if x <= 0 { return 0 }
        if x >= 1 { return 1 }
        // The fraction converges fast only on this side.
        guard x <= (a + 1) / (a + b + 2) else { return 1 - incompleteBeta(1 - x, b, a) }
        let front = exp(
            logGamma(a + b) - logGamma(a) - logGamma(b) + a * log(x) + b * log(1 - x))
        var (c, d) = (1.0, 1 / away(1 - (a + b) * x / (a + 1)))
        var fraction = d
        for step in 1...500 {
            let m = Double(step)
            let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            d = 1 / away(1 + even * d)
            c = away(1 + even / c)
            fraction *= d * c
            let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            d = 1 / away(1 + odd * d)
            c = away(1 + odd / c)
            let change = d * c
            fraction *= change
            if abs(change - 1) < 1e-15 { break }
        }
        return front * fraction / a
    }

    /// The value, or one beside zero that can be divided by.
    private static func away(_ value: Double) -> Double { abs(value) < 1e-300 ? 1e-300 : value }

    private static func logGamma(_ value: Double) -> Double { lgamma(value).0 }
}
