import Testing
import Units

@testable import Profile
@testable import Workload

/// A rate in events per second.
func rate(_ perSecond: Double) -> Rate { Rate(perSecond: perSecond) }

/// A stage of constant or changing rate.
func stage(_ from: Double, _ to: Double, _ seconds: Double) -> LoadStage {
    LoadStage(from: rate(from), to: rate(to), duration: .seconds(seconds))
}

/// Chi-square of counts against expected counts, and its degrees of freedom.
func chiSquare(_ counts: [Int], _ expected: [Double]) -> (value: Double, freedom: Double) {
    var value = 0.0
    for (count, expected) in zip(counts, expected) {
        value += (Double(count) - expected) * (Double(count) - expected) / expected
    }
    return (value, Double(counts.count - 1))
}

/// Whether counts fit, at five standard deviations of the chi-square distribution.
func fits(_ counts: [Int], _ expected: [Double]) -> Bool {
    let (value, freedom) = chiSquare(counts, expected)
    return value < freedom + 5 * (2 * freedom).squareRoot()
}
