/// Finds the highest level of a load that meets an objective; a value: outcomes of trials in, the
/// next level or a conclusion out.
///
/// It doubles (or goes down) until one level meets the objective and one misses it, bisects what lies
/// between, and then goes down over both ends of the interval until each has been tried as often as
/// was asked for. A level whose trials disagree, or that others above or below it contradict, is tried
/// again; one that stays undecided is part of the interval: the server is unsteady there, by chance
/// or because it does not recover from what it had to bear before. A trial in which
/// the generator was the limit says nothing about the server; a level that is so time and again
/// bounds the search instead.
///
/// Bounds: `Limits.trials`.
package struct CapacitySearch: Sendable {
    /// What was asked for.
    package struct Limits: Sendable, Equatable {
        /// Where the search begins.
        package var from: Double
        /// No level above this is tried.
        package var upTo: Double
        /// How wide the interval may be, as a share of its upper end.
        package var tolerance: Double
        /// How often both ends of the interval are tried.
        package var repeats: Int
        /// Whether only whole levels make sense, as of sessions.
        package var isWhole: Bool
        /// Trials after which the search ends with what it has.
        package var trials = 60

        package init(
            from: Double, upTo: Double, tolerance: Double, repeats: Int, isWhole: Bool
        ) {
            (self.from, self.upTo, self.tolerance) = (from, upTo, tolerance)
            (self.repeats, self.isWhole) = (repeats, isWhole)
        }
    }

    /// How a trial of a level ended.
    package enum Outcome: String, Sendable, Codable, CaseIterable {
        case met
        case missed
        /// The generator could not make the load, or not truly measure it.
        case generator
    }

    /// What all trials of a level together say.
    package enum Standing: String, Sendable, Codable {
        case met
        case missed
        /// Some trials met the objective, others missed it.
        case unsteady
        /// The generator was the limit, in most trials.
        case generator
        /// One trial, in which the generator was the limit.
        case open
    }

    /// Why the next level is tried.
    package enum Purpose: String, Sendable, Codable {
        case doubling
        /// Below a level that is too much: for the server by half, for the generator by far.
        case lowering
        case bisecting
        case confirming
    }

    /// A level to be tried.
    package struct Trial: Sendable, Equatable {
        package var level: Double
        package var purpose: Purpose

        package init(level: Double, purpose: Purpose) {
            (self.level, self.purpose) = (level, purpose)
        }
    }

    /// Why the search ended.
    package enum Reason: String, Sendable, Codable, CaseIterable {
        /// The interval is as narrow as was asked for, and both ends are confirmed.
        case found
        /// Narrower it cannot be had: what lies between was met at one time and missed at another.
        case unsteady
        /// The highest level that may be tried meets the objective.
        case upperEnd = "upper-end"
        /// Hardly any load, and the objective is missed.
        case neverMet = "never-met"
        /// Above the lower end the generator was the limit; how much the server takes is unknown.
        case generator
        /// So many trials, and no end.
        case trials
    }

    /// What was found.
    package struct Conclusion: Sendable, Equatable {
        package var reason: Reason
        /// The highest level that met the objective in each trial, below all that did not.
        package var low: Double?
        /// The lowest level that missed it in each trial, above `low`.
        package var high: Double?

        package init(reason: Reason, low: Double?, high: Double?) {
            (self.reason, self.low, self.high) = (reason, low, high)
        }
    }

    /// The next thing to do.
    package enum Step: Sendable, Equatable {
        case run(Trial)
        case conclude(Conclusion)
    }

    /// Levels below this share of the first one are no load any more.
    private static let leastShare = 1.0 / 1_024
    /// By what a level is divided that is too much for the server; and for the generator, which
    /// is rather held up by something else then, at any load, than near its limit.
    private static let serverDivisor = 2.0
    private static let generatorDivisor = 8.0
    /// By how many trials one outcome must lead where a level has both.
    private static let majority = 2
    /// How often a level is tried that is in doubt.
    private static let mostTrials = 5

    package let limits: Limits
    private var outcomes: [Double: [Outcome]] = [:]
    private var trials = 0

    package init(_ limits: Limits) {
        self.limits = limits
    }

    /// Takes in how a trial ended.
    package mutating func add(_ outcome: Outcome, at level: Double) {
        outcomes[level, default: []].append(outcome)
        trials += 1
    }

    /// What all trials of a level together say; nil before the first.
    package func standing(of level: Double) -> Standing? {
        guard let seen = outcomes[level] else { return nil }
        func count(_ outcome: Outcome) -> Int { seen.reduce(0) { $0 + ($1 == outcome ? 1 : 0) } }
        let (met, missed, generator) = (count(.met), count(.missed), count(.generator))
        if generator >= 2, generator > met + missed { return .generator }
        if met == 0 && missed == 0 { return .open }
        // One bad moment among many good ones says nothing.
        if min(met, missed) > 0, abs(met - missed) < Self.majority { return .unsteady }
        return met > missed ? .met : .missed
    }

    /// How many trials of a level did say something about the server.
    private func judged(_ level: Double) -> Int {
        (outcomes[level] ?? []).reduce(0) { $0 + ($1 == .generator ? 0 : 1) }
    }

    /// What is known of the interval.
    private struct Bounds {
        var low: Double?
        var high: Double?
        /// The lowest and the highest unsteady level between them.
        var unsteady: (lowest: Double, highest: Double)?
        /// Levels that are unsteady, or contradicted by others.
        var doubtful: [Double] = []
        /// The lowest level above `low` at which the generator was the limit.
        var generator: Double?
    }

    private var bounds: Bounds {
        let levels = outcomes.keys.sorted()
        var bounds = Bounds()
        let firstBad = levels.first { [.missed, .unsteady].contains(standing(of: $0)) }
        bounds.low = levels.last { standing(of: $0) == .met && $0 < firstBad ?? .infinity }
        let floor = bounds.low ?? -.infinity
        // Above it, whatever met the objective by chance counts for nothing.
        let lastGood = levels.last { [.met, .unsteady].contains(standing(of: $0)) } ?? floor
        bounds.high = levels.first { standing(of: $0) == .missed && $0 > lastGood }
        let between = levels.filter { $0 > floor && $0 < bounds.high ?? .infinity }
        let mixed = between.filter { [.missed, .unsteady, .met].contains(standing(of: $0)) }
        if let lowest = mixed.first, let highest = mixed.last {
            bounds.unsteady = (lowest, highest)
        }
        bounds.doubtful = mixed
        bounds.generator = between.first { standing(of: $0) == .generator }
        return bounds
    }

    /// What to do next; the same answer until a trial is added.
    package var next: Step {
        if outcomes.isEmpty { return .run(Trial(level: rounded(limits.from), purpose: .doubling)) }
        // One trial that says nothing may have been chance.
        if let open = outcomes.keys.first(where: { standing(of: $0) == .open }) {
            return trying(open, .confirming)
        }
        let bounds = bounds
        guard let low = bounds.low else { return below(bounds) }
        guard let high = bounds.high else { return above(low, bounds) }
        return within(low, high, bounds)
    }

    /// Nothing met the objective yet.
    private func below(_ bounds: Bounds) -> Step {
        let lowest = outcomes.keys.min() ?? limits.from
        let isGenerator = standing(of: lowest) == .generator
        let level = rounded(lowest / (isGenerator ? Self.generatorDivisor : Self.serverDivisor))
        guard level < lowest, level >= limits.from * Self.leastShare else {
            return conclude(isGenerator ? .generator : .neverMet, bounds)
        }
        return trying(level, .lowering)
    }

    /// Nothing missed it above `low` yet.
    private func above(_ low: Double, _ bounds: Bounds) -> Step {
        if let generator = bounds.generator {
            if let middle = middle(low, generator, allowing: limits.tolerance) {
                return trying(middle, .bisecting)
            }
            if let level = unconfirmed([low]) { return trying(level, .confirming) }
            return conclude(.generator, bounds)
        }
        let top = max(low, bounds.unsteady?.highest ?? low)
        guard top < limits.upTo else {
            if let level = unconfirmed([low]) { return trying(level, .confirming) }
            return conclude(bounds.unsteady == nil ? .upperEnd : .unsteady, bounds)
        }
        return trying(min(limits.upTo, rounded(top * 2)), .doubling)
    }

    private func within(_ low: Double, _ high: Double, _ bounds: Bounds) -> Step {
        if !isNarrow(low, high) {
            let doubtful = bounds.doubtful.filter { judged($0) < Self.mostTrials }
            if let level = doubtful.min(by: { judged($0) < judged($1) }) {
                return trying(level, .confirming)
            }
            // Unsteady levels are not looked into; what lies beside them is.
            let (first, last) = bounds.unsteady ?? (high, high)
            let share = bounds.unsteady == nil ? limits.tolerance : limits.tolerance / 2
            var gaps: [(lower: Double, upper: Double)] = []
            if first > low { gaps.append((low, first)) }
            if high > last { gaps.append((last, high)) }
            gaps.sort { $0.upper / $0.lower > $1.upper / $1.lower }
            for (lower, upper) in gaps {
                if let middle = middle(lower, upper, allowing: share) {
                    return trying(middle, .bisecting)
                }
            }
        }
        // Downward: whether the server comes back from what it could not bear.
        if let level = unconfirmed([high, low]) { return trying(level, .confirming) }
        if isNarrow(low, high) { return conclude(.found, bounds) }
        return conclude(bounds.generator == nil ? .unsteady : .generator, bounds)
    }

    /// The level that is to be tried once more, the higher one first where both are.
    private func unconfirmed(_ levels: [Double]) -> Double? {
        let counts = levels.map(judged)
        guard let fewest = counts.min(), fewest < limits.repeats else { return nil }
        return zip(levels, counts).first { $0.1 == fewest }?.0
    }

    private func isNarrow(_ low: Double, _ high: Double) -> Bool {
        limits.isWhole && high - low <= 1 || (high - low) / high <= limits.tolerance
    }

    /// A level between two that was not tried; nil if they are near enough to each other.
    private func middle(_ lower: Double, _ upper: Double, allowing share: Double) -> Double? {
        guard (upper - lower) / upper > share else { return nil }
        let level = rounded((lower + upper) / 2)
        guard level > lower, level < upper, outcomes[level] == nil else { return nil }
        return level
    }

    private func trying(_ level: Double, _ purpose: Purpose) -> Step {
        guard trials < limits.trials else { return conclude(.trials, bounds) }
        return .run(Trial(level: level, purpose: purpose))
    }

    private func conclude(_ reason: Reason, _ bounds: Bounds) -> Step {
        .conclude(Conclusion(reason: reason, low: bounds.low, high: bounds.high))
    }

    /// What is known so far, for a search that is broken off.
    package var soFar: (low: Double?, high: Double?) {
        let bounds = bounds
        return (bounds.low, bounds.high)
    }

    /// Whole, or to four digits: figures that can be read.
    private func rounded(_ level: Double) -> Double {
        if limits.isWhole { return max(1, level.rounded()) }
        var scale = 1.0
        while level * scale < 1_000, scale < 1e6 { scale *= 10 }
        return (level * scale).rounded() / scale
    }
}
