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

    enum State {
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

    let configuration: ServerStreamConfiguration
    var state = State.expectingHeader
    var identifiers: ServerRandom
    var hasSentHeader = false
    var isEncrypted = false
    var channelBindings: [ChannelBinding] = []
    var username: String?
    var failures = 0

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
