import EventLoop
import StanzaParser
import Units
import XMPP

extension LoopbackServer {
    /// A session sent an element. Source: RFC 6120 §8.
    func handle(_ element: ElementView, from slot: Int) {
        guard element.hasNamespace(Namespaces.client) else {
            fail(slot, .unsupportedStanzaType)
            return
        }
        guard isFromItself(element, slot) else {
            fail(slot, .invalidFrom)
            return
        }
        if element.hasLocalName("message") {
            message(element, slot)
        } else if element.hasLocalName("presence") {
            presence(element, slot)
        } else if element.hasLocalName("iq") {
            request(element, slot)
        } else {
            fail(slot, .unsupportedStanzaType)
        }
        flush()
    }

    /// Whether `from` is missing, or the session's full or bare JID. Source: RFC 6120 §8.1.2.1.
    private func isFromItself(_ element: ElementView, _ slot: Int) -> Bool {
        element.withAttribute("from") { from in
            Address.withPrepared(from, domain: domainName) { jid, _ in
                var writer = StanzaWriter()
                writer.attributeValue(jid)
                let own = sessions[slot].jid
                return writer.bytes == own
                    || Address.equal(jid, 0..<jid.count, Array(own[..<sessions[slot].bareCount]))
            } ?? false
        } ?? true
    }

    /// Writes a stanza into the outbox with the sender's full JID.
    private func relay(_ element: ElementView, _ slot: Int) -> Range<Int> {
        let start = outbox.writer.count
        let from = sessions[slot].jid
        outbox.writer.relay(
            element.source, from: from.span, inherited: sessions[slot].inherited)
        return start..<outbox.writer.count
    }

    // MARK: Messages

    /// Source: RFC 6121 §8.
    private func message(_ element: ElementView, _ slot: Int) {
        statistics.messagesReceived.add()
        let type = messageType(element)
        let condition =
            element.withAttribute("to") { to in
                Address.withPrepared(to, domain: domainName) { jid, address in
                    message(element, slot, type, to: jid, address)
                } ?? .malformedJID
            } ?? messageToSelf(element, slot, type)
        if let condition, type != .error {
            statistics.messagesBounced.add()
            bounce(element, slot, StanzaError(condition))
        }
    }

    /// A message without `to` goes to the account itself. Source: RFC 6120 §10.3.1.
    private func messageToSelf(
        _ element: ElementView, _ slot: Int, _ type: MessageType
    ) -> StanzaError.Condition? {
        let own = Array(sessions[slot].jid[..<sessions[slot].bareCount])
        let address = Address(prepared: own.span, domain: domainName)
        return message(element, slot, type, to: own.span, address)
    }

    private func message(
        _ element: ElementView, _ slot: Int, _ type: MessageType, to jid: Span<UInt8>,
        _ address: Address
    ) -> StanzaError.Condition? {
        switch address.kind {
        case .server: return .serviceUnavailable
        case .foreign: return .remoteServerNotFound
        case .bare, .full: break
        }
        let range = relay(element, slot)
        let stamp =
            state.options.unixSecondsAtOrigin + transport.now.nanoseconds / 1_000_000_000
        var routing = state.domain.withLock {
            $0.routeMessage(range, to: jid, address, type: type, stamp: stamp, &outbox)
        }
        if faults != nil, routing == .delivered { routing = spoil(from: slot) }
        switch routing {
        case .delivered:
            statistics.messagesDelivered.add()
            return nil
        case .stored:
            statistics.messagesStored.add()
            return nil
        case .ignored: return nil
        case .unavailable: return .serviceUnavailable
        case .full: return .resourceConstraint
        case .failed: return .internalServerError
        }
    }

    private func messageType(_ element: ElementView) -> MessageType {
        if element.attributeEquals("type", "chat") { return .chat }
        if element.attributeEquals("type", "error") { return .error }
        if element.attributeEquals("type", "groupchat") { return .groupchat }
        if element.attributeEquals("type", "headline") { return .headline }
        return .normal
    }

    // MARK: Presence

    /// Source: RFC 6121 §3, §4.
    private func presence(_ element: ElementView, _ slot: Int) {
        let found: Void? = element.withAttribute("to") { to in
            let routed: Void? = Address.withPrepared(to, domain: domainName) { jid, address in
                directedPresence(element, slot, to: jid, address)
            }
            if routed == nil { bounce(element, slot, StanzaError(.malformedJID)) }
        }
        if found == nil { broadcastPresence(element, slot) }
    }

    private func broadcastPresence(_ element: ElementView, _ slot: Int) {
        let isUnavailable = element.attributeEquals("type", "unavailable")
        // The other types need an address; without one they mean nothing.
        guard isUnavailable || !element.hasAttribute("type") else { return }
        var priority: Int8 = 0
        if let text = element.child("priority", Namespaces.client)?.text {
            guard let value = Int8(text) else {
                bounce(element, slot, StanzaError(.badRequest))
                return
            }
            priority = value
        }
        let from = sessions[slot].jid
        var writer = StanzaWriter()
        writer.relay(element.source, from: from.span, inherited: sessions[slot].inherited)
        let stanza = writer.bytes
        let (account, route) = (sessions[slot].account, route(slot))
        state.domain.withLock { domain in
            if isUnavailable {
                domain.unavailable(account, route, presence: stanza, &outbox)
            } else {
                domain.available(account, route, presence: stanza, priority: priority, &outbox)
            }
        }
    }

