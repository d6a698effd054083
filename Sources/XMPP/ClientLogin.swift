import Authentication
import StanzaParser

/// The part of a client's stream before its resource is bound.
///
/// Every method is an event and returns the actions that follow from it. The owner drops the object
/// when the actions end the login (`bound`, `registered`, `unregistered`, `finish`).
final class ClientLogin {
    typealias Action = ClientStream.Action

    /// What is awaited.
    enum Step {
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

    let configuration: ClientStreamConfiguration
    let credentials: Credentials
    let resource: String?
    var step = Step.connection
    var isEncrypted = false
    var isAuthenticated = false
    var channelBindings: [ChannelBinding] = []

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
    func openStream() -> [Action] {
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

    func unexpected(_ stanza: ElementView) -> [Action] {
        fail(stage, "unexpected-element", "<\(stanza.localName) xmlns='\(stanza.namespace)'>")
    }

    func fail(_ stage: Stage, _ condition: String, _ text: String? = nil) -> [Action] {
        end(StreamFailure(stage: stage, condition: condition, text: text))
    }

    func end(_ failure: StreamFailure) -> [Action] {
        isStreamOpen ? [.write(ClientStream.endTag), .finish(failure)] : [.finish(failure)]
    }
}

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
