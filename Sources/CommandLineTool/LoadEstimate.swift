import Profile
import Units
import Workload

/// What a profile will ask for, worked out without running it.
///
/// Sessions online at once follow from the arrival rate and the time that scenarios take when
/// the server answers at once; a slow server makes it more.
package struct LoadEstimate: Equatable, Sendable {
    package var accounts: Int
    /// Sessions over the whole run.
    package var sessions: Int
    /// Sessions online at once at the most.
    package var online: Int
    /// Accounts that sessions need at once so that no arrival is skipped, if the server answers at
    /// once.
    package var accountsNeeded: Int
    /// Messages of scenarios and traffic.
    package var messages: Int
    /// Both ways, over the run, without logins.
    package var bytesPerSecond: ByteCount

    /// What a message takes on the wire apart from its body, roughly.
    private static let envelopeBytes = 200
    /// Time that a login takes at least; sessions that come and go overlap by it.
    private static let slack = Nanoseconds.seconds(1)

    package init(_ profile: Profile, accounts: Int) {
        self.accounts = accounts
        let scenarios = profile.sessions.scenarios
        let weights = scenarios.reduce(0) { $0 + $1.weight }
        let costs = scenarios.map { Cost($0.steps, duration: profile.duration) }
        func mean(_ value: (Cost) -> Double) -> Double {
            zip(scenarios, costs).reduce(0) { $0 + $1.0.weight / weights * value($1.1) }
        }
        let meanLength = mean { $0.length.inSeconds } + Self.slack.inSeconds
        switch profile.sessions.load {
        case .open(let arrival):
            sessions = ArrivalSchedule.count(of: arrival)
            let rate = arrival.stages.map { max($0.from, $0.to).perSecond }.max() ?? 0
            online = min(accounts, sessions, Int((rate * meanLength).rounded(.up)))
            let withoutSlack = rate * (meanLength - Self.slack.inSeconds)
            accountsNeeded = min(sessions, Int(withoutSlack.rounded(.up)))
        case .closed(let kept, _):
            let rounds = max(1, profile.duration.inSeconds / meanLength)
            sessions = Int((Double(kept) * rounds).rounded(.up))
            online = min(accounts, kept)
            accountsNeeded = kept
        }
        let scripted = Double(sessions) * mean { $0.messages }
        let scriptedBytes = Double(sessions) * mean { $0.bytes }
        var traffic = 0.0
        var trafficBytes = 0.0
        for item in profile.traffic {
            let count = Double(ArrivalSchedule.count(of: item.load))
            let cost = Cost([item.action], duration: profile.duration)
            traffic += count * cost.messages
            trafficBytes += count * cost.bytes
        }
        messages = Int((scripted + traffic).rounded())
        // Each is sent once and received once.
        bytesPerSecond = ByteCount(
            Int((scriptedBytes + trafficBytes) * 2 / profile.duration.inSeconds))
    }

    /// What one session of a scenario does, at most.
    private struct Cost {
        var length = Nanoseconds.zero
        var messages = 0.0
        var bytes = 0.0

        init(_ steps: [Step], duration: Nanoseconds) {
            add(steps, times: 1, duration)
            length = min(length, duration)
        }

        private mutating func add(_ steps: [Step], times: Double, _ duration: Nanoseconds) {
            for step in steps {
                switch step.action {
                case .pause(let pause): add(pause.mean, times, duration)
                case .stay(.time(let time)): add(time, times, duration)
                case .stay(.untilEnd): length = duration
                case .loop(let count, let body): add(body, times: times * Double(count), duration)
                case .message(let message):
                    messages += times
                    bytes += times * (message.body.meanBytes + Double(envelopeBytes))
                case .send(let raw):
                    if raw.kind == .message { messages += times }
                    bytes += times * raw.template.meanBytes
                case .presence, .roster, .ping: bytes += times * Double(envelopeBytes)
                case .login, .logout, .register: break
                }
            }
        }

        private mutating func add(_ time: Nanoseconds, _ times: Double, _ duration: Nanoseconds) {
            let seconds = min(time.inSeconds * times, duration.inSeconds)
            length = min(length + .seconds(seconds), duration)
        }
    }
}

extension Pause {
    /// The time that it takes on average.
    fileprivate var mean: Nanoseconds {
        switch self {
        case .fixed(let time): time
        case .uniform(let from, let to): (from + to) / 2
        case .exponential(let mean): mean
        }
    }
}

extension Template {
    /// Roughly what it renders to.
    fileprivate var meanBytes: Double {
        segments.reduce(0) { sum, segment in
            switch segment {
            case .literal(let bytes): sum + Double(bytes.count)
            case .text(let from, let to): sum + Double(from + to) / 2
            case .field, .uuid, .random: sum + 16
            }
        }
    }
}
