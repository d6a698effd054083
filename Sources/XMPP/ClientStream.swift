import Authentication
import StanzaParser

/// The client's end of a stream: from the connection to the bound resource, and its end.
///
/// Events go in, actions come out, in the order in which they have to be done. What the login needs
/// lives in a box that is dropped once the resource is bound, so that a session that is online
/// costs the size of this value alone. A copy made during the login shares the box: keep one.
///
/// Whoever drives it hands over every stanza until `isBound`, and afterwards only stream errors
/// (`StreamError`); it does all timing, and stops reading from a buffer at `startTLS`: what follows
/// there was not protected and must not be used.
/// Source: RFC 6120 §4 to §7; XEP-0077; RFC 3921 §3 for the legacy session.
package struct ClientStream {
    /// What the caller has to do.
    package enum Action: Equatable {
        /// Send bytes.
        case write([UInt8])
        /// Start the TLS handshake, then call `tlsEstablished`.
        case startTLS
        /// A new stream begins: the parser's state of this stream is reset.
        case restartParser
        /// Compute a key off the loop, or find it in a cache, then call `keyDerived`.
        case deriveKey(KeyDerivationRequest)
        /// A timed phase begins now.
        case began(Phase)
        /// A timed phase is over now.
        case ended(Phase)
        /// The stream is in use.
        case bound(JID)
        /// The account was created; the stream is being closed.
        case registered
        /// The account was removed; the stream is being closed.
        case unregistered
        /// The machine is finished: close the connection. nil is the orderly end.
        case finish(StreamFailure?)
    }

    /// A part of a login that is timed: `stream` happens twice or more, the others once.
    package enum Phase: String, Hashable, Sendable {
        case stream, tls, auth, bind, register
    }

    /// The condition of a server that offers no in-band registration.
    package static let registrationNotOffered = "registration-not-offered"

    /// The end of a stream, as sent.
    static let endTag = Array("</stream:stream>".utf8)

    private enum State {
        case login(ClientLogin)
        case bound(JID)
        /// Our end tag is sent; the server's is awaited.
        case closing
        case ended
    }

    private var state: State

    /// A stream before its connection. Without `resource` the server makes one up.
    package init(
        configuration: ClientStreamConfiguration, username: String, password: String,
        resource: String? = nil
    ) {
        state = .login(
            ClientLogin(
                configuration: configuration,
                credentials: Credentials(username: username, password: password),
                resource: resource))
    }

    /// Whether the resource is bound and the stream in use.
    package var isBound: Bool { boundJID != nil }

    /// The address that the server bound, while the stream is in use.
    package var boundJID: JID? {
        if case .bound(let jid) = state { jid } else { nil }
    }

    /// Whether our end of the stream is closed and the server's is awaited.
    package var isClosing: Bool {
        if case .closing = state { true } else { false }
    }

    /// Whether `finish` was returned.
    package var isEnded: Bool {
        if case .ended = state { true } else { false }
    }

    /// The stage in which an error now would be counted.
    package var stage: Stage {
        if case .login(let login) = state { login.stage } else { .connection }
    }

    /// The TCP connection is there; with direct TLS the handshake runs from now on.
    package mutating func connected() -> [Action] { login { $0.connected() } }

    /// The TLS handshake is finished and the certificate verified.
    package mutating func tlsEstablished(channelBindings: [ChannelBinding]) -> [Action] {
        login { $0.tlsEstablished(channelBindings: channelBindings) }
    }

    /// The server's stream header arrived.
    package mutating func received(opening: ElementView) -> [Action] {
        guard case .login(let login) = state else { return [] }
        return settle(login, login.received(opening: opening))
    }

    /// A child of the stream arrived.
    package mutating func received(stanza: ElementView) -> [Action] {
        switch state {
        case .login(let login):
            return settle(login, login.received(stanza: stanza))
        case .bound:
            guard let error = StreamError(stanza) else { return [] }
            return end(error.failure(at: .connection))
        case .closing, .ended:
            return []
        }
    }

    /// The key asked for with `deriveKey` is there.
    package mutating func keyDerived(_ key: [UInt8]) -> [Action] { login { $0.keyDerived(key) } }

    /// The server closed its end of the stream.
    package mutating func streamClosed() -> [Action] {
        switch state {
        case .login(let login):
            return settle(login, login.streamClosed())
        case .bound:
            return end(StreamFailure(stage: .connection, condition: "stream-closed"))
        case .closing:
            state = .ended
            return [.finish(nil)]
        case .ended:
            return []
        }
    }

    /// The connection failed or ended; the condition is the transport's word for it.
    ///
    /// After our end tag it is an orderly end: not every server sends its own.
    package mutating func connectionLost(condition: String, text: String? = nil) -> [Action] {
        switch state {
        case .login, .bound:
            let failure = StreamFailure(stage: stage, condition: condition, text: text)
            state = .ended
            return [.finish(failure)]
        case .closing:
            state = .ended
            return [.finish(nil)]
        case .ended:
            return []
        }
    }

    /// What the server sent is not XML, or not what XMPP allows, or beyond a limit.
    package mutating func parserFailed(_ error: StreamParserError) -> [Action] {
        let failure = StreamFailure(
            stage: stage, condition: error.condition.rawValue,
            text: "\(error.reason) at byte \(error.offset)")
        return giveUp(error.condition, failure)
    }

    /// The server is not heard from any more, although it was asked (RFC 6120 §4.6).
    package mutating func serverFellSilent(_ text: String) -> [Action] {
        let condition = StreamErrorCondition.connectionTimeout
        return giveUp(
            condition, StreamFailure(stage: stage, condition: condition.rawValue, text: text))
    }

    /// The session wants to leave.
    package mutating func close() -> [Action] {
        switch state {
        case .login(let login) where !login.isStreamOpen:
            state = .ended
            return [.finish(nil)]
        case .login, .bound:
            state = .closing
            return [.write(Self.endTag)]
        case .closing, .ended:
            return []
        }
    }

    /// Ends the stream with a stream error, unless our end of it is closed already.
    private mutating func giveUp(
        _ condition: StreamErrorCondition, _ failure: StreamFailure
    ) -> [Action] {
        switch state {
        case .login, .bound:
            var writer = StanzaWriter()
            writer.raw("<stream:error><")
            writer.raw(condition.rawValue)
            writer.raw(" xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error>")
            return [.write(writer.bytes)] + end(failure)
        case .closing:
            state = .ended
            return [.finish(failure)]
        case .ended:
            return []
        }
    }

    private mutating func end(_ failure: StreamFailure) -> [Action] {
        state = .ended
        return [.write(Self.endTag), .finish(failure)]
    }

    private mutating func login(_ event: (ClientLogin) -> [Action]) -> [Action] {
        guard case .login(let login) = state else { return [] }
        return settle(login, event(login))
    }

    /// Leaves the login when an event ended it.
    private mutating func settle(_ login: ClientLogin, _ actions: [Action]) -> [Action] {
        for action in actions {
            switch action {
            case .bound(let jid): state = .bound(jid)
            case .registered, .unregistered: state = .closing
            case .finish: state = .ended
            default: break
            }
        }
        return actions
    }
}
