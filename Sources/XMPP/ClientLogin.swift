import Authentication
import StanzaParser

/// The part of a client's stream before its resource is bound.
///
/// Every method is an event and returns the actions that follow from it. The owner drops the object
/// when the actions end the login (`bound`, `registered`, `unregistered`, `finish`).
final class ClientLogin {
    typealias Action = ClientStream.Action

    /// What is awaited.
    private enum Step {
        case connection
        case tlsHandshake
        case streamHeader
        case features
        case startTLSAnswer
        case authentication(ClientAuthentication)
        case key(ClientAuthentication)
        case bindResult(isSessionRequired: Bool)
        case sessionResult(JID)
        case registrationForm
        case registrationResult
        case removalResult
    }

    private let configuration: ClientStreamConfiguration
    private let credentials: Credentials
    private let resource: String?
    private var step = Step.connection
    private var isEncrypted = false
    private var isAuthenticated = false
    private var channelBindings: [ChannelBinding] = []

    init(configuration: ClientStreamConfiguration, credentials: Credentials, resource: String?) {
        self.configuration = configuration
        self.credentials = credentials
        self.resource = resource
    }

    var stage: Stage {
        switch step {
        case .connection: .connect
        case .tlsHandshake, .startTLSAnswer: .tls
        case .streamHeader, .features: .stream
        case .authentication, .key: .auth
        case .bindResult, .sessionResult: .bind
        case .registrationForm, .registrationResult, .removalResult: .register
        }
    }

    /// Whether there is a stream of ours to be closed.
    var isStreamOpen: Bool {
        switch step {
        case .connection, .tlsHandshake: false
        default: true
        }
    }

    func connected() -> [Action] {
        guard case .connection = step else { return [] }
        guard configuration.security == .directTLS else { return openStream() }
        step = .tlsHandshake
        return [.began(.tls)]
    }

    func tlsEstablished(channelBindings: [ChannelBinding]) -> [Action] {
        guard case .tlsHandshake = step else { return [] }
        isEncrypted = true
        self.channelBindings = channelBindings
        let restart: [Action] = configuration.security == .startTLS ? [.restartParser] : []
        return [.ended(.tls)] + restart + openStream()
    }

    /// Source: RFC 6120 §4.2, §4.7.
    private func openStream() -> [Action] {
        step = .streamHeader
        var writer = StanzaWriter()
        writer.raw("<?xml version='1.0'?><stream:stream xmlns='jabber:client'")
        writer.raw(" xmlns:stream='http://etherx.jabber.org/streams' version='1.0'")
        writer.attribute("to", configuration.domain)
        writer.raw(">")
        return [.began(.stream), .write(writer.bytes)]
    }

    func received(opening: ElementView) -> [Action] {
        guard case .streamHeader = step else { return fail(.stream, "unexpected-stream-header") }
        guard opening.hasName("stream", Namespaces.streams) else {
            return fail(
                .stream, "invalid-namespace", "the peer's first element is not a stream header")
        }
        // A server without a version speaks a protocol that has no features (RFC 6120 §4.7.5).
        guard let version = opening.attribute("version"), !version.hasPrefix("0") else {
            return fail(.stream, "unsupported-version", "the server does not speak XMPP 1.0")
        }
        step = .features
        return []
    }

    func received(stanza: ElementView) -> [Action] {
        if let error = StreamError(stanza) { return end(error.failure(at: stage)) }
        switch step {
        case .features:
            guard stanza.hasName("features", Namespaces.streams) else {
                return unexpected(stanza)
            }
            return [.ended(.stream)] + negotiate(StreamFeatures(stanza))
        case .startTLSAnswer:
            return startTLSAnswered(stanza)
        case .authentication(let authentication):
            return authenticationAnswered(stanza, authentication)
        case .bindResult(let isSessionRequired):
            return reply(stanza, to: Self.bindID) { bound($0, isSessionRequired) }
        case .sessionResult(let jid):
            return reply(stanza, to: Self.sessionID) { _ in established(jid) }
        case .registrationForm:
            return reply(stanza, to: Self.formID) { fill($0) }
        case .registrationResult:
            return reply(stanza, to: Self.registerID) { _ in
                [.ended(.register), .registered, .write(ClientStream.endTag)]
            }
        case .removalResult:
            return reply(stanza, to: Self.removeID) { _ in
                [.ended(.register), .unregistered, .write(ClientStream.endTag)]
            }
        case .connection, .tlsHandshake, .streamHeader, .key:
            return unexpected(stanza)
        }
    }

