package import Measurement
package import Units

/// `capacity.json`: what a search for the highest load that meets an objective has found, and every
/// trial that it rests on.
package struct CapacityDocument: Codable, Sendable, Equatable {
    /// Name and version of the format; the version changes when a key changes its meaning.
    package static let currentSchema = "clamor.capacity/1"

    package var schema = CapacityDocument.currentSchema
    /// The profile's title.
    package var profile: String
    package var objective: String
    /// What was changed from level to level, in words.
    package var over: String
    /// What follows the number of a level: `/s`, or nothing.
    package var unit: String
    /// The metric whose latency and rate the trials tell.
    package var metric: String
    package var tolerance: Double
    package var repeats: Int
    package var warmup: Nanoseconds
    package var hold: Nanoseconds
    /// nil for a search that was broken off.
    package var reason: CapacitySearch.Reason?
    /// In words.
    package var conclusion = ""
    package var low: Double?
    package var high: Double?
    /// By level, the lowest first.
    package var levels: [Level] = []
    /// In the order in which they were run.
    package var trials: [Trial] = []

    enum CodingKeys: String, CodingKey {
        case schema, profile, objective, over, unit, metric, tolerance, repeats
        case warmup = "warmup_ns"
        case hold = "hold_ns"
        case reason, conclusion, low, high, levels, trials
    }

    /// - Parameter metric: whose latency is to be told.
    package init(
        profile: String, objective: String, over: String, unit: String, metric: String,
        limits: CapacitySearch.Limits, warmup: Nanoseconds, hold: Nanoseconds
    ) {
        (self.profile, self.objective, self.metric) = (profile, objective, metric)
        (self.over, self.unit) = (over, unit)
        (tolerance, repeats) = (limits.tolerance, limits.repeats)
        (self.warmup, self.hold) = (warmup, hold)
    }

    /// One run at one level.
    package struct Trial: Codable, Sendable, Equatable, OneLineJSON {
        package var level: Double
        package var purpose: CapacitySearch.Purpose
        package var outcome: CapacitySearch.Outcome
        /// Why, in words: the threshold that failed, or what the generator lacked.
        package var because: String
        /// Directory of its report, within that of the search.
        package var report: String
        /// nil where the run left no report; so with what follows.
        package var verdict: Verdict.Status?
        package var ratePerSecond: Double?
        package var p50: Nanoseconds?
        package var p99: Nanoseconds?
        package var errorsRate: Double?

        enum CodingKeys: String, CodingKey {
            case level, purpose, outcome, because, report, verdict
            case ratePerSecond = "rate_per_s"
            case p50 = "response_p50_ns"
            case p99 = "response_p99_ns"
            case errorsRate = "errors_rate"
        }

        /// - Parameter run: what the report has; nil for a run that left none.
        package init(
            _ trial: CapacitySearch.Trial, _ outcome: CapacitySearch.Outcome, because: String,
            report: String, run: RunDocument?, metric: String
        ) {
            (level, purpose) = (trial.level, trial.purpose)
            (self.outcome, self.because, self.report) = (outcome, because, report)
            guard let run else { return }
            verdict = run.verdict.status
            errorsRate = run.errorsRate
            guard let found = run.metrics[metric] else { return }
            ratePerSecond = found.ratePerSecond
            (p50, p99) = (found.response.p50, found.response.p99)
        }
    }

    /// All trials of a level: a point of the curve of latency against load.
    package struct Level: Codable, Sendable, Equatable, OneLineJSON {
        package var level: Double
        package var standing: CapacitySearch.Standing
        package var trials: Int
        package var met: Int
        /// The median of the trials; so with what follows.
        package var ratePerSecond: Double?
        package var p50: Nanoseconds?
        package var p99: Nanoseconds?

        enum CodingKeys: String, CodingKey {
            case level, standing, trials, met
            case ratePerSecond = "rate_per_s"
            case p50 = "response_p50_ns"
            case p99 = "response_p99_ns"
        }
    }

    /// Adds a trial, and what the search makes of it.
    package mutating func add(_ trial: Trial, _ search: CapacitySearch) {
        trials.append(trial)
        levels = Set(trials.map(\.level)).sorted().map { level in
            let own = trials.filter { $0.level == level }
            return Level(
                level: level, standing: search.standing(of: level) ?? .open, trials: own.count,
                met: own.reduce(0) { $0 + ($1.outcome == .met ? 1 : 0) },
                ratePerSecond: Self.median(own.compactMap(\.ratePerSecond)),
                p50: Self.median(own.compactMap(\.p50)), p99: Self.median(own.compactMap(\.p99)))
        }
        (low, high) = search.soFar
    }

    /// The lower one of two in the middle.
    private static func median<Value: Comparable>(_ values: [Value]) -> Value? {
        values.isEmpty ? nil : values.sorted()[(values.count - 1) / 2]
    }

    package mutating func conclude(_ conclusion: CapacitySearch.Conclusion) {
        reason = conclusion.reason
        (low, high) = (conclusion.low, conclusion.high)
        self.conclusion = words(conclusion.reason)
    }

    private func words(_ reason: CapacitySearch.Reason) -> String {
        switch reason {
        case .found: "both ends were confirmed, the upper one first"
        case .unsteady:
            "narrower it cannot be had: what lies between was met at one time and missed at another"
        case .upperEnd: "the highest level that may be tried meets the objective; raise --to"
        case .neverMet: "the objective is missed however small the load"
        case .generator:
            "the generator was the limit, not the server: "
                + (trials.last { $0.outcome == .generator }?.because ?? "")
        case .trials: "ended after \(trials.count) trials"
        }
    }

    /// A level as people read it: `487.5/s`.
    package func name(_ level: Double) -> String { Self.number(level) + unit }

    /// Without a point where there is nothing after it.
    package static func number(_ level: Double) -> String {
        level == level.rounded() && level.magnitude < 1e15 ? "\(Int(level))" : "\(level)"
    }
}
