import EventLoop
import StanzaParser
import XMPP

/// Who answers a request.
enum Responder {
    case server
    case account
}

extension LoopbackServer {
    /// Answers a request to the server, or to the sender's own account, in whose name the server
    /// answers.
    ///
    /// Source: RFC 6120 §8.2.3, RFC 6121 §8.5.2.1.3.
    func answer(_ iq: ElementView, _ slot: Int, isSet: Bool, as responder: Responder) {
        guard let payload = iq.firstChild else {
            bounce(iq, slot, StanzaError(.badRequest))
            return
        }
        if payload.hasName("ping", Namespaces.ping) {
            reply(iq, slot)
        } else if payload.hasName("query", Namespaces.roster), responder == .account {
            roster(iq, payload, slot, isSet: isSet)
        } else if payload.hasName("query", Namespaces.register) {
            registration(iq, payload, slot, isSet: isSet)
        } else if payload.hasName("session", Namespaces.session), isSet {
            reply(iq, slot)
        } else if payload.hasName("query", Namespaces.discoInfo), !isSet {
            discoInfo(iq, payload, slot, responder)
        } else if payload.hasName("query", Namespaces.discoItems), !isSet {
            reply(iq, slot) { $0.raw("<query xmlns='http://jabber.org/protocol/disco#items'/>") }
        } else if payload.hasName("query", Namespaces.version), !isSet, responder == .server {
            let version = state.options.version
            reply(iq, slot) { writer in
                writer.raw("<query xmlns='jabber:iq:version'><name>Clamor loopback</name><version>")
                writer.text(version)
                writer.raw("</version></query>")
            }
        } else {
            bounce(iq, slot, StanzaError(.serviceUnavailable))
        }
    }

    /// Answers with a result.
    private func reply(
        _ iq: ElementView, _ slot: Int, _ content: ((inout StanzaWriter) -> Void)? = nil
    ) {
        let start = outbox.writer.count
        outbox.writer.raw("<iq")
        writeReplyAttributes(iq, slot, "result", to: &outbox.writer)
        if let content {
            outbox.writer.raw(">")
            content(&outbox.writer)
            outbox.writer.raw("</iq>")
        } else {
            outbox.writer.raw("/>")
        }
        outbox.send(start..<outbox.writer.count, to: route(slot))
    }

    /// Source: XEP-0030 §3.
    private func discoInfo(
        _ iq: ElementView, _ query: ElementView, _ slot: Int, _ responder: Responder
    ) {
        if query.hasAttribute("node") {
            bounce(iq, slot, StanzaError(.itemNotFound))
            return
        }
        reply(iq, slot) { writer in
            writer.raw("<query xmlns='http://jabber.org/protocol/disco#info'>")
            switch responder {
            case .server:
                writer.raw("<identity category='server' type='im' name='Clamor loopback'/>")
                for feature in [
                    "http://jabber.org/protocol/disco#info",
                    "http://jabber.org/protocol/disco#items", "jabber:iq:register",
                    "jabber:iq:roster", "jabber:iq:version", "msgoffline", "urn:xmpp:ping",
                ] {
                    writer.raw("<feature")
                    writer.attribute("var", feature)
                    writer.raw("/>")
                }
            case .account:
                writer.raw("<identity category='account' type='registered'/>")
                writer.raw("<feature var='http://jabber.org/protocol/disco#info'/>")
            }
            writer.raw("</query>")
        }
    }

    // MARK: Roster

    /// Source: RFC 6121 §2.
    private func roster(_ iq: ElementView, _ query: ElementView, _ slot: Int, isSet: Bool) {
        let (account, route) = (sessions[slot].account, route(slot))
        guard isSet else {
            let knownVersion = query.attribute("ver")
            var header = StanzaWriter()
            header.raw("<iq")
            writeReplyAttributes(iq, slot, "result", to: &header)
            let bytes = header.bytes
            state.domain.withLock {
                $0.readRoster(
                    account, route, knownVersion: knownVersion, header: bytes, &outbox)
            }
            return
        }
        let change: RosterChange
        switch rosterChange(query) {
        case .success(let value): change = value
        case .failure(let error):
            bounce(iq, slot, error)
            return
        }
        let outcome = state.domain.withLock { $0.changeRoster(account, change, &outbox) }
        switch outcome {
        case .done: reply(iq, slot)
        case .notFound: bounce(iq, slot, StanzaError(.itemNotFound))
        case .full: bounce(iq, slot, StanzaError(.resourceConstraint))
        case .ownAddress: bounce(iq, slot, StanzaError(.notAllowed))
        }
    }

    /// Reads the one `item` of a roster set. Source: RFC 6121 §2.3.3.
    private func rosterChange(_ query: ElementView) -> Result<RosterChange, StanzaError> {
        guard let item = query.child("item", Namespaces.roster), item.nextSibling == nil,
            let jid = item.attribute("jid")
        else { return .failure(StanzaError(.badRequest)) }
        guard let address = JID(jid)?.bare else { return .failure(StanzaError(.malformedJID)) }
        let name = item.attribute("name")
        guard (name?.utf8.count ?? 0) <= 1_023 else { return .failure(StanzaError(.notAcceptable)) }
        var groups: [String] = []
        var child = item.firstChild
        while let current = child {
            if current.hasName("group", Namespaces.roster) {
                let group = current.text
                guard !group.isEmpty, group.utf8.count <= 1_023, groups.count < 64 else {
                    return .failure(StanzaError(.notAcceptable))
                }
                guard !groups.contains(group) else { return .failure(StanzaError(.badRequest)) }
                groups.append(group)
            }
            child = current.nextSibling
        }
        return .success(
            RosterChange(
                jid: Array(address.description.utf8),
                localpartCount: address.localpart?.utf8.count ?? 0,
                name: name?.isEmpty == true ? nil : name, groups: groups,
                isRemoval: item.attributeEquals("subscription", "remove")))
    }

    // MARK: Registration

    /// What an account asks about its own registration. Source: XEP-0077 §3.2, §3.3.
    private func registration(_ iq: ElementView, _ query: ElementView, _ slot: Int, isSet: Bool) {
        let account = sessions[slot].account
        let own = sessions[slot].jid[..<(sessions[slot].bareCount - domainName.count - 1)]
        let username = String(decoding: own, as: UTF8.self)
        switch ServerRegistration(query: query, isSet: isSet) {
        case .form:
            reply(iq, slot) { ServerRegistration.writeForm(username: username, to: &$0) }
        case .incomplete:
            bounce(iq, slot, StanzaError(.badRequest))
        case .remove:
            // The result has to be written before the stream ends.
            reply(iq, slot)
            state.domain.withLock { $0.remove(account, &outbox) }
        case .submit(let asked, let password):
            guard JID.preparedLocalpart(asked) == username else {
                bounce(iq, slot, StanzaError(.notAllowed))
                return
            }
            guard let credentials = state.credentials(password: password) else {
                bounce(iq, slot, StanzaError(.notAcceptable))
                return
            }
            if state.domain.withLock({ $0.setCredentials(account, credentials) }) {
                reply(iq, slot)
            } else {
                bounce(iq, slot, StanzaError(.notAllowed))
            }
        }
    }
}