    func streamClosed() -> [Action] { fail(stage, "stream-closed") }

    private func unexpected(_ stanza: ElementView) -> [Action] {
        fail(stage, "unexpected-element", "<\(stanza.localName) xmlns='\(stanza.namespace)'>")
    }

    private func fail(_ stage: Stage, _ condition: String, _ text: String? = nil) -> [Action] {
        end(StreamFailure(stage: stage, condition: condition, text: text))
    }

    private func end(_ failure: StreamFailure) -> [Action] {
        isStreamOpen ? [.write(ClientStream.endTag), .finish(failure)] : [.finish(failure)]
    }
}

// MARK: - Features, STARTTLS

extension ClientLogin {
    private func negotiate(_ features: StreamFeatures) -> [Action] {
        if !isEncrypted {
            switch (configuration.security, features.startTLS) {
            case (.startTLS, .absent), (.directTLS, _):
                return fail(.tls, "starttls-not-offered", "the server offers no STARTTLS")
            case (.startTLS, _):
                step = .startTLSAnswer
                let request = "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"
                return [.began(.tls), .write(Array(request.utf8))]
            case (.none, .required):
                return fail(
                    .tls, "starttls-required", "the server requires TLS; security is none")
            case (.none, _):
                break
            }
        }
        if isAuthenticated { return bind(features) }
        return configuration.purpose == .register
            ? askForForm(features) : authenticate(features)
    }

    private func startTLSAnswered(_ stanza: ElementView) -> [Action] {
        if stanza.hasName("proceed", Namespaces.tls) {
            step = .tlsHandshake
            return [.startTLS]
        }
        if stanza.hasName("failure", Namespaces.tls) {
            return fail(.tls, "starttls-failure", "the server refused STARTTLS")
        }
        return unexpected(stanza)
    }
}

// MARK: - SASL

extension ClientLogin {
    private func authenticate(_ features: StreamFeatures) -> [Action] {
        let binding = ChannelBinding.preferred(
            of: channelBindings, offered: features.channelBindings,
            isBindingWanted: configuration.mechanism?.hasSuffix("-PLUS") ?? false)
        let mechanism = SASLMechanism.strongest(
            of: features.mechanisms, named: configuration.mechanism, encrypted: isEncrypted,
            plainAllowed: configuration.allowPlain, channelBinding: binding)
        guard let mechanism else { return noMechanism(features, binding) }
        let serverBindsChannels = features.mechanisms.contains { $0.hasSuffix("-PLUS") }
        let usedBinding =
            mechanism.bindsChannel ? binding : serverBindsChannels ? nil : channelBindings.first
        do throws(AuthenticationError) {
            let authentication = try ClientAuthentication(
                mechanism: mechanism, credentials: credentials, domain: configuration.domain,
                channelBinding: usedBinding)
            guard case .send(let initialResponse) = try authentication.start() else {
                return fail(.auth, AuthenticationError.malformedChallenge.condition)
            }
            step = .authentication(authentication)
            var writer = StanzaWriter()
            writer.raw("<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl'")
            writer.attribute("mechanism", mechanism.rawValue)
            if let initialResponse {
                writer.raw(">")
                // An empty response is written as "=" (RFC 6120 §6.4.2).
                let data = initialResponse.isEmpty ? [61] : Base64.encode(initialResponse)
                writer.raw(data.span)
                writer.raw("</auth>")
            } else {
                writer.raw("/>")
            }
            return [.began(.auth), .write(writer.bytes)]
        } catch {
            return fail(.auth, error.condition, error.description)
        }
    }

