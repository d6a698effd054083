internal import Measurement
internal import Profile
internal import StanzaParser
internal import Units
internal import Workload
internal import XMPP

/// Stanzas written out in the profile, and what they expect.
extension Worker {
    /// Sends a raw stanza; says whether the session has to wait for what it expects.
    func sendRaw(
        _ raw: RawStanza, _ place: Int, _ row: Int, _ metric: RunMetrics.Action, isStep: Bool,
        due: Instant? = nil, at now: Instant
    ) -> Bool {
        let due = due ?? sessions[row].stepDue
        let fields = fields(row, id: Array("r\(nextRequest)".utf8), at: now)
        nextRequest &+= 1
        writer.removeAll()
        render(raw.template, .values, row, to: &writer) { fields }
        guard isStep, let expectation = raw.expectation else {
            recorder.sentOnly(metric.id, due: due, sent: now)
            sendStanza(from: row, at: now)
            return false
        }
        recorder.started(metric.id, due: due, sent: now)
        sendStanza(from: row, at: now)
        expectations[Int32(row)] = PendingExpectation(
            stanza: place, id: render(expectation.id, fields, row),
            from: render(expectation.from, fields, row))
        sessions[row].wait = .expectation(place)
        setDeadline(row, at: now + expectation.within)
        return true
    }

    private func render(_ template: Template?, _ fields: SessionFields, _ row: Int) -> [UInt8]? {
        guard let template else { return nil }
        var value = StanzaWriter()
        render(template, .nothing, row, to: &value) { fields }
        return value.bytes
    }

    /// Looks whether a stanza is the one that the session's raw step waits for.
    func expect(_ stanza: ElementView, _ row: Int, at now: Instant) {
        guard let pending = expectations[Int32(row)] else { return }
        let scenario = Int(sessions[row].scenario)
        let raw = plan.scenarios[scenario].rawStanzas[pending.stanza]
        guard let expectation = raw.expectation else { return }
        let metric = plan.metrics.scenarios[scenario].raw[pending.stanza]
        if let kind = expectation.kind, stanza.localName != kind.rawValue { return }
        if let id = pending.id, !stanza.attributeEquals("id", id.span) { return }
        if let from = pending.from, !stanza.attributeEquals("from", from.span) { return }
        if isUnwantedError(stanza, expectation, pending) {
            expectations[Int32(row)] = nil
            recorder.failed(
                metric.id, due: sessions[row].stepDue, stage: metric.stage,
                condition: StanzaError(in: stanza).condition.rawValue,
                sample: sampleText(stanza))
            completeStep(row, .failed, at: now)
            return
        }
        if let type = expectation.type, stanza.attribute("type") ?? "" != type { return }
        if let path = expectation.xpath, !xpath.matches(path, stanza) { return }
        for extraction in raw.extractions {
            let value = xpath.string(extraction.xpath, stanza) ?? ""
            while sessions[row].variables.count <= extraction.variable {
                sessions[row].variables.append("")
            }
            sessions[row].variables[extraction.variable] = value
        }
        expectations[Int32(row)] = nil
        recorder.done(
            metric.id, due: sessions[row].stepDue, sent: sessions[row].stepSent, done: now)
        completeStep(row, at: now)
    }

    /// Whether the stanza answers the step with an error that the step does not ask for.
    private func isUnwantedError(
        _ stanza: ElementView, _ expectation: Expectation, _ pending: PendingExpectation
    ) -> Bool {
        pending.id != nil && expectation.type != "error"
            && stanza.attributeEquals("type", "error")
    }
}
