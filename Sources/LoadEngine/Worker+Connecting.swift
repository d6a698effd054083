internal import EventLoop
internal import Measurement
internal import Profile
internal import StanzaParser
internal import Units
internal import XMPP

/// A session gets its connection: endpoint after endpoint of its place, until one takes it.
extension Worker {
    /// Opens a connection for a login or for a registration as a step.
    func openStream(_ row: Int, purpose: ClientStreamConfiguration.Purpose, at now: Instant) {
        sessions[row].isRegistering = purpose == .register
        sessions[row].endpoint = endpoints.choice(ofAccount: Int(sessions[row].account))
        sessions[row].wait = .stream
        sessions[row].link = .connecting
        sessions[row].phaseStart = now
        sessions[row].probe = 0
        sessions[row].derivation = .zero
        sessions[row].isResumed = false
        sessions[row].dropsInput = false
        loginsInFlight += 1
        recorder.started(plan.metrics.connect, due: now, sent: now)
        connect(row, at: now)
    }

    /// Tries the endpoint that the session has chosen.
    private func connect(_ row: Int, at now: Instant) {
        let account = plan.accounts[Int(sessions[row].account)]
        let choice = sessions[row].endpoint
        let endpoint = plan.endpoint(choice)
        sessions[row].stream = ClientStream(
            configuration: plan.streamConfiguration(
                endpoint, purpose: sessions[row].isRegistering ? .register : .login),
            username: account.username, password: account.password,
            resource: plan.resource(ofSession: sessions[row].number))
        sessions[row].parser = StreamState()
        sessions[row].heardAt = now
        openConnections += 1
        showEvent(row, at: now, "connecting to \(endpoint.address)")
        let patience = choice.patience(
            of: plan.endpoints(of: choice).count, limit: plan.profile.timeouts.connect)
        setDeadline(row, at: now + patience)
        sessions[row].connection = transport.connect(
            endpoint.address,
            from: plan.source(ofConnection: sessions[row].number, to: endpoint),
            tls: plan.directTLS(ofAccount: Int(sessions[row].account), to: endpoint), owner: row)
    }

    /// An attempt to connect failed; tries the next endpoint, if there is one.
    func tryNextEndpoint(_ row: Int, at now: Instant) -> Bool {
        let count = plan.endpoints(of: sessions[row].endpoint).count
        guard !sessions[row].isOver, sessions[row].endpoint.goOn(of: count) else { return false }
        connect(row, at: now)
        return true
    }

    /// The session is not connected, or its stream not in use, in time.
    func loginTimedOut(_ row: Int, at now: Instant) {
        var stage = sessions[row].stage
        if sessions[row].link == .connecting {
            stage = .connect
            let connection = sessions[row].connection
            if tryNextEndpoint(row, at: now) {
                transport.abort(connection)
                return
            }
        }
        fail(
            row,
            StreamFailure(
                stage: stage, condition: "timeout", text: "no answer from the server in time"),
            at: now)
    }
}
