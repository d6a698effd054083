internal import Authentication
internal import EventLoop
internal import Measurement
internal import Profile
internal import StanzaParser
internal import Units
internal import XMPP

/// A session's stream: connected, negotiated, bound, closed; and what goes wrong with it.
extension Worker {
    /// Hands an event to the session's stream and does what it says.
    func withStream(
        _ row: Int, at now: Instant, _ event: (inout ClientStream) -> [ClientStream.Action]
    ) {
        guard var stream = sessions[row].stream.take() else { return }
        let actions = event(&stream)
        sessions[row].stream = stream
        perform(actions, row, at: now)
    }

    func perform(_ actions: [ClientStream.Action], _ row: Int, at now: Instant) {
        let number = sessions[row].number
        for action in actions {
            // An action may have ended the session.
            guard sessions[row].number == number else { return }
            switch action {
            case .write(let bytes): send(bytes.span, from: row, at: now)
            case .startTLS:
                if let context = plan.startTLS(ofAccount: Int(sessions[row].account)) {
                    sessions[row].dropsInput = true
                    transport.startTLS(sessions[row].connection, client: context)
                }
            case .restartParser: sessions[row].parser.restart()
            case .deriveKey(let request): deriveKey(request, row, at: now)
            case .began(let phase): phaseBegan(phase, row, at: now)
            case .ended(let phase): phaseEnded(phase, row, at: now)
            case .bound(let jid): sessionBound(row, jid, at: now)
            case .registered, .unregistered: sessionRegistered(row, at: now)
            case .finish(nil): streamFinished(row, at: now)
            case .finish(let failure?): fail(row, failure, at: now)
            }
        }
    }

    // MARK: Phases of a login

    private func metric(of phase: ClientStream.Phase, _ row: Int) -> MetricID? {
        switch phase {
        case .stream: plan.metrics.stream
        case .tls: sessions[row].isResumed ? plan.metrics.tlsResumed : plan.metrics.tls
        case .auth: plan.metrics.auth
        case .bind: plan.metrics.bind
        case .register: nil
        }
    }

    private func phaseBegan(_ phase: ClientStream.Phase, _ row: Int, at now: Instant) {
        sessions[row].phaseStart = now
        sessions[row].derivation = .zero
        if phase == .auth || phase == .register { streamsOpened += 1 }
        // Whether TLS resumes is known only at its end; its start is recorded there.
        if phase != .tls, let metric = metric(of: phase, row) {
            recorder.started(metric, due: now, sent: now)
        }
    }

    private func phaseEnded(_ phase: ClientStream.Phase, _ row: Int, at now: Instant) {
        guard let metric = metric(of: phase, row) else { return }
        let start = sessions[row].phaseStart
        if phase == .tls { recorder.started(metric, due: start, sent: start) }
        // The client's own hashing is no time of the server's.
        let done = now - sessions[row].derivation
        recorder.done(metric, due: start, sent: start, done: max(start, done))
    }

    private func deriveKey(_ request: KeyDerivationRequest, _ row: Int, at now: Instant) {
        if let cached = keys[sessions[row].account], cached.answers(request) {
            withStream(row, at: now) { $0.keyDerived(cached.key) }
            return
        }
        keys[sessions[row].account] = CachedKey(
            hash: request.hash, salt: request.salt, iterations: request.iterations, key: [])
        sessions[row].derivationStart = now
        let hash: PBKDF2Request.Hash = request.hash == .sha1 ? .sha1 : .sha256
        transport.deriveKey(
            PBKDF2Request(
                hash: hash, password: request.password, salt: request.salt,
                iterations: request.iterations),
            owner: row, token: Int(sessions[row].number))
    }

    func keyCame(row: Int, session: UInt32, _ key: [UInt8], at now: Instant) {
        guard sessions[row].number == session, sessions[row].link == .negotiating else { return }
        sessions[row].derivation = now - sessions[row].derivationStart
        keys[sessions[row].account]?.key = key
        withStream(row, at: now) { $0.keyDerived(key) }
    }

    private func sessionBound(_ row: Int, _ jid: JID, at now: Instant) {
        let account = plan.accounts[Int(sessions[row].account)]
        let asked = JID(
            localpart: account.username, domain: plan.profile.target.domain,
            resource: plan.resource(ofSession: sessions[row].number))
        sessions[row].jid = Array(jid.description.utf8)
        sessions[row].link = .online
        showEvent(row, at: now, "bound as \(jid)")
        loginsInFlight -= 1
        enterOnline(row, exception: jid == asked ? nil : jid)
        if index == 0, shared.claimVersionQuery() { askVersion(row, at: now) }
        if let login = loginMetric(row) {
            recorder.done(
                login.id, due: sessions[row].stepDue, sent: sessions[row].stepSent, done: now)
        }
        completeStep(row, at: now)
    }

    /// The metric of the step that the stream was opened for.
    private func loginMetric(_ row: Int) -> RunMetrics.Action? {
        let group = plan.metrics.scenarios[Int(sessions[row].scenario)]
        return sessions[row].isRegistering ? group.register : group.login
    }

