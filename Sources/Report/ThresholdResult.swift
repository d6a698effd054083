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
    /// Whether it was to end a run that breaks it.
    package let aborts: Bool
    /// For a threshold `in every` so much of the run: its windows; `observed` is of the worst.
    package let windows: WindowResult?

    /// A threshold that has been judged.
    package init(
        expression: String, observed: ObservedValue, passed: Bool, aborts: Bool = false,
        windows: WindowResult? = nil
    ) {
        (self.expression, self.observed, self.passed) = (expression, observed, passed)
        (self.aborts, self.windows) = (aborts, windows)
    }

    /// Judges a result by the thresholds that its run was watched by, in their order.
    package static func judge(_ thresholds: [Threshold], in result: RunResult) -> [Self] {
        thresholds.enumerated().map { place, threshold in
            Self(
                threshold, in: result,
                windows: result.windows.indices.contains(place) ? result.windows[place] : nil)
        }
    }

    /// Judges a result by a threshold; one without samples fails, and so does one that ended the
    /// run, whatever became of its figure in the drain.
    package init(_ threshold: Threshold, in result: RunResult, windows: WindowResult? = nil) {
        let observed: ObservedValue
        if threshold.window != nil {
            observed = windows?.worst ?? .noSamples
        } else {
            observed = result.value(at: threshold.quantity.path) ?? .noSamples
        }
        let isKept =
            observed.comparable.map { threshold.comparison.holds($0, threshold.limit.value) }
            ?? false
        self.init(
            expression: threshold.expression, observed: observed,
            passed: isKept && result.facts.abortedBy != threshold.expression,
            aborts: threshold.abortAfter != nil, windows: windows)
    }
}

/// As `expression`, `observed` (a number in the unit of `observed_kind`, or null), `passed`, and what
/// there is to say of windows.
extension ThresholdResult: Codable {
    private enum CodingKeys: String, CodingKey {
        case expression, observed
        case kind = "observed_kind"
        case passed
        case aborts = "abort"
        case window = "window_ns"
        case windows
        case windowsFailed = "windows_failed"
        case worstWindow = "worst_window_ns"
    }

    private static let noSamples = "no samples"
    private static let unknown = "not known"
    private static let infinite = "infinite: never finished"

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func number<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try container.decode(type, forKey: .observed)
        }
        let observed: ObservedValue
        switch try container.decode(String.self, forKey: .kind) {
        case Self.noSamples: observed = .noSamples
        case Self.unknown: observed = .unknown
        case Self.infinite: observed = .infinite
        case "ns": observed = .duration(Nanoseconds(try number(Int64.self)))
        case "count": observed = .count(try number(UInt64.self))
        case "bytes": observed = .bytes(try number(UInt64.self))
        default: observed = .number(try number(Double.self))
        }
        var windows: WindowResult?
        if let length = try container.decodeIfPresent(Nanoseconds.self, forKey: .window) {
            var result = WindowResult(length: length)
            result.count = try container.decode(Int.self, forKey: .windows)
            result.failed = try container.decode(Int.self, forKey: .windowsFailed)
            result.worstStart = try container.decodeIfPresent(
                Nanoseconds.self, forKey: .worstWindow)
            result.worst = observed
            windows = result
        }
        self.init(
            expression: try container.decode(String.self, forKey: .expression),
            observed: observed, passed: try container.decode(Bool.self, forKey: .passed),
            aborts: try container.decode(Bool.self, forKey: .aborts), windows: windows)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(expression, forKey: .expression)
        switch observed {
        case .noSamples, .unknown, .infinite: try container.encodeNil(forKey: .observed)
        case .duration(let span): try container.encode(span.rawValue, forKey: .observed)
        case .count(let count), .bytes(let count): try container.encode(count, forKey: .observed)
        case .number(let number): try container.encode(number, forKey: .observed)
        }
        let kind =
            switch observed {
            case .noSamples: Self.noSamples
            case .unknown: Self.unknown
            case .infinite: Self.infinite
            case .duration: "ns"
            case .count: "count"
            case .bytes: "bytes"
            case .number: "number"
            }
        try container.encode(kind, forKey: .kind)
        try container.encode(passed, forKey: .passed)
        try container.encode(aborts, forKey: .aborts)
        try container.encode(windows?.length, forKey: .window)
        try container.encode(windows?.count, forKey: .windows)
        try container.encode(windows?.failed, forKey: .windowsFailed)
        try container.encode(windows?.worstStart, forKey: .worstWindow)
    }
}
