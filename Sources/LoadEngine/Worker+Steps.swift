internal import Authentication
internal import EventLoop
internal import Measurement
internal import Profile
internal import StanzaParser
internal import Units
internal import Workload
internal import XMPP

/// A session goes through its scenario.
extension Worker {
    /// Begins the steps that are due, up to one that has to wait.
    func runScenario(_ row: Int, at now: Instant) {
        let number = sessions[row].number
        while sessions[row].number == number {
            if phase != .running {
                holdAtEnd(row, at: now)
                return
            }
            let scenario = Int(sessions[row].scenario)
            var random = sessions[row].random
            let intent = sessions[row].program.next(plan.scenarios[scenario], &random)
            sessions[row].random = random
            let isWaiting = begin(intent, row, scenario, at: now)
            if isWaiting { return }
            endStep(row, .done, at: now)
        }
    }

    /// The run is past its duration: no step begins any more.
    private func holdAtEnd(_ row: Int, at now: Instant) {
        sessions[row].wait = .nothing
        clearDeadline(row)
        if !sessions[row].isHeldToEnd, !sessions[row].isOver, sessions[row].ending != .failed {
            sessions[row].ending = .cut
        }
        if sessions[row].link == .none { endSession(row, at: now) }
    }

    /// Begins one step; says whether the session has to wait before the next one.
    private func begin(_ intent: Intent, _ row: Int, _ scenario: Int, at now: Instant) -> Bool {
        sessions[row].stepDue = sessions[row].nextDue
        sessions[row].stepSent = now
        if intent != .finished { beginStep(row, scenario) }
        var program: ScenarioProgram { plan.scenarios[scenario] }
        var group: RunMetrics.Group { plan.metrics.scenarios[scenario] }
        switch intent {
        case .pause(let time):
            sessions[row].nextDue = sessions[row].nextDue + time
            guard sessions[row].nextDue > now else { return false }
            sessions[row].wait = .pause
            setDeadline(row, at: sessions[row].nextDue)
        case .stay(let time):
            sessions[row].wait = .stay
            if let time {
                setDeadline(row, at: sessions[row].nextDue + time)
            } else {
                clearDeadline(row)
            }
        case .login:
            if let login = group.login {
                recorder.started(login.id, due: sessions[row].stepDue, sent: now)
            }
            openStream(row, purpose: .login, at: now)
        case .register:
            if let register = group.register {
                recorder.started(register.id, due: sessions[row].stepDue, sent: now)
            }
            openStream(row, purpose: .register, at: now)
        case .logout:
            logOut(row, at: now)
        case .roster:
            guard let metric = group.roster else { return false }
            ask(.roster, row, metric, due: sessions[row].stepDue, isStep: true, at: now)
        case .ping(let place):
            return ping(program.pings[place], row, group, isStep: true, at: now)
        case .presence(let place):
            return sendPresence(program.presences[place], row, group, isStep: true, at: now)
        case .message(let place):
            return sendMessage(
                plan.messages[scenario][place], row, due: sessions[row].stepDue,
                draw: sessions[row].random.next(), isStep: true, at: now)
        case .raw(let place):
            return sendRaw(
                program.rawStanzas[place], place, row, group.raw[place], isStep: true, at: now)
        case .finished:
            sessions[row].isOver = true
            if sessions[row].link == .online {
                logOut(row, at: now)
            } else if sessions[row].link == .none {
                endSession(row, at: now)
            }
            return true
        }
        return true
    }

    /// The present step did what it should, or was given up; the next one is due now.
    func completeStep(_ row: Int, _ ending: StepEnding = .done, at now: Instant) {
        endStep(row, ending, isTimed: true, at: now)
        clearDeadline(row)
        sessions[row].wait = .nothing
        sessions[row].nextDue = now
        if sessions[row].link == .online || sessions[row].link == .none {
            // Due when the answer came; begun when it was read.
            runScenario(row, at: max(now, transport.now))
        }
    }

