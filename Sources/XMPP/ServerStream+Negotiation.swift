import Authentication
import StanzaParser

/// What a client may ask for between the stream header and the bound resource.
extension ServerStream {
    /// What a client may send before it is authenticated.
    mutating func negotiate(_ stanza: ElementView) -> [Action] {
        if stanza.hasName("starttls", Namespaces.tls) {
            guard configuration.offersTLS, !isEncrypted else {
                state = .closed
                return [
                    .write(
                        Array(
                            "<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/></stream:stream>"
                                .utf8)),
                    .finish(nil),
                ]
            }
            state = .expectingTLS
            return [
                .write(Array("<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>".utf8)), .startTLS,
            ]
        }
        if stanza.hasName("auth", Namespaces.sasl) { return authenticate(stanza) }
        if stanza.hasName("iq", Namespaces.client),
            let query = stanza.child("query", Namespaces.register)
        {
            return register(stanza, query)
        }
        return fail(.notAuthorized)
    }

    /// Source: XEP-0077 §3.1.
    private mutating func register(_ iq: ElementView, _ query: ElementView) -> [Action] {
        let id = iq.attribute("id")
        guard configuration.offersRegistration, isEncrypted || !configuration.requiresTLS else {
            return [.write(Self.errorReply(id, StanzaError(.notAllowed)))]
        }
        let isSet = iq.attributeEquals("type", "set")
        guard isSet || iq.attributeEquals("type", "get") else { return [] }
        switch ServerRegistration(query: query, isSet: isSet) {
        case .form:
            let reply = Self.resultReply(id) {
                ServerRegistration.writeForm(username: nil, to: &$0)
            }
            return [.write(reply)]
        case .submit(let username, let password):
            guard let prepared = SASLPrep.prepare(username), SASLPrep.prepare(password) != nil
            else {
                return [.write(Self.errorReply(id, StanzaError(.notAcceptable)))]
            }
            state = .registering(id: id)
            return [
                .register(
                    username: String(decoding: prepared, as: UTF8.self), password: password)
            ]
        case .incomplete:
            return [.write(Self.errorReply(id, StanzaError(.notAcceptable)))]
        case .remove:
            return [.write(Self.errorReply(id, StanzaError(.registrationRequired)))]
        }
    }

    // MARK: SASL

    var mechanisms: [SASLMechanism] {
        guard isEncrypted || !configuration.requiresTLS else { return [] }
        return ServerAuthentication.mechanisms(
            plain: isEncrypted || configuration.allowsPlainWithoutTLS, anonymous: false,
            channelBindings: channelBindings)
    }

    /// Source: RFC 6120 §6.4.2.
    private mutating func authenticate(_ stanza: ElementView) -> [Action] {
        guard isEncrypted || !configuration.requiresTLS else { return refuse(.encryptionRequired) }
        guard let mechanism = stanza.attribute("mechanism").flatMap(SASLMechanism.init(rawValue:))
        else { return refuse(.invalidMechanism) }
        guard mechanisms.contains(mechanism) else {
            return refuse(mechanism == .plain ? .encryptionRequired : .invalidMechanism)
        }
        do throws(AuthenticationError) {
            let authentication = try ServerAuthentication(
                mechanism: mechanism, domain: configuration.domain,
                channelBindings: channelBindings)
            return step(authentication, stanza, isInitial: true)
        } catch {
            return refuse(.temporaryFailure)
        }
    }

    /// Source: RFC 6120 §6.4.3, §6.4.4.
    mutating func respond(
        _ stanza: ElementView, _ authentication: ServerAuthentication
    ) -> [Action] {
        if stanza.hasName("response", Namespaces.sasl) {
            return step(authentication, stanza, isInitial: false)
        }
        if stanza.hasName("abort", Namespaces.sasl) { return refuse(.aborted) }
        return fail(.notAuthorized)
    }

    private mutating func step(
        _ authentication: ServerAuthentication, _ stanza: ElementView, isInitial: Bool
    ) -> [Action] {
        let text = stanza.text
        let message: [UInt8]?
        switch text {
        case "": message = isInitial ? nil : []
        case "=": message = []
        default:
            guard let decoded = Base64.decode(text) else { return refuse(.incorrectEncoding) }
            message = decoded
        }
        return advance(authentication, authentication.received(message))
    }

    mutating func advance(
        _ authentication: ServerAuthentication, _ step: ServerAuthentication.Step
    ) -> [Action] {
        switch step {
        case .challenge(let data):
            state = .authenticating(authentication)
            return [.write(Self.saslElement("challenge", data))]
        case .lookUp(let username):
            state = .lookingUp(authentication, username: username)
            return [.lookUp(username: username)]
        case .success(let data, let username):
            self.username = username
            state = .expectingHeader
            hasSentHeader = false
            return [.write(Self.saslElement("success", data ?? [])), .restartParser]
        case .failure(let condition):
            return refuse(condition)
        }
    }

    /// Source: RFC 6120 §6.5.
    mutating func refuse(_ condition: SASLCondition) -> [Action] {
        state = .negotiating
        failures += 1
        let failure = Action.write(
            Array(
                "<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><\(condition.rawValue)/></failure>"
                    .utf8))
        guard failures >= configuration.authenticationFailures else { return [failure] }
        return [failure] + fail(.policyViolation, text: "too many failed authentications")
    }

    // MARK: Bind

    /// Source: RFC 6120 §7.
    mutating func bind(_ stanza: ElementView, _ username: String) -> [Action] {
        guard stanza.hasName("iq", Namespaces.client), stanza.attributeEquals("type", "set"),
            let bind = stanza.child("bind", Namespaces.bind)
        else { return fail(.notAuthorized, text: "a resource has to be bound first") }
        let id = stanza.attribute("id")
        var resource = bind.child("resource", Namespaces.bind)?.text
        if resource?.isEmpty == true { resource = nil }
        if let asked = resource, !JID.isResource(asked) {
            return [.write(Self.errorReply(id, StanzaError(.badRequest)))]
        }
        state = .binding(id: id, username: username)
        return [.bind(username: username, resource: resource)]
    }
}
