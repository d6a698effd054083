import Measurement
import Profile
import Report
import Units

/// What `clamor capacity` was asked for, checked.
struct CapacityOptions {
    let profile: Profile
    /// As given, blanks made single.
    let objective: String
    /// Whose latency is told of each level, and whose schedule `--over rate` is about.
    let metric: String
    let axis: CapacityAxis
    let limits: CapacitySearch.Limits
    let warmup: Nanoseconds
    let hold: Nanoseconds

    private static let defaultTolerance = 0.05

    init(_ invocation: Invocation) throws(CommandFailure) {
        guard let text = invocation.value(of: .slo) else {
            throw CommandFailure(
                .usage,
                "capacity needs an objective: --slo 'message.response.p99 < 100ms and "
                    + "message.lost == 0'")
        }
        objective = Objective.parts(of: text).joined(separator: " and ")
        profile = try ProfileInput.profile(invocation)
        _ = try RunSetUp.monitored(profile, invocation)
        metric = Self.metric(profile)
        warmup = try invocation.quantity(of: .warmup, Quantity.duration) ?? .seconds(5)
        hold = try invocation.quantity(of: .hold, Quantity.duration) ?? .seconds(20)
        guard hold >= .seconds(1) else {
            throw CommandFailure(.usage, "--hold: a level is held for at least 1s")
        }
        axis = try CapacityAxis(
            over: invocation.value(of: .over) ?? "rate", first: invocation.value(of: .from),
            metric: metric, profile: profile, warmup: warmup, hold: hold)
        let from = try Self.level(invocation, .from, axis) ?? axis.level
        guard let from, from > 0 else {
            throw CommandFailure(
                .usage, "the profile has no load of its own to begin with; give --from")
        }
        let most = axis.mostSessions.map(Double.init) ?? .infinity
        let upTo = min(try Self.level(invocation, .to, axis) ?? .infinity, most)
        guard from <= upTo else {
            throw CommandFailure(
                .usage,
                "the search would begin at \(CapacityDocument.number(from)), above its upper end "
                    + "\(CapacityDocument.number(upTo)); give a lower --from")
        }
        let tolerance =
            try invocation.quantity(of: .tolerance, Quantity.ratio) ?? Self.defaultTolerance
        guard tolerance >= 0.001, tolerance <= 1 else {
            throw CommandFailure(.usage, "--tolerance: from 0.1% to 100%")
        }
        limits = CapacitySearch.Limits(
            from: from, upTo: upTo, tolerance: tolerance,
            repeats: invocation.number(of: .repeats).map(Int.init) ?? 2, isWhole: axis.isWhole)
    }

    /// That of the first threshold about a latency; without one, of the first about a metric.
    private static func metric(_ profile: Profile) -> String {
        var other: String?
        for threshold in profile.thresholds {
            switch threshold.quantity {
            case .latency(let metric, _, _): return metric
            case .metric(let metric, _): other = other ?? metric
            case .counter(group: "messages", _): other = other ?? "message"
            case .server(.cpuPerMessage): other = other ?? "message"
            case .server(.cpuPerLogin): other = other ?? "login"
            case .counter, .server, .errorCount, .errorRate: break
            }
        }
        return other ?? (profile.traffic.isEmpty ? "login" : "message")
    }

    /// A level, with the unit of the axis.
    private static func level(
        _ invocation: Invocation, _ flag: Flag, _ axis: CapacityAxis
    ) throws(CommandFailure) -> Double? {
        guard let text = invocation.value(of: flag) else { return nil }
        switch axis.kind {
        case .traffic, .arrivals:
            return try Invocation.quantity(text, of: flag, Quantity.rate).perSecond
        case .sessions, .key:
            guard text.hasSuffix(axis.unit),
                let number = Quantity.number(String(text.dropLast(axis.unit.count))), number > 0,
                !axis.isWhole || number == number.rounded()
            else {
                let kind = axis.isWhole ? "a whole number" : "a number with '\(axis.unit)'"
                throw CommandFailure(.usage, "--\(flag.name): '\(text)' is not \(kind)")
            }
            return number
        }
    }

    /// What will be done, before anything is.
    var plan: String {
        let name = { (level: Double) in CapacityDocument.number(level) + axis.unit }
        let end = limits.upTo.isFinite ? ", at most \(name(limits.upTo))" : ""
        let words = { (time: Nanoseconds) in ResolvedProfile.text(time) }
        return """
            Searching the highest load of \(profile.title), over \(axis.words)
              objective  \(objective)
              levels     from \(name(limits.from))\(end), to within \(limits.tolerance.inPercent)
              each       warmed up for \(words(warmup)), held for \(words(hold)); the ends of the \
            interval \(limits.repeats) times

            """
    }
}
