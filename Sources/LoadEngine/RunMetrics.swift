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
    struct Group: Sendable {
        var login: Action?
        var register: Action?
        var roster: Action?
        var ping: Action?
        var presence: Action?
        var message: Action?
        /// By index of the program's raw stanzas.
        var raw: [Action] = []
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
            Self.group(of: $0, firstStep: arrivals, otherSteps: .closed, &catalogue)
        }
        self.traffic = traffic.map {
            Self.group(of: $0, firstStep: .open, otherSteps: .open, &catalogue)
        }
        self.catalogue = catalogue
    }

    /// - Parameter firstStep: the model of an action that is due with the arrival itself.
    private static func group(
        of program: ScenarioProgram, firstStep: MetricModel, otherSteps: MetricModel,
        _ catalogue: inout MetricCatalogue
    ) -> Group {
        var group = Group()
        var model = firstStep
        func action(_ name: String) -> Action {
            Action(id: catalogue.register(name, tag: program.name, model: model), stage: name)
        }
        for instruction in program.instructions {
            guard case .intent(let intent) = instruction else { continue }
            switch intent {
            case .login where group.login == nil: group.login = action("login")
            case .register where group.register == nil: group.register = action("register")
            case .roster where group.roster == nil: group.roster = action("roster")
            case .ping where group.ping == nil: group.ping = action("ping")
            case .presence where group.presence == nil: group.presence = action("presence")
            case .message where group.message == nil: group.message = action("message")
            case .raw(let index):
                let stanza = program.rawStanzas[index]
                let name =
                    stanza.kind == .iq ? "iq.\(stanza.payloadNamespace ?? "")" : "send"
                group.raw.append(action(name))
            default: break
            }
            model = otherSteps
        }
        return group
    }
}
