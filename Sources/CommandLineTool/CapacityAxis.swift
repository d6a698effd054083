import Profile
import Report
import Units

/// What a search for capacity changes from level to level, and the run that each level is.
struct CapacityAxis {
    /// Which part of the profile.
    enum Kind: Equatable {
        /// The rate of these traffic items together.
        case traffic([Int])
        /// The rate at which sessions arrive.
        case arrivals
        /// How many sessions are kept online.
        case sessions
        /// Any key, with what follows the number in its value.
        case key(String, unit: String)
    }

    let kind: Kind
    private let profile: Profile
    private let warmup: Nanoseconds
    private let hold: Nanoseconds

    /// - Parameters:
    ///   - over: `--over`: `rate`, `sessions`, or the path of a key.
    ///   - first: `--from`, for a key whose unit it shows.
    ///   - metric: that of the objective, whose schedule `rate` is about.
    init(
        over: String, first: String?, metric: String, profile: Profile, warmup: Nanoseconds,
        hold: Nanoseconds
    ) throws(CommandFailure) {
        self.profile = profile
        (self.warmup, self.hold) = (warmup, hold)
        switch over {
        case "rate": kind = try Self.schedule(of: metric, profile)
        case "sessions":
            guard case .closed = profile.sessions.load else {
                throw CommandFailure(
                    .usage,
                    "--over sessions: the profile lets sessions arrive and keeps no number of them; "
                        + "use --over rate, or `sessions.online` in the profile")
            }
            kind = .sessions
        default:
            guard let first else {
                throw CommandFailure(
                    .usage,
                    "--over \(over): where to begin is not known; give --from, with its unit")
            }
            kind = .key(over, unit: String(first.drop { $0.isNumber || $0 == "." }))
        }
    }

    /// The schedule that the actions of a metric come from: traffic with that action, else the
    /// arrivals, whose sessions do it.
    private static func schedule(
        of metric: String, _ profile: Profile
    ) throws(CommandFailure) -> Kind {
        let base = metric.prefix { $0 != "/" }
        let items = profile.traffic.indices.filter { place in
            let item = profile.traffic[place]
            // The metric of a raw iq is named after its namespace.
            let isSame =
                item.action.keyword == base
                || base.hasPrefix("iq.") && item.action.keyword == "send"
            return isSame && (base == metric || metric == "\(base)/\(item.name)")
        }
        if !items.isEmpty { return .traffic(items) }
        guard case .open = profile.sessions.load else {
            throw CommandFailure(
                .usage,
                "--over rate: '\(metric)' comes from the steps of sessions that are kept online, "
                    + "which have no rate; use --over sessions, or give --over a key's path")
        }
        return .arrivals
    }

    /// In words, for the plan.
    var words: String {
        switch kind {
        case .traffic(let items):
            "the rate of "
                + items.map { "traffic '\(profile.traffic[$0].name)'" }
                .joined(separator: " and ")
        case .arrivals: "the rate at which sessions arrive"
        case .sessions: "the number of sessions online"
        case .key(let path, _): path
        }
    }

    /// As the file of the search has it.
    var reported: CapacityDocument.Axis {
        switch kind {
        case .traffic, .arrivals: .rate
        case .sessions: .sessions
        case .key: .key
        }
    }

    /// What follows the number of a level.
    var unit: String {
        switch kind {
        case .traffic, .arrivals: "/s"
        case .sessions: ""
        case .key(_, let unit): unit
        }
    }

    /// Whether only whole levels make sense.
    var isWhole: Bool {
        switch kind {
        case .traffic, .arrivals: false
        case .sessions: true
        case .key(_, let unit): unit.isEmpty
        }
    }

    /// What the profile itself asks for; nil for a key.
    var level: Double? {
        switch kind {
        case .traffic(let items): items.reduce(0) { $0 + profile.traffic[$1].load.peak }
        case .arrivals:
            if case .open(let arrival) = profile.sessions.load { arrival.peak } else { nil }
        case .sessions: profile.sessions.load.online.map(Double.init)
        case .key: nil
        }
    }

    /// The most that the accounts of a file allow; nil where there is no such limit.
    var mostSessions: Int? {
        guard case .sessions = kind, case .file(_, let count?) = profile.accounts.source else {
            return nil
        }
        return count
    }

    // MARK: The run of a level

    /// The options of `clamor run` that make the profile's load steady at a level: until its
    /// sessions and traffic are there, for the warm-up, and for the time that is measured.
    func options(at level: Double) -> [(flag: Flag, value: String)] {
        var options: [(Flag, String)] = []
        var lead = profile.traffic.reduce(Nanoseconds.zero) { longest, item in
            if case .after(let time) = item.start { max(longest, time) } else { longest }
        }
        let arrivals: String?
        switch profile.sessions.load {
        case .closed(let online, let ramp):
            arrivals = nil
            guard kind == .sessions else {
                lead = max(lead, ramp)
                break
            }
            // As many logins per second as the profile has.
            let seconds = ramp.inSeconds * level / Double(max(1, online))
            let time = Nanoseconds.milliseconds(Int64(seconds * 1_000))
            lead = max(lead, time)
            options.append((.set, "sessions.ramp=\(ResolvedProfile.text(time))"))
            options.append((.set, "sessions.online=\(Int(level))"))
        case .open where kind == .arrivals: arrivals = "\(level)/s"
        case .open(let load) where load.length >= profile.duration:
            arrivals = "\(load.peak)/s"
        case .open(let load):
            arrivals = nil
            lead = max(lead, load.length)
        }
        let length = lead + warmup + hold
        if let arrivals {
            options.append((.load, "hold \(arrivals) \(ResolvedProfile.text(length))"))
        }
        for (place, item) in profile.traffic.enumerated() {
            var rate = item.load.peak
            if case .traffic(let items) = kind, items.contains(place), let whole = self.level {
                rate = whole > 0 ? level * rate / whole : level / Double(items.count)
            }
            var time = length
            if case .after(let start) = item.start { time = length - start }
            options.append(
                (.load, "traffic[\(place)]: hold \(rate)/s \(ResolvedProfile.text(time))"))
        }
        options.append((.set, "warmup=\(ResolvedProfile.text(lead + warmup))"))
        options.append((.duration, ResolvedProfile.text(length)))
        if case .key(let path, let unit) = kind {
            options.append((.set, "\(path)=\(CapacityDocument.number(level))\(unit)"))
        }
        return options
    }
}

extension Arrival {
    /// Its highest rate, per second.
    fileprivate var peak: Double {
        stages.map { max($0.from, $0.to).perSecond }.max() ?? 0
    }
}

extension SessionLoad {
    fileprivate var online: Int? {
        if case .closed(let online, _) = self { online } else { nil }
    }
}
