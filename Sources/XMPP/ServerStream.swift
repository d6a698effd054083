import Authentication
import StanzaParser

/// The server's side of a stream until a resource is bound: stream headers, STARTTLS, SASL,
/// in-band registration, bind.
///
/// Events come in as calls, what to do goes out as actions, in order. Accounts and sessions are
/// the caller's: it answers `lookUp`, `deriveKey`, `register` and `bind` with the method of the
/// same subject, at once or later. Once bound, the caller reads the stanzas itself and the machine
/// can go.
/// Source: RFC 6120 §4 to §7, XEP-0077, XEP-0440.
package struct ServerStream {
    /// What the caller has to do.
    package enum Action: Equatable, Sendable {
        /// Send bytes.
        case write([UInt8])
        /// Expect the TLS handshake, after what was written before has gone out. Bytes that came
        /// in already are dropped: they were not encrypted. `tlsEstablished` follows.
        case startTLS
        /// A new stream header comes next.
        case restartParser
        /// Find an account; `found` follows.
        case lookUp(username: String)
        /// Derive a key of an account off the loop and keep it; `keyDerived` follows.
        case deriveKey(KeyDerivationRequest, username: String)
        /// Create an account; `registered` follows.
        case register(username: String, password: String)
        /// Bring a session online, under a resource of the server's choice if it is nil; `bound` or
        /// `bindRefused` follows.
        case bind(username: String, resource: String?)
        /// Close the connection after what was written has gone out; with the stream error, if
        /// there was one.
        case finish(StreamErrorCondition?)
    }

    private enum State {
        case expectingHeader
        case negotiating
        case expectingTLS
        case lookingUp(ServerAuthentication, username: String)
        case deriving(ServerAuthentication, ServerCredentials, KeyDerivationRequest)
        case authenticating(ServerAuthentication)
        case registering(id: String?)
        case expectingBind(username: String)
        case binding(id: String?, username: String)
        case bound
        case closed
    }

    private let configuration: ServerStreamConfiguration
    private var state = State.expectingHeader
    private var identifiers: ServerRandom
    private var hasSentHeader = false
    private var isEncrypted = false
    private var channelBindings: [ChannelBinding] = []
    private var username: String?
    private var failures = 0

    /// A stream on a connection that was just accepted.
    ///
    /// `seed` is where the stream identifiers come from; it should not be easy to guess.
    package init(configuration: ServerStreamConfiguration, seed: UInt64) {
        self.configuration = configuration
        identifiers = ServerRandom(seed: seed)
    }

    /// Whether the client is through; the machine has nothing more to do.
    package var isBound: Bool {
        if case .bound = state { true } else { false }
    }

    /// Whether the client is waiting for TLS to begin.
    package var expectsTLS: Bool {
        if case .expectingTLS = state { true } else { false }
    }

    // MARK: The connection

    /// The TLS handshake is finished, after `startTLS` or, with direct TLS, at the beginning.
    package mutating func tlsEstablished(channelBindings: [ChannelBinding]) -> [Action] {
        isEncrypted = true
        self.channelBindings = channelBindings
        state = .expectingHeader
        hasSentHeader = false
        return [.restartParser]
    }

    /// The client closed its stream.
    package mutating func streamClosed() -> [Action] {
        if case .closed = state { return [] }
        state = .closed
        return [.write(Array("</stream:stream>".utf8)), .finish(nil)]
    }

    /// What the client sent is not a stream.
    package mutating func parserFailed(_ error: StreamParserError) -> [Action] {
        fail(error.condition, text: error.description)
    }

    /// The client took too long to log in.
    package mutating func timedOut() -> [Action] {
        fail(.connectionTimeout)
    }

    /// The server is being stopped.
    package mutating func shutDown() -> [Action] {
        fail(.systemShutdown)
    }

    /// A stream header came. Source: RFC 6120 §4.7.
    package mutating func received(opening header: ElementView) -> [Action] {
        guard case .expectingHeader = state else { return [] }
        guard header.hasNamespace(Namespaces.streams) else { return fail(.invalidNamespace) }
        guard header.hasLocalName("stream") else { return fail(.badFormat) }
        guard Self.defaultNamespace(header.source) == "jabber:client" else {
            return fail(.invalidNamespace)
        }
        guard let to = header.attribute("to") else {
            return fail(.improperAddressing, text: "the stream header has no 'to'")
        }
        guard JID(localpart: nil, domain: to)?.domain == configuration.domain else {
            return fail(.hostUnknown)
        }
        guard let version = header.attribute("version"),
            let major = version.split(separator: ".").first.flatMap({ Int($0) }), major >= 1
        else { return fail(.unsupportedVersion) }
        var writer = StanzaWriter()
        writeHeader(to: header.attribute("from"), &writer)
        writeFeatures(&writer)
        state = username.map { .expectingBind(username: $0) } ?? .negotiating
        return [.write(writer.bytes)]
    }

    /// A stanza or another element came.
    package mutating func received(stanza: ElementView) -> [Action] {
        switch state {
        case .negotiating:
            return negotiate(stanza)
        case .authenticating(let authentication):
            return respond(stanza, authentication)
        case .expectingBind(let username):
            return bind(stanza, username)
        case .deriving where stanza.hasName("abort", Namespaces.sasl):
            return refuse(.aborted)
        case .lookingUp, .deriving, .registering, .binding:
            // One thing at a time: these have an answer of ours to come.
            return fail(.policyViolation, text: "the answer to the last request has to be awaited")
        case .expectingHeader, .expectingTLS, .bound, .closed:
            return []
        }
    }

    // MARK: Answers of the caller

    /// The account of `lookUp`; nil when there is none.
    package mutating func found(_ credentials: ServerCredentials?) -> [Action] {
        guard case .lookingUp(let authentication, let username) = state else { return [] }
        if let credentials, let hash = authentication.mechanism.hash,
            credentials.saltedPassword(hash) == nil
        {
            let request = credentials.derivation(hash)
            state = .deriving(authentication, credentials, request)
            return [.deriveKey(request, username: username)]
        }
        return advance(authentication, authentication.found(credentials))
    }

    /// The key of `deriveKey`; empty when it could not be derived.
    package mutating func keyDerived(_ key: [UInt8], for request: KeyDerivationRequest) -> [Action]
    {
        guard case .deriving(let authentication, var credentials, request) = state else {
            return []
        }
        if !key.isEmpty {
            switch request.hash {
            case .sha1: credentials.saltedSHA1 = key
            case .sha256: credentials.saltedSHA256 = key
            }
        }
        return advance(authentication, authentication.found(credentials))
    }

    /// How `register` went: nil, or the error that answers it.
    package mutating func registered(_ error: StanzaError?) -> [Action] {
        guard case .registering(let id) = state else { return [] }
        state = .negotiating
        return [.write(error.map { Self.errorReply(id, $0) } ?? Self.resultReply(id))]
    }

    /// The session of `bind` is online under this JID.
    package mutating func bound(_ jid: String) -> [Action] {
        guard case .binding(let id, _) = state else { return [] }
        state = .bound
        let reply = Self.resultReply(id) { writer in
            writer.raw("<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><jid>")
            writer.text(jid)
            writer.raw("</jid></bind>")
        }
        return [.write(reply)]
    }

    /// The session of `bind` could not be brought online.
    package mutating func bindRefused(_ error: StanzaError) -> [Action] {
        guard case .binding(let id, let username) = state else { return [] }
        state = .expectingBind(username: username)
        return [.write(Self.errorReply(id, error))]
    }
}