    private func noMechanism(_ features: StreamFeatures, _ binding: ChannelBinding?) -> [Action] {
        let offered = features.mechanisms.joined(separator: " ")
        let wanted = configuration.mechanism ?? "a mechanism that needs a password"
        let plain = SASLMechanism.plain.rawValue
        if features.mechanisms.contains(plain), configuration.mechanism ?? plain == plain,
            !isEncrypted, !configuration.allowPlain
        {
            return fail(
                .auth, "plain-needs-tls", "PLAIN without TLS is not allowed; offered: \(offered)")
        }
        if let name = configuration.mechanism, features.mechanisms.contains(name),
            SASLMechanism(rawValue: name)?.bindsChannel == true, binding == nil
        {
            return fail(
                .auth, "no-channel-binding", "\(name) needs a channel binding that both sides have")
        }
        return fail(.auth, "mechanism-not-offered", "wanted \(wanted); offered: \(offered)")
    }

    private func authenticationAnswered(
        _ stanza: ElementView, _ authentication: ClientAuthentication
    ) -> [Action] {
        if stanza.hasName("failure", Namespaces.sasl) { return refused(stanza) }
        let isChallenge = stanza.hasName("challenge", Namespaces.sasl)
        guard isChallenge || stanza.hasName("success", Namespaces.sasl) else {
            return unexpected(stanza)
        }
        let text = stanza.text
        guard let data = text == "=" ? [] : Base64.decode(text) else {
            return abort("incorrect-encoding", "the server's SASL data is not Base64")
        }
        return advance(authentication) { authentication throws(AuthenticationError) in
            isChallenge
                ? try authentication.received(challenge: data)
                : try authentication.received(success: text.isEmpty ? nil : data)
        }
    }

    func keyDerived(_ key: [UInt8]) -> [Action] {
        guard case .key(let authentication) = step else { return [] }
        return advance(authentication) { authentication throws(AuthenticationError) in
            try authentication.keyDerived(key)
        }
    }

    private func advance(
        _ authentication: ClientAuthentication,
        _ event: (ClientAuthentication) throws(AuthenticationError) -> ClientAuthentication.Step
    ) -> [Action] {
        do throws(AuthenticationError) {
            switch try event(authentication) {
            case .send(let data):
                step = .authentication(authentication)
                var writer = StanzaWriter()
                writer.raw("<response xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>")
                writer.raw(Base64.encode(data ?? []).span)
                writer.raw("</response>")
                return [.write(writer.bytes)]
            case .deriveKey(let request):
                step = .key(authentication)
                return [.deriveKey(request)]
            case .done:
                isAuthenticated = true
                return [.ended(.auth), .restartParser] + openStream()
            }
        } catch {
            return abort(error.condition, error.description)
        }
    }

    /// Source: RFC 6120 §6.4.4.
    private func abort(_ condition: String, _ text: String) -> [Action] {
        [.write(Array("<abort xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>".utf8))]
            + fail(.auth, condition, text)
    }

    /// Source: RFC 6120 §6.4.5.
    private func refused(_ failure: ElementView) -> [Action] {
        var condition = "undefined-condition"
        var text: String?
        var candidate = failure.firstChild
        while let child = candidate {
            if child.hasLocalName("text") {
                text = child.text
            } else if child.hasNamespace(Namespaces.sasl) {
                condition = child.localName
            }
            candidate = child.nextSibling
        }
        return end(
            StreamFailure(
                stage: .auth, condition: condition, text: text,
                isTemporary: condition == SASLCondition.temporaryFailure.rawValue))
    }
}

// MARK: - Requests: bind, legacy session, registration

extension ClientLogin {
    private static var bindID: StaticString { "bind" }
    private static var sessionID: StaticString { "session" }
    private static var formID: StaticString { "form" }
    private static var registerID: StaticString { "register" }
    private static var removeID: StaticString { "remove" }

    /// Takes the reply to a request; other stanzas can come in between and are passed over.
    private func reply(
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
    private func bind(_ features: StreamFeatures) -> [Action] {
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

    private func bound(_ stanza: ElementView, _ isSessionRequired: Bool) -> [Action] {
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

    private func established(_ jid: JID) -> [Action] {
        guard configuration.purpose == .unregister else { return [.ended(.bind), .bound(jid)] }
        step = .removalResult
        let request =
            "<iq type='set' id='remove'><query xmlns='jabber:iq:register'><remove/></query></iq>"
        return [.ended(.bind), .began(.register), .write(Array(request.utf8))]
    }

    /// Source: XEP-0077 §3.1.
    private func askForForm(_ features: StreamFeatures) -> [Action] {
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

    private func fill(_ stanza: ElementView) -> [Action] {
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
