package import Measurement
package import Profile
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
    /// The thresholds that it is made of.
    package var conditions: [Condition]
    /// The server, in words.
    package var target: String
    /// That of the first trial; nil before its end.
    package var environment: Environment?
    package var axis: Axis
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
        case schema, profile, objective, conditions, target, environment, axis, over, unit, metric
        case tolerance, repeats
        case warmup = "warmup_ns"
        case hold = "hold_ns"
        case reason, conclusion, low, high, levels, trials
    }

    /// - Parameters:
    ///   - thresholds: those of the objective.
    ///   - metric: whose latency is to be told.
    package init(
        profile: String, objective: String, thresholds: [Threshold], target: String, axis: Axis,
        over: String, unit: String, metric: String, limits: CapacitySearch.Limits,
        warmup: Nanoseconds, hold: Nanoseconds
    ) {
        (self.profile, self.objective, self.metric) = (profile, objective, metric)
        conditions = thresholds.map(Condition.init)
        (self.target, self.axis, self.over, self.unit) = (target, axis, over, unit)
        (tolerance, repeats) = (limits.tolerance, limits.repeats)
        (self.warmup, self.hold) = (warmup, hold)
    }

    /// What is changed from level to level.
    package enum Axis: String, Codable, Sendable {
        /// Of traffic, or of arrivals.
        case rate
        /// How many are kept online.
        case sessions
        /// Any key of the profile.
        case key
    }

    /// A threshold of the objective.
    package struct Condition: Codable, Sendable, Equatable, OneLineJSON {
        package var expression: String
        /// What it is about: `message.response.p99`.
        package var figure: String
        /// nil where it is no duration.
        package var limit: Nanoseconds?

        enum CodingKeys: String, CodingKey {
            case expression, figure
            case limit = "limit_ns"
        }

        init(_ threshold: Threshold) {
            expression = threshold.expression
            figure = threshold.quantity.path.joined(separator: ".")
            if case .duration(let limit) = threshold.limit { self.limit = limit }
        }
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
        package var seed: UInt64?
        /// What was due, begun or skipped.
        package var askedPerSecond: Double?
        package var ratePerSecond: Double?
        package var p50: Nanoseconds?
        package var p99: Nanoseconds?
        package var errorsRate: Double?
        package var onlinePeak: Int?
        /// What the conditions of the objective had, in their order; none without a report.
        package var thresholds: [ThresholdResult] = []

        enum CodingKeys: String, CodingKey {
            case level, purpose, outcome, because, report, verdict, seed
            case askedPerSecond = "asked_per_s"
            case ratePerSecond = "rate_per_s"
            case p50 = "response_p50_ns"
            case p99 = "response_p99_ns"
            case errorsRate = "errors_rate"
            case onlinePeak = "online_peak"
            case thresholds
        }

        /// - Parameter run: what the report has; nil for a run that left none.
        package init(
            _ trial: CapacitySearch.Trial, _ outcome: CapacitySearch.Outcome, because: String,
            report: String, run: RunDocument?, metric: String
        ) {
            (level, purpose) = (trial.level, trial.purpose)
            (self.outcome, self.because, self.report) = (outcome, because, report)
            guard let run else { return }
            (verdict, seed, thresholds) = (run.verdict.status, run.seed, run.thresholds)
            (errorsRate, onlinePeak) = (run.errorsRate, run.sessions.onlinePeak)
            guard let found = run.metrics[metric] else { return }
            askedPerSecond = run.askedPerSecond(found)
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
    ///
    /// - Parameter environment: of its run; nil if it left no report.
    package mutating func add(
        _ trial: Trial, _ search: CapacitySearch, in environment: Environment?
    ) {
        trials.append(trial)
        self.environment = self.environment ?? environment
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
    static func median<Value: Comparable>(_ values: [Value]) -> Value? {
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
                + (trials.last { $0.outcome == .generator && $0.level > low ?? 0 }?.because ?? "")
        case .trials: "ended after \(trials.count) trials"
        }
    }

    /// Why it ended, in words.
    var ending: String { reason == nil ? "the search was broken off" : conclusion }

    /// A level as people read it: `487.5/s`.
    package func name(_ level: Double) -> String { Self.number(level) + unit }

    /// Without a point where there is nothing after it.
    package static func number(_ level: Double) -> String {
        level == level.rounded() && level.magnitude < 1e15 ? "\(Int(level))" : "\(level)"
    }
}

extension RunDocument {
    /// Actions of a metric that were due in the measured part, begun or skipped.
    fileprivate func askedPerSecond(_ metric: MetricDocument) -> Double? {
        let seconds = measured.inSeconds
        if seconds <= 0 { return nil }
        // Only the metric of the time series has the skipped ones by themselves.
        let due =
            metric.name == intervalsMetric
            ? intervals.filter(\.isMeasured).reduce(0) { $0 + ($1.due ?? 0) } : 0
        return Double(max(due, metric.count)) / seconds
    }
}