    private func sessionRegistered(_ row: Int, at now: Instant) {
        sessions[row].link = .closing
        if let register = loginMetric(row) {
            recorder.done(
                register.id, due: sessions[row].stepDue, sent: sessions[row].stepSent, done: now)
        }
        loginsInFlight -= 1
        // The step is over when the stream is closed.
        sessions[row].wait = .logout
        setDeadline(row, at: now + plan.profile.timeouts.close)
    }

    // MARK: Ends

    /// Begins the orderly end of a stream.
    func logOut(_ row: Int, at now: Instant) {
        leaveOnline(row, at: now)
        showEvent(row, at: now, "logging out")
        sessions[row].wait = .logout
        sessions[row].stepSent = now
        sessions[row].link = .closing
        setDeadline(row, at: now + plan.profile.timeouts.close)
        withStream(row, at: now) { $0.close() }
    }

    /// The stream ended in good order; the connection goes the same way.
    private func streamFinished(_ row: Int, at now: Instant) {
        leaveOnline(row, at: now)
        sessions[row].link = .closing
        transport.finish(sessions[row].connection)
    }

    func connectionClosed(_ row: Int, _ error: TransportError?, at now: Instant) {
        let link = sessions[row].link
        showEvent(row, at: now, "closed" + (error.map { ": \($0)" } ?? ""))
        if link == .connecting || link == .negotiating || link == .online {
            if let error {
                if Self.isLocal(error) {
                    activity.resourceFailures += 1
                } else if link == .connecting, tryNextEndpoint(row, at: now) {
                    return
                }
                lost(row, error, at: now)
            } else {
                withStream(row, at: now) {
                    $0.connectionLost(
                        condition: "connection-closed", text: "the server closed the connection")
                }
            }
        }
        guard sessions[row].number != 0 else { return }
        leaveOnline(row, at: now)
        sessions[row].link = .none
        sessions[row].stream = nil
        sessions[row].parser = StreamState()
        sessions[row].jid = []
        clearDeadline(row)
        if sessions[row].isOver || sessions[row].ending == .failed {
            endSession(row, at: now)
        } else if sessions[row].wait == .logout {
            completeStep(row, at: now)
        }
    }

    private func lost(_ row: Int, _ error: TransportError, at now: Instant) {
        let isTLS =
            switch error {
            case .tls, .certificate: true
            default: false
            }
        if sessions[row].link == .connecting || isTLS {
            let stage: Stage = isTLS ? .tls : .connect
            fail(
                row,
                StreamFailure(
                    stage: stage, condition: error.condition, text: error.description), at: now)
        } else {
            withStream(row, at: now) {
                $0.connectionLost(condition: error.condition, text: error.description)
            }
        }
    }

    /// Whether the error says that this machine, not the server, is at its limits.
    private static func isLocal(_ error: TransportError) -> Bool {
        switch error {
        case .descriptorLimit, .portsExhausted: true
        default: false
        }
    }

    /// The session is over for a fault, which is counted once, at its stage.
    func fail(_ row: Int, _ failure: StreamFailure, at now: Instant) {
        guard sessions[row].ending != .failed else { return }
        let sample = failure.description
        failTimeline(row, sample, at: now)
        endStep(row, .failed, at: now)
        if sessions[row].wait == .stream {
            loginFailed(row, failure, sample, at: now)
        } else {
            abandonStep(row)
            recorder.error(
                at: now, stage: failure.stage.rawValue, condition: failure.condition,
                sample: sample)
        }
        if failure.stage == .connect || failure.stage == .connection {
            lastConnectionFailure = now
        }
        if failure.stage == .connect || failure.stage == .tls || failure.stage == .stream {
            unreachable += 1
            shared.noteUnreachable(failure)
        }
        sessions[row].ending = .failed
        sessions[row].isOver = true
        leaveOnline(row, at: now)
        if sessions[row].link != .none {
            sessions[row].link = .closing
            // What was written last, such as a stream error, is still sent.
            transport.finish(sessions[row].connection)
            setDeadline(row, at: now + plan.profile.timeouts.close)
        }
    }

    private func loginFailed(
        _ row: Int, _ failure: StreamFailure, _ sample: String, at now: Instant
    ) {
        loginsInFlight -= 1
        let stage = failure.stage.rawValue
        let part: MetricID? =
            switch failure.stage {
            case .connect: plan.metrics.connect
            case .tls: plan.metrics.tls
            case .stream: plan.metrics.stream
            case .auth: plan.metrics.auth
            case .bind: plan.metrics.bind
            default: nil
            }
        if let part {
            if failure.stage == .tls {
                let start = sessions[row].phaseStart
                recorder.started(part, due: start, sent: start)
            }
            recorder.failed(
                part, due: sessions[row].phaseStart, stage: stage, condition: failure.condition,
                sample: sample)
            if let login = loginMetric(row) {
                recorder.failed(login.id, due: sessions[row].stepDue)
            }
        } else if let login = loginMetric(row) {
            recorder.failed(
                login.id, due: sessions[row].stepDue, stage: stage, condition: failure.condition,
                sample: sample)
        }
    }
}
