internal import Measurement
internal import StanzaParser
internal import Units
internal import Workload
internal import XMPP

/// What comes in over a session's stream.
extension Worker {
    /// Parses what a read brought and handles each complete stanza.
    func readStanzas(_ row: Int, _ bytes: Span<UInt8>, at now: Instant) {
        let number = sessions[row].number
        let connection = sessions[row].connection
        var cursor = 0
        while sessions[row].number == number, sessions[row].connection == connection {
            let event: StreamEvent
            do {
                event = try engine.next(&sessions[row].parser, bytes, &cursor)
            } catch {
                withStream(row, at: now) { $0.parserFailed(error) }
                return
            }
            switch event {
            case .incomplete:
                return
            case .opened:
                if sessions[row].timeline >= 0 {
                    showReceived(engine.element(in: bytes), row, at: now)
                }
                opened(row, engine.element(in: bytes), at: now)
            case .stanza:
                activity.stanzasReceived += 1
                if sessions[row].timeline >= 0 {
                    showReceived(engine.element(in: bytes), row, at: now)
                }
                stanza(engine.element(in: bytes), row, at: now)
                // What follows `<proceed/>` in clear text must not be used (RFC 6120 §5.4.3.3).
                if sessions[row].dropsInput { return }
            case .closed:
                showEvent(row, at: now, "the server ended the stream")
                withStream(row, at: now) { $0.streamClosed() }
                return
            }
        }
    }

    private func opened(_ row: Int, _ header: ElementView, at now: Instant) {
        guard var stream = sessions[row].stream.take() else { return }
        let actions = stream.received(opening: header)
        sessions[row].stream = stream
        perform(actions, row, at: now)
    }

    private func stanza(_ stanza: ElementView, _ row: Int, at now: Instant) {
        guard sessions[row].link == .online || sessions[row].link == .closing else {
            toStream(stanza, row, at: now)
            return
        }
        guard stanza.hasNamespace(Namespaces.client) else {
            toStream(stanza, row, at: now)
            return
        }
        if stanza.hasLocalName("message") {
            message(stanza, row, at: now)
        } else if stanza.hasLocalName("iq") {
            request(stanza, row, at: now)
        } else if stanza.hasLocalName("presence") {
            presence(stanza, row, at: now)
        }
        if case .expectation = sessions[row].wait { expect(stanza, row, at: now) }
    }

    private func toStream(_ stanza: ElementView, _ row: Int, at now: Instant) {
        guard var stream = sessions[row].stream.take() else { return }
        let actions = stream.received(stanza: stanza)
        sessions[row].stream = stream
        perform(actions, row, at: now)
    }

    private func request(_ stanza: ElementView, _ row: Int, at now: Instant) {
        if stanza.attributeEquals("type", "result") || stanza.attributeEquals("type", "error") {
            answered(stanza, row, at: now)
            return
        }
        writer.removeAll()
        if stanza.attributeEquals("type", "set"), stanza.child("query", Namespaces.roster) != nil {
            // A push is acknowledged, if it comes from our own server (RFC 6121 §2.1.6).
            guard !stanza.hasAttribute("from") || isFromOwnAccount(stanza, row) else { return }
            writer.raw("<iq type='result'")
            stanza.withAttribute("id") { writer.attribute("id", $0) }
            writer.raw("/>")
            sendStanza(from: row, at: now)
        } else if IQResponder.reply(to: stanza, writer: &writer) {
            sendStanza(from: row, at: now)
        }
    }

    private func presence(_ stanza: ElementView, _ row: Int, at now: Instant) {
        guard !sessions[row].reflections.isEmpty, !stanza.hasAttribute("type"),
            isFrom(sessions[row].jid, stanza)
        else { return }
        reflected(row, at: now)
    }

    /// The id of a message of a run's; nil for any other. No byte of one has to be encoded, so that
    /// servers give it back as it is; if one does not, the id is read all the same.
    private func messageID(of stanza: ElementView) -> MessageID? {
        if let value = stanza.plainAttribute("id") { return MessageID(value, likely: origin) }
        return stanza.withAttribute("id") { MessageID($0, likely: origin) } ?? nil
    }

    private func message(_ stanza: ElementView, _ row: Int, at now: Instant) {
        guard let id = messageID(of: stanza) else {
            // A server's own notices have a domain for a sender and are no one's message.
            if !plan.sendsRawMessages, !stanza.attributeEquals("type", "error"),
                stanza.withAttribute("from", { hasLocalpart($0) }) == true
            {
                ledger.unexpected()
            }
            return
        }
        guard id.nonce == plan.nonce, Int(id.worker) < plan.workers else {
            ledger.foreign()
            return
        }
        // Of a session of another rank, whose ledger has it as one to the outside.
        guard Int(id.rank) == plan.rank.index else { return }
        let isError = stanza.attributeEquals("type", "error")
        if !isError {
            messagesReceived += 1
            if plan.spreadsInput {
                directory.messageCame(to: Int(sessions[row].account), second: second)
            }
        }
        let isMeasured = recorder.isMeasured(due: id.due)
        if isError {
            recorder.error(
                at: id.due, stage: "message",
                condition: StanzaError(in: stanza).condition.rawValue,
                sample: sampleText(stanza))
        }
        if Ledger.isOutside(id.sequence) {
            // What comes back otherwise, from a room say, is what was wanted.
            if isError { ledger.outsideBounced(isMeasured: isMeasured) }
            return
        }
        tell(
            Notice(
                kind: isError ? .bounced : .delivered, account: sessions[row].account,
                session: sessions[row].number, sequence: id.sequence,
                isMeasured: isMeasured, at: now),
            worker: Int(id.worker))
    }

}

/// Whether an address is that of an account, not of a server.
private func hasLocalpart(_ jid: Span<UInt8>) -> Bool {
    for index in 0..<jid.count where jid[index] == UInt8(ascii: "@") { return true }
    return false
}