// MARK: Negotiation

extension ServerStream {
    /// What a client may send before it is authenticated.
    private mutating func negotiate(_ stanza: ElementView) -> [Action] {
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

    private var mechanisms: [SASLMechanism] {
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
    private mutating func respond(
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

    private mutating func advance(
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
    private mutating func refuse(_ condition: SASLCondition) -> [Action] {
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
    private mutating func bind(_ stanza: ElementView, _ username: String) -> [Action] {
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

// MARK: What is written

extension ServerStream {
    /// Ends the stream with an error. Source: RFC 6120 §4.9.
    private mutating func fail(_ condition: StreamErrorCondition, text: String? = nil) -> [Action] {
        if case .closed = state { return [] }
        var writer = StanzaWriter()
        if !hasSentHeader { writeHeader(to: nil, &writer) }
        Self.writeError(condition, text: text, to: &writer)
        state = .closed
        return [.write(writer.bytes), .finish(condition)]
    }

    /// Writes a stream error and the end of the stream.
    package static func writeError(
        _ condition: StreamErrorCondition, text: String? = nil, to writer: inout StanzaWriter
    ) {
        writer.raw("<stream:error><")
        writer.raw(condition.rawValue)
        writer.raw(" xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>")
        if let text {
            writer.raw("<text xmlns='urn:ietf:params:xml:ns:xmpp-streams' xml:lang='en'>")
            writer.text(text)
            writer.raw("</text>")
        }
        writer.raw("</stream:error></stream:stream>")
    }

    private mutating func writeHeader(to client: String?, _ writer: inout StanzaWriter) {
        hasSentHeader = true
        writer.raw("<?xml version='1.0'?><stream:stream xmlns='jabber:client'")
        writer.raw(" xmlns:stream='http://etherx.jabber.org/streams'")
        writer.attribute("id", String(identifiers.next(), radix: 16))
        writer.attribute("from", configuration.domain)
        if let client { writer.attribute("to", client) }
        writer.raw(" version='1.0' xml:lang='en'>")
    }

    /// Source: RFC 6120 §4.3.2.
    private func writeFeatures(_ writer: inout StanzaWriter) {
        writer.raw("<stream:features>")
        if username == nil {
            writeFeaturesBeforeLogin(&writer)
        } else {
            writer.raw("<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>")
            writer.raw("<session xmlns='urn:ietf:params:xml:ns:xmpp-session'><optional/></session>")
            writer.raw("<ver xmlns='urn:xmpp:features:rosterver'/>")
        }
        writer.raw("</stream:features>")
    }

    private func writeFeaturesBeforeLogin(_ writer: inout StanzaWriter) {
        if configuration.offersTLS && !isEncrypted {
            writer.raw("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'>")
            if configuration.requiresTLS { writer.raw("<required/>") }
            writer.raw("</starttls>")
        }
        let mechanisms = mechanisms
        if !mechanisms.isEmpty {
            writer.raw("<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>")
            for mechanism in mechanisms {
                writer.raw("<mechanism>")
                writer.raw(mechanism.rawValue)
                writer.raw("</mechanism>")
            }
            writer.raw("</mechanisms>")
        }
        if !channelBindings.isEmpty {
            writer.raw("<sasl-channel-binding xmlns='urn:xmpp:sasl-cb:0'>")
            for binding in channelBindings {
                writer.raw("<channel-binding")
                writer.attribute("type", binding.type)
                writer.raw("/>")
            }
            writer.raw("</sasl-channel-binding>")
        }
        if configuration.offersRegistration && (isEncrypted || !configuration.requiresTLS) {
            writer.raw("<register xmlns='http://jabber.org/features/iq-register'/>")
        }
    }

    private static func saslElement(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let head = "<\(name) xmlns='urn:ietf:params:xml:ns:xmpp-sasl'"
        if data.isEmpty { return Array("\(head)/>".utf8) }
        return Array("\(head)>\(Base64.encodeToString(data))</\(name)>".utf8)
    }

    private static func resultReply(
        _ id: String?, _ content: ((inout StanzaWriter) -> Void)? = nil
    ) -> [UInt8] {
        var writer = StanzaWriter()
        writer.raw("<iq type='result'")
        if let id { writer.attribute("id", id) }
        guard let content else {
            writer.raw("/>")
            return writer.bytes
        }
        writer.raw(">")
        content(&writer)
        writer.raw("</iq>")
        return writer.bytes
    }

    private static func errorReply(_ id: String?, _ error: StanzaError) -> [UInt8] {
        var writer = StanzaWriter()
        writer.raw("<iq type='error'")
        if let id { writer.attribute("id", id) }
        writer.raw(">")
        error.write(to: &writer)
        writer.raw("</iq>")
        return writer.bytes
    }

    /// The namespace that a stream header declares for names without a prefix.
    private static func defaultNamespace(_ header: Span<UInt8>) -> String? {
        var tag = ServerStartTag(header)
        while let attribute = tag.next() {
            if tag.equals(attribute.name, "xmlns") { return tag.text(attribute.value) }
        }
        return nil
    }
}