    private func directedPresence(
        _ element: ElementView, _ slot: Int, to jid: Span<UInt8>, _ address: Address
    ) {
        if address.kind == .foreign {
            if !element.attributeEquals("type", "error") {
                bounce(element, slot, StanzaError(.remoteServerNotFound))
            }
            return
        }
        guard address.kind != .server else { return }
        let (account, route) = (sessions[slot].account, route(slot))
        if element.attributeEquals("type", "probe") {
            state.domain.withLock { $0.probe(account, route, jid, address, &outbox) }
            return
        }
        if let text = element.attribute("type"), let request = SubscriptionRequest(rawValue: text) {
            var writer = StanzaWriter()
            let own = Array(sessions[slot].jid[..<sessions[slot].bareCount])
            writer.relay(
                element.source, from: own.span, to: jid.extracting(address.bare),
                inherited: sessions[slot].inherited)
            let stanza = writer.bytes
            state.domain.withLock {
                $0.subscription(account, request, to: jid, address, stanza: stanza, &outbox)
            }
            return
        }
        let range = relay(element, slot)
        let isAvailable = !element.hasAttribute("type")
        state.domain.withLock {
            $0.directed(
                account, route, range, to: jid, address, isAvailable: isAvailable, &outbox)
        }
    }

    // MARK: Requests

    /// Source: RFC 6120 §8.2.3, RFC 6121 §8.5.
    private func request(_ element: ElementView, _ slot: Int) {
        let isSet = element.attributeEquals("type", "set")
        let isQuestion = isSet || element.attributeEquals("type", "get")
        let isAnswer =
            element.attributeEquals("type", "result") || element.attributeEquals("type", "error")
        guard isQuestion || isAnswer, element.hasAttribute("id") else {
            if !isAnswer { bounce(element, slot, StanzaError(.badRequest)) }
            return
        }
        let condition: StanzaError.Condition? =
            element.withAttribute("to") { to in
                Address.withPrepared(to, domain: domainName) { jid, address in
                    request(element, slot, isQuestion, isSet, to: jid, address)
                } ?? .malformedJID
            }
            ?? {
                if isQuestion { answer(element, slot, isSet: isSet, as: .account) }
                return nil
            }()
        if let condition, isQuestion { bounce(element, slot, StanzaError(condition)) }
    }

    private func request(
        _ element: ElementView, _ slot: Int, _ isQuestion: Bool, _ isSet: Bool,
        to jid: Span<UInt8>, _ address: Address
    ) -> StanzaError.Condition? {
        switch address.kind {
        case .foreign:
            return .remoteServerNotFound
        case .server:
            if isQuestion { answer(element, slot, isSet: isSet, as: .server) }
            return nil
        case .bare:
            let own = sessions[slot].jid[..<sessions[slot].bareCount]
            guard Address.equal(jid, 0..<jid.count, Array(own)) else { return .serviceUnavailable }
            if isQuestion { answer(element, slot, isSet: isSet, as: .account) }
            return nil
        case .full:
            let range = relay(element, slot)
            let routing = state.domain.withLock { $0.routeIQ(range, to: jid, address, &outbox) }
            return routing == .delivered ? nil : .serviceUnavailable
        }
    }

    // MARK: Errors

    /// Answers a stanza with an error, in the name of whom it was for.
    func bounce(_ element: ElementView, _ slot: Int, _ error: StanzaError) {
        // Errors are never answered (RFC 6120 §8.3.1).
        if element.attributeEquals("type", "error") { return }
        let start = outbox.writer.count
        outbox.writer.raw("<")
        outbox.writer.raw(element.localNameBytes)
        writeReplyAttributes(element, slot, "error", to: &outbox.writer)
        outbox.writer.raw(">")
        error.write(to: &outbox.writer)
        outbox.writer.raw("</")
        outbox.writer.raw(element.localNameBytes)
        outbox.writer.raw(">")
        outbox.send(start..<outbox.writer.count, to: route(slot))
    }

    /// Writes type, identifier and addresses of an answer: those of the question, turned round.
    func writeReplyAttributes(
        _ element: ElementView, _ slot: Int, _ type: StaticString, to writer: inout StanzaWriter
    ) {
        writer.raw(" type='")
        writer.raw(type)
        writer.raw("'")
        _ = element.withAttribute("id") { writer.attribute("id", $0) }
        _ = element.withAttribute("to") { writer.attribute("from", $0) }
        let jid = sessions[slot].jid
        writer.raw(" to='")
        writer.raw(jid.span)
        writer.raw("'")
    }
}
