internal import EventLoop
internal import Measurement
internal import Profile
internal import StanzaParser
internal import Units
internal import XMPP

/// Requests of a session to its server and to other sessions, and their answers.
extension Worker {
    // MARK: Asking

    /// Sends a roster or version request to the server.
    func ask(
        _ kind: PendingRequest.Kind, _ row: Int, _ metric: RunMetrics.Action?, due: Instant,
        isStep: Bool, at now: Instant
    ) {
        let answerer: PendingRequest.Answerer = kind == .roster ? .account : .server
        let number = note(
            kind, answerer, row, metric, due: due, isStep: isStep,
            timeout: plan.profile.timeouts.iq, at: now)
        beginRequest(number)
        if kind == .roster {
            writer.raw("><query xmlns='jabber:iq:roster'/></iq>")
        } else {
            writer.attribute("to", plan.profile.target.domain)
            writer.raw("><query xmlns='jabber:iq:version'/></iq>")
        }
        sendStanza(from: row, at: now)
    }

    func askVersion(_ row: Int, at now: Instant) {
        ask(.version, row, nil, due: now, isStep: false, at: now)
    }

    /// Sends a ping; says whether the session has to wait for its answer.
    func ping(
        _ step: PingStep, _ row: Int, _ group: RunMetrics.Group, isStep: Bool, due: Instant? = nil,
        at now: Instant
    ) -> Bool {
        guard let metric = group.ping else { return false }
        let due = due ?? sessions[row].stepDue
        var answerer = PendingRequest.Answerer.server
        if let recipient = step.to {
            guard
                let addressee = addressee(
                    recipient, of: row, draw: sessions[row].random.next())
            else {
                recorder.skipped(metric.id, due: due)
                if isStep { endStep(row, .skipped, at: now) }
                return false
            }
            var address = StanzaWriter()
            write(addressee, step.form, escaping: false, to: &address)
            answerer = .jid(address.bytes)
        }
        let number = note(
            .ping, answerer, row, metric, due: due, isStep: isStep, timeout: step.timeout, at: now)
        beginRequest(number)
        if case .jid(let jid) = answerer { writer.attribute("to", jid.span) }
        sendPing(answerer, row, at: now)
        return isStep
    }

    /// Completes the request that the writer holds as a ping (XEP-0199).
    func sendPing(_ answerer: PendingRequest.Answerer, _ row: Int, at now: Instant) {
        if answerer == .server { writer.attribute("to", plan.profile.target.domain) }
        writer.raw("><ping xmlns='urn:xmpp:ping'/></iq>")
        sendStanza(from: row, at: now)
    }

    /// Notes what is about to be sent, and sets the deadline of its answer.
    func note(
        _ kind: PendingRequest.Kind, _ answerer: PendingRequest.Answerer, _ row: Int,
        _ metric: RunMetrics.Action?, due: Instant, isStep: Bool, timeout: Nanoseconds,
        at now: Instant
    ) -> UInt32 {
        let number = nextRequest
        nextRequest &+= 1
        requests[number] = PendingRequest(
            kind: kind, answerer: answerer, row: Int32(row), session: sessions[row].number,
            isStep: isStep, metric: metric, due: due, sent: now)
        if let metric { recorder.started(metric.id, due: due, sent: now) }
        if isStep {
            sessions[row].wait = .reply(number)
            setDeadline(row, at: now + timeout)
        } else {
            deadlines.push(at: now + timeout, owner: -1, token: number)
        }
        return number
    }

    /// The start tag of a get request up to where its `to` would stand.
    func beginRequest(_ number: UInt32) {
        writer.removeAll()
        writer.raw("<iq type='get' id='q")
        writer.decimal(Int64(number))
        writer.raw("'")
    }

    // MARK: Answers

    /// The number in the id of an answer, if the id is one that `beginRequest` writes.
    private static func requestNumber(_ id: Span<UInt8>) -> UInt32? {
        guard id.count > 1, id.count <= 11, id[0] == UInt8(ascii: "q") else { return nil }
        var number: UInt64 = 0
        for index in 1..<id.count {
            guard id[index] >= 0x30, id[index] <= 0x39 else { return nil }
            number = number * 10 + UInt64(id[index] - 0x30)
        }
        return UInt32(exactly: number)
    }

