package import Units

/// What a path of a threshold (`message.response.p99`) stands for in a result.
package enum ObservedValue: Sendable, Equatable {
    /// Nothing was measured.
    case noSamples
    /// The percentile lies among what never finished.
    case infinite
    case duration(Nanoseconds)
    case count(UInt64)
    /// A ratio or a rate.
    case number(Double)

    /// The value as a plain number (nanoseconds for durations) to compare with.
    package var comparable: Double? {
        switch self {
        case .noSamples: nil
        case .infinite: .infinity
        case .duration(let span): Double(span.rawValue)
        case .count(let count): Double(count)
        case .number(let number): number
        }
    }
}

/// How a threshold compares what was observed with its value.
package enum ThresholdComparison: String, CaseIterable, Sendable {
    case less = "<"
    case lessOrEqual = "<="
    case equal = "=="
    case notEqual = "!="
    case greaterOrEqual = ">="
    case greater = ">"

    package func holds(_ observed: Double, _ limit: Double) -> Bool {
        switch self {
        case .less: observed < limit
        case .lessOrEqual: observed <= limit
        case .equal: observed == limit
        case .notEqual: observed != limit
        case .greaterOrEqual: observed >= limit
        case .greater: observed > limit
        }
    }
}

/// A threshold and how it went.
package struct ThresholdResult: Sendable, Equatable {
    /// As the profile has it.
    package let expression: String
    package let observed: ObservedValue
    package let passed: Bool

    package init(expression: String, observed: ObservedValue, passed: Bool) {
        (self.expression, self.observed, self.passed) = (expression, observed, passed)
    }

    /// Compares the value at a path with a limit; without samples the threshold fails.
    ///
    /// - Parameter limit: nanoseconds for durations, else a plain number (0.1 % is 0.001).
    package init(
        expression: String, path: [String], comparison: ThresholdComparison, limit: Double,
        in result: RunResult
    ) {
        let observed = result.value(at: path) ?? .noSamples
        self.expression = expression
        self.observed = observed
        passed = observed.comparable.map { comparison.holds($0, limit) } ?? false
    }
}
