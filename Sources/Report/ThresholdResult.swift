package import Measurement
package import Profile
internal import Units

/// A threshold of the profile and how it went.
package struct ThresholdResult: Sendable, Equatable {
    /// As the profile has it.
    package let expression: String
    /// What the run had there.
    package let observed: ObservedValue
    /// Whether the condition held.
    package let passed: Bool

    /// A threshold that has been judged.
    package init(expression: String, observed: ObservedValue, passed: Bool) {
        (self.expression, self.observed, self.passed) = (expression, observed, passed)
    }

    /// Judges a result by a threshold; one without samples fails.
    package init(_ threshold: Threshold, in result: RunResult) {
        let observed = result.value(at: threshold.quantity.path) ?? .noSamples
        self.observed = observed
        expression = threshold.expression
        passed =
            observed.comparable.map { threshold.comparison.holds($0, threshold.limit.value) }
            ?? false
    }
}

extension Threshold.Quantity {
    /// Where the value stands in a result.
    var path: [String] {
        switch self {
        case .latency(let metric, let time, let statistic):
            [metric, time.rawValue, statistic.rawValue]
        case .metric(let metric, let figure): [metric, figure.rawValue]
        case .counter(let group, let key): [group, key]
        case .errorCount: ["errors", "count"]
        case .errorRate: ["errors", "rate"]
        }
    }
}