    func deadlineReached(_ row: Int, at now: Instant) {
        let group = plan.metrics.scenarios[Int(sessions[row].scenario)]
        let due = sessions[row].stepDue
        switch sessions[row].wait {
        case .nothing:
            break
        case .pause:
            sessions[row].wait = .nothing
            endStep(row, .done, at: now)
            runScenario(row, at: now)
        case .stay:
            sessions[row].wait = .nothing
            endStep(row, .done, at: now)
            // The stay ends when it was to end, not when the loop noticed.
            sessions[row].nextDue = min(now, sessions[row].nextDue + stayLength(row))
            runScenario(row, at: now)
        case .stream:
            loginTimedOut(row, at: now)
        case .reply(let request):
            requestTimedOut(request)
        case .delivery(let sequence):
            if ledger.timedOut(sequence: sequence, now: now, hasEnded: hasEnded) == true {
                if let metric = group.message { recorder.withdrawn(metric.id, due: due) }
                showEvent(row, at: now, "the addressee left before the message came")
                return completeStep(row, .skipped, at: now)
            }
            if let metric = group.message {
                recorder.timedOut(
                    metric.id, due: due, stage: metric.stage,
                    sample: "the addressee did not get message \(sequence) in time")
            }
            showEvent(row, at: now, "the message was not delivered in time")
            doubtServer(row, since: sessions[row].stepSent, at: now)
            completeStep(row, .timedOut, at: now)
        case .expectation(let place):
            expectations[Int32(row)] = nil
            let metric = group.raw[place]
            recorder.timedOut(
                metric.id, due: due, stage: metric.stage,
                sample: "no stanza met the expectation in time")
            showEvent(row, at: now, "what was expected did not come in time")
            doubtServer(row, since: sessions[row].stepSent, at: now)
            completeStep(row, .timedOut, at: now)
        case .logout:
            logoutTimedOut(row, at: now)
        }
    }

    private func stayLength(_ row: Int) -> Nanoseconds {
        let program = plan.scenarios[Int(sessions[row].scenario)]
        let instruction = program.instructions[sessions[row].program.instruction]
        guard case .intent(.stay(let time?)) = instruction else { return .zero }
        return time
    }

    /// The session is lost: what its step waited for never comes.
    func abandonStep(_ row: Int) {
        let group = plan.metrics.scenarios[Int(sessions[row].scenario)]
        let due = sessions[row].stepDue
        switch sessions[row].wait {
        case .reply(let request):
            if let pending = requests.removeValue(forKey: request), let metric = pending.metric {
                recorder.failed(metric.id, due: due)
            }
        case .delivery(let sequence):
            ledger.stopAwaiting(sequence: sequence)
        case .expectation(let place):
            expectations[Int32(row)] = nil
            recorder.failed(group.raw[place].id, due: due)
        case .nothing, .pause, .stay, .stream, .logout:
            break
        }
        sessions[row].wait = .nothing
        clearDeadline(row)
    }

    // MARK: Sending

    func send(_ bytes: Span<UInt8>, from row: Int, at now: Instant) {
        if sessions[row].timeline >= 0 { showSent(bytes, row, at: now) }
        transport.write(sessions[row].connection, bytes)
        sessions[row].lastWrite = Self.wholeSeconds(now)
    }

    /// Sends what the worker's writer holds as one stanza of the session.
    func sendStanza(from row: Int, at now: Instant) {
        sendStanza(&writer, from: row, at: now)
    }

    /// In place: a copy would be counted on its way in and out.
    private func sendStanza(_ stanza: inout StanzaWriter, from row: Int, at now: Instant) {
        sendStanza(stanza.span, from: row, at: now)
    }

    func sendStanza(_ stanza: Span<UInt8>, from row: Int, at now: Instant) {
        activity.stanzasSent += 1
        send(stanza, from: row, at: now)
    }
}
