internal import Measurement
internal import Profile
internal import Units
internal import Workload

/// The schedules of actions over all sessions that are online.
extension Worker {
    /// How long after all sessions are online the traffic that waited for it begins: more than a
    /// tick, so that every worker knows of it in time.
    private static var startDelay: Nanoseconds { .milliseconds(100) }

    func beginTrafficThatWaited(at now: Instant) {
        for place in traffic.indices where traffic[place].schedule.isWaiting {
            let item = traffic[place].item
            if index == 0, shared.trafficStart(item) == nil,
                shared.directory.count >= plan.expectedOnline
            {
                shared.setTrafficStart(item, now + Self.startDelay)
            }
            if let start = shared.trafficStart(item) { traffic[place].schedule.begin(at: start) }
        }
    }

    func runTraffic(upTo now: Instant) {
        let end = Instant.origin + plan.profile.duration
        for place in traffic.indices {
            while let (action, due) = traffic[place].schedule.take(dueAt: now) {
                guard due < end else { break }
                act(place, action, due: due, at: now)
            }
        }
    }

    private func act(_ place: Int, _ action: Int, due: Instant, at now: Instant) {
        let item = traffic[place].item
        let isMeasured = recorder.isMeasured(due: due)
        if isMeasured { schedules[1 + item].asked += 1 }
        var random = Assignment.random(ofTraffic: item, action: action, seed: plan.seed)
        let draw = random.next()
        guard !online.isEmpty else {
            if isMeasured { schedules[1 + item].nobodyOnline += 1 }
            if let metric = plan.metrics.traffic[item].any { recorder.skipped(metric.id, due: due) }
            return
        }
        if isMeasured { schedules[1 + item].achieved += 1 }
        let row = Int(online[Int(draw % UInt64(online.count))])
        // What the action draws comes from its own source, so that it does not depend on the
        // session it falls to; the session's source goes on where it was.
        let own = sessions[row].random
        sessions[row].random = random
        if case .message(let step) = traffic[place].intent {
            _ = sendMessage(
                plan.trafficMessages[item][step], row, due: due,
                draw: sessions[row].random.next(), isStep: false, at: now)
        } else {
            perform(traffic[place].intent, item, row, due: due, at: now)
        }
        sessions[row].random = own
    }

    /// What is no message.
    private func perform(_ intent: Intent, _ item: Int, _ row: Int, due: Instant, at now: Instant) {
        let program = plan.traffic[item]
        let group = plan.metrics.traffic[item]
        switch intent {
        case .ping(let step):
            _ = ping(program.pings[step], row, group, isStep: false, due: due, at: now)
        case .presence(let step):
            _ = sendPresence(
                program.presences[step], row, group, isStep: false, due: due, at: now)
        case .raw(let step):
            _ = sendRaw(
                program.rawStanzas[step], step, row, group.raw[step], isStep: false, due: due,
                at: now)
        case .roster:
            ask(.roster, row, group.roster, due: due, isStep: false, at: now)
        case .message, .login, .logout, .pause, .stay, .register, .finished:
            preconditionFailure("the loader lets no such step be traffic")
        }
    }
}

extension RunMetrics.Group {
    /// The metric of a traffic item, which has one.
    var any: RunMetrics.Action? { message ?? ping ?? presence ?? roster ?? raw.first }
}

extension ScenarioProgram {
    /// The action of a traffic item.
    var firstIntent: Intent {
        for case .intent(let intent) in instructions { return intent }
        return .finished
    }
}

extension ScenarioProgram.Instruction {
    /// Whether it is `stay: until-end`.
    var isStayToEnd: Bool {
        if case .intent(.stay(nil)) = self { true } else { false }
    }
}
