internal import Glibc

/// Maps values to their place along an axis.
package struct ChartScale: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case linear
        case logarithmic
    }

    package let kind: Kind
    /// The values at both ends of the axis.
    package let domain: ClosedRange<Double>

    /// - Parameter domain: not empty; above zero where it is logarithmic.
    package init(_ kind: Kind, _ domain: ClosedRange<Double>) {
        precondition(domain.lowerBound < domain.upperBound, "an axis without length")
        precondition(kind == .linear || domain.lowerBound > 0, "a logarithm of nothing")
        (self.kind, self.domain) = (kind, domain)
    }

    /// From 0 at the lower to 1 at the upper end; values beyond an end are put there.
    package func fraction(of value: Double) -> Double {
        let inside = min(max(value, domain.lowerBound), domain.upperBound)
        switch kind {
        case .linear:
            return (inside - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
        case .logarithmic:
            return log(inside / domain.lowerBound) / log(domain.upperBound / domain.lowerBound)
        }
    }

    /// `base` to the power of `exponent`: even steps along a logarithmic axis.
    package static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

    // MARK: - Round values

    /// The smallest of 1, 2, 5 times a power of ten that is not below.
    package static func roundStep(notBelow value: Double) -> Double {
        guard value > 0 else { return 1 }
        let power = pow(10, floor(log10(value)))
        for factor in [1.0, 2, 5] where factor * power >= value * (1 - 1e-9) {
            return factor * power
        }
        return 10 * power
    }

    /// Round values from 0 to the first that is not below `largest`, in `count` steps at most.
    package static func linearTicks(upTo largest: Double, count: Int, unit: Double = 1) -> [Double]
    {
        let step = roundStep(notBelow: max(largest, 1e-9) / unit / Double(count)) * unit
        let steps = Int((largest / step - 1e-9).rounded(.up))
        return (0...max(steps, 1)).map { Double($0) * step }
    }

    /// Round values of which the first is not above `smallest` and the last not below `largest`:
    /// 1, 2, 5 of each decade, or the decades alone where there are more than two.
    package static func logarithmicTicks(from smallest: Double, to largest: Double) -> [Double] {
        precondition(0 < smallest && smallest <= largest, "a logarithm of nothing")
        var ticks: [Double] = []
        var power = pow(10, floor(log10(smallest)))
        while true {
            for factor in [1.0, 2, 5] {
                let value = factor * power
                if value <= smallest * (1 + 1e-9) { ticks.removeAll() }
                ticks.append(value)
                if ticks.count > 1, value >= largest * (1 - 1e-9) { return thinned(ticks) }
            }
            power *= 10
        }
    }

    /// Where there are too many: the ends, and the decades that have room between them.
    private static func thinned(_ ticks: [Double]) -> [Double] {
        guard ticks.count > 7 else { return ticks }
        let (first, last) = (ticks[0], ticks[ticks.count - 1])
        return ticks.filter { tick in
            let exponent = log10(tick)
            let isDecade = abs(exponent - exponent.rounded()) < 1e-9
            return tick == first || tick == last
                || isDecade && tick > first * 2.5 && tick < last / 2.5
        }
    }
}
