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

/// As `expression`, `observed` (a number in the unit of `observed_kind`, or null) and `passed`.
extension ThresholdResult: Codable {
    private enum CodingKeys: String, CodingKey {
        case expression, observed
        case kind = "observed_kind"
        case passed
    }

    private static let noSamples = "no samples"
    private static let infinite = "infinite: never finished"

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func number<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try container.decode(type, forKey: .observed)
        }
        let observed: ObservedValue
        switch try container.decode(String.self, forKey: .kind) {
        case Self.noSamples: observed = .noSamples
        case Self.infinite: observed = .infinite
        case "ns": observed = .duration(Nanoseconds(try number(Int64.self)))
        case "count": observed = .count(try number(UInt64.self))
        default: observed = .number(try number(Double.self))
        }
        self.init(
            expression: try container.decode(String.self, forKey: .expression),
            observed: observed, passed: try container.decode(Bool.self, forKey: .passed))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(expression, forKey: .expression)
        switch observed {
        case .noSamples, .infinite: try container.encodeNil(forKey: .observed)
        case .duration(let span): try container.encode(span.rawValue, forKey: .observed)
        case .count(let count): try container.encode(count, forKey: .observed)
        case .number(let number): try container.encode(number, forKey: .observed)
        }
        let kind =
            switch observed {
            case .noSamples: Self.noSamples
            case .infinite: Self.infinite
            case .duration: "ns"
            case .count: "count"
            case .number: "number"
            }
        try container.encode(kind, forKey: .kind)
        try container.encode(passed, forKey: .passed)
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