    /// An iq of type result or error came in; unknown ones are ignored (RFC 6120 §8.2.3).
    func answered(_ stanza: ElementView, _ row: Int, at now: Instant) {
        let found = stanza.withAttribute("id") { Self.requestNumber($0) }
        guard let number = found ?? nil, let request = requests[number],
            request.session == sessions[row].number, isFrom(request.answerer, stanza, row)
        else { return }
        requests[number] = nil
        if number == sessions[row].probe { sessions[row].probe = 0 }
        var ending = StepEnding.done
        if stanza.attributeEquals("type", "error") {
            ending = .failed
            let condition = StanzaError(in: stanza).condition.rawValue
            if let metric = request.metric {
                recorder.failed(
                    metric.id, due: request.due, stage: metric.stage, condition: condition,
                    sample: sampleText(stanza))
            }
        } else {
            if let metric = request.metric {
                recorder.done(metric.id, due: request.due, sent: request.sent, done: now)
            }
            use(stanza, for: request, row)
        }
        if request.isStep { completeStep(row, ending, at: now) }
    }

    /// A session's own presence came back: it answers the oldest that is out.
    func reflected(_ row: Int, at now: Instant) {
        while !sessions[row].reflections.isEmpty {
            let number = sessions[row].reflections.removeFirst()
            // One that timed out is not waited for any more.
            guard let request = requests.removeValue(forKey: number) else { continue }
            if let metric = request.metric {
                recorder.done(metric.id, due: request.due, sent: request.sent, done: now)
            }
            if request.isStep { completeStep(row, at: now) }
            return
        }
    }

    private func use(_ stanza: ElementView, for request: PendingRequest, _ row: Int) {
        switch request.kind {
        case .ping, .probe, .presence:
            break
        case .version:
            guard let query = stanza.child("query", Namespaces.version) else { return }
            shared.serverVersion = ServerVersion(
                name: query.child("name", Namespaces.version)?.text ?? "",
                version: query.child("version", Namespaces.version)?.text ?? "")
        case .roster:
            guard plan.needsContacts, let roster = RosterResult(stanza) else { return }
            sessions[row].contacts = roster.items.compactMap { item in
                runAccount(of: item.jid).map(Int32.init)
            }
        }
    }

    /// Whether a stanza comes from whom a request was sent to (RFC 6120 §8.1.2.1, §10.3.3).
    private func isFrom(
        _ answerer: PendingRequest.Answerer, _ stanza: ElementView, _ row: Int
    ) -> Bool {
        switch answerer {
        case .jid(let jid):
            return isFrom(jid, stanza)
        case .server:
            return !stanza.hasAttribute("from") || isFrom(plan.domainBytes, stanza)
        case .account:
            return !stanza.hasAttribute("from") || isFromOwnAccount(stanza, row)
                || isFrom(sessions[row].jid, stanza) || isFrom(plan.domainBytes, stanza)
        }
    }

    func isFrom(_ address: [UInt8], _ stanza: ElementView) -> Bool {
        stanza.attributeEquals("from", address.span)
    }

    /// Whether the sender is the session's own bare JID.
    func isFromOwnAccount(_ stanza: ElementView, _ row: Int) -> Bool {
        let own = sessions[row].jid
        let bare = own.firstIndex(of: UInt8(ascii: "/")) ?? own.count
        return stanza.attributeEquals("from", own.span.extracting(0..<bare))
    }

    func requestTimedOut(_ number: UInt32) {
        guard let request = requests.removeValue(forKey: number) else { return }
        let now = transport.now
        if request.kind == .probe {
            probeTimedOut(request, at: now)
            return
        }
        if let metric = request.metric {
            recorder.timedOut(
                metric.id, due: request.due, stage: metric.stage,
                sample: request.kind == .presence
                    ? "the session's own presence did not come back"
                    : "no answer from \(describe(request.answerer))")
        }
        let row = Int(request.row)
        guard sessions[row].number == request.session else { return }
        showEvent(row, at: now, "an answer did not come in time")
        doubtServer(row, since: request.sent, at: now)
        if request.isStep, sessions[row].wait == .reply(number) {
            completeStep(row, .timedOut, at: now)
        }
    }

    private func describe(_ answerer: PendingRequest.Answerer) -> String {
        switch answerer {
        case .account, .server: plan.profile.target.domain
        case .jid(let jid): String(decoding: jid, as: UTF8.self)
        }
    }
}

/// The bytes of a stanza as text, cut at what a report keeps of a sample.
func sampleText(_ stanza: ElementView) -> String {
    let source = stanza.source
    var bytes: [UInt8] = []
    for index in 0..<min(source.count, ErrorTable.sampleBytes) { bytes.append(source[index]) }
    return String(decoding: bytes, as: UTF8.self)
}
