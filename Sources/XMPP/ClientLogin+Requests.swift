import Authentication
import StanzaParser

/// The requests of a login: bind, legacy session, registration and removal of the account.
extension ClientLogin {
    static var bindID: StaticString { "bind" }
    static var sessionID: StaticString { "session" }
    static var formID: StaticString { "form" }
    static var registerID: StaticString { "register" }
    static var removeID: StaticString { "remove" }

    /// Takes the reply to a request; other stanzas can come in between and are passed over.
    func reply(
        _ stanza: ElementView, to id: StaticString, _ body: (ElementView) -> [Action]
    ) -> [Action] {
        guard stanza.hasName("iq", Namespaces.client), stanza.attributeEquals("id", id) else {
            return []
        }
        if stanza.attributeEquals("type", "result") { return body(stanza) }
        guard stanza.attributeEquals("type", "error") else { return [] }
        let error = StanzaError(in: stanza)
        let isTemporary = error.kind == .wait || error.condition == .resourceConstraint
        return end(
            StreamFailure(
                stage: stage, condition: error.condition.rawValue, text: error.text,
                isTemporary: isTemporary))
    }

    /// Source: RFC 6120 §7.6, §7.7.
    func bind(_ features: StreamFeatures) -> [Action] {
        guard features.bind != .absent else { return fail(.bind, "bind-not-offered") }
        step = .bindResult(isSessionRequired: features.session == .required)
        var writer = StanzaWriter()
        writer.raw("<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>")
        if let resource {
            writer.raw("<resource>")
            writer.text(resource)
            writer.raw("</resource>")
        }
        writer.raw("</bind></iq>")
        return [.began(.bind), .write(writer.bytes)]
    }

    func bound(_ stanza: ElementView, _ isSessionRequired: Bool) -> [Action] {
        guard
            let text = stanza.child("bind", Namespaces.bind)?.child("jid", Namespaces.bind)?.text,
            let jid = JID(text), !jid.isBare
        else { return fail(.bind, "malformed-bind-result") }
        guard isSessionRequired else { return established(jid) }
        step = .sessionResult(jid)
        let request =
            "<iq type='set' id='session'>"
            + "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'/></iq>"
        return [.write(Array(request.utf8))]
    }

    func established(_ jid: JID) -> [Action] {
        guard configuration.purpose == .unregister else { return [.ended(.bind), .bound(jid)] }
        step = .removalResult
        let request =
            "<iq type='set' id='remove'><query xmlns='jabber:iq:register'><remove/></query></iq>"
        return [.ended(.bind), .began(.register), .write(Array(request.utf8))]
    }

    /// Source: XEP-0077 §3.1.
    func askForForm(_ features: StreamFeatures) -> [Action] {
        guard features.register != .absent else {
            return fail(
                .register, ClientStream.registrationNotOffered,
                "the server does not offer in-band registration on this stream")
        }
        step = .registrationForm
        var writer = StanzaWriter()
        writer.raw("<iq type='get' id='form'")
        writer.attribute("to", configuration.domain)
        writer.raw("><query xmlns='jabber:iq:register'/></iq>")
        return [.began(.register), .write(writer.bytes)]
    }

    func fill(_ stanza: ElementView) -> [Action] {
        guard let query = stanza.child("query", Namespaces.register) else {
            return fail(.register, "malformed-form")
        }
        let form = RegistrationForm(
            query: query, username: credentials.username, password: credentials.password)
        if case .unfit(let condition, let text) = form { return fail(.register, condition, text) }
        step = .registrationResult
        var writer = StanzaWriter()
        writer.raw("<iq type='set' id='register'")
        writer.attribute("to", configuration.domain)
        writer.raw("><query xmlns='jabber:iq:register'>")
        form.write(to: &writer)
        writer.raw("</query></iq>")
        return [.write(writer.bytes)]
    }
}
