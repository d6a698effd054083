package import Measurement
package import Profile
package import Workload

/// The metrics of a run, registered for what its profile can do and nothing else.
package struct RunMetrics: Sendable {
    /// A metric of one scenario or traffic item, and the stage that its errors are counted under.
    struct Action: Sendable {
        var id: MetricID
        var stage: String
    }

    /// The metrics of one scenario or traffic item; nil where it has no such step.
    ///
    /// A class, since every step of every session looks at it.
    final class Group: Sendable {
        let login: Action?
        let register: Action?
        let roster: Action?
        let ping: Action?
        let presence: Action?
        let message: Action?
        /// By index of the program's raw stanzas.
        let raw: [Action]

        /// - Parameter firstStep: the model of an action that is due with the arrival itself.
        init(
            of program: ScenarioProgram, firstStep: MetricModel, otherSteps: MetricModel,
            _ catalogue: inout MetricCatalogue
        ) {
            var named: [String: Action] = [:]
            var raw: [Action] = []
            var model = firstStep
            for instruction in program.instructions {
                guard case .intent(let intent) = instruction else { continue }
                if let name = intent.metricName(in: program) {
                    let isRaw = if case .raw = intent { true } else { false }
                    if isRaw || named[name] == nil {
                        let id = catalogue.register(name, tag: program.name, model: model)
                        let action = Action(id: id, stage: name)
                        if isRaw { raw.append(action) } else { named[name] = action }
                    }
                }
                model = otherSteps
            }
            login = named["login"]
            register = named["register"]
            roster = named["roster"]
            ping = named["ping"]
            presence = named["presence"]
            message = named["message"]
            self.raw = raw
        }
    }

    package private(set) var catalogue = MetricCatalogue()
    let connect: MetricID
    let tls: MetricID
    /// Only where sessions may be resumed; then `tls` is what both add up to.
    let tlsResumed: MetricID?
    let stream: MetricID
    let auth: MetricID
    let bind: MetricID
    let dns: MetricID?
    /// Registration in set-up, before the clock.
    package let register: MetricID?
    let scenarios: [Group]
    let traffic: [Group]

    /// Those of a run of the profile.
    package init(profile: Profile) {
        self.init(
            profile: profile, scenarios: profile.sessions.scenarios.map { ScenarioProgram($0) },
            traffic: profile.traffic.map { ScenarioProgram($0) })
    }

    package init(profile: Profile, scenarios: [ScenarioProgram], traffic: [ScenarioProgram]) {
        var catalogue = MetricCatalogue()
        let arrivals: MetricModel = if case .open = profile.sessions.load { .open } else { .closed }
        dns = profile.target.isLookedUp ? catalogue.register("dns", model: arrivals) : nil
        connect = catalogue.register("connect", model: arrivals)
        if profile.target.tlsResumption {
            tls = catalogue.register("tls", tag: "full", model: arrivals)
            tlsResumed = catalogue.register("tls", tag: "resumed", model: arrivals)
        } else {
            tls = catalogue.register("tls", model: arrivals)
            tlsResumed = nil
        }
        stream = catalogue.register("stream", model: arrivals)
        auth = catalogue.register("auth", model: arrivals)
        bind = catalogue.register("bind", model: arrivals)
        let registers = profile.accounts.registration != .never
        register = registers ? catalogue.register("register", model: .closed) : nil
        self.scenarios = scenarios.map {
            Group(of: $0, firstStep: arrivals, otherSteps: .closed, &catalogue)
        }
        self.traffic = traffic.map {
            Group(of: $0, firstStep: .open, otherSteps: .open, &catalogue)
        }
        self.catalogue = catalogue
    }
}

extension Intent {
    /// The name of the metric that times it; nil for what is not timed.
    fileprivate func metricName(in program: ScenarioProgram) -> String? {
        switch self {
        case .login: return "login"
        case .register: return "register"
        case .roster: return "roster"
        case .ping: return "ping"
        case .presence: return "presence"
        case .message: return "message"
        case .raw(let index):
            let stanza = program.rawStanzas[index]
            return stanza.kind == .iq ? "iq.\(stanza.payloadNamespace ?? "")" : "send"
        case .logout, .pause, .stay, .finished: return nil
        }
    }
}
