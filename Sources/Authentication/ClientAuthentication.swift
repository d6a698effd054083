/// The client's side of one SASL exchange.
///
/// It never hashes a password itself: where SCRAM needs the salted password, it asks for it and
/// goes on when it comes. One object is one attempt.
package final class ClientAuthentication {
    /// What the caller has to do next.
    package enum Step: Equatable, Sendable {
        /// Send a message: the initial response after `start`, later a response. nil is "no
        /// initial response", which is not an empty one.
        case send([UInt8]?)
        /// Compute a key, then call `keyDerived`.
        case deriveKey(KeyDerivationRequest)
        /// The exchange succeeded, and the server proved itself where the mechanism can do that.
        case done
    }

    private enum State {
        case created
        case exchanging
        case awaitingKey(serverFirst: [UInt8])
        /// The mechanism needs no more; only the server's report of success is missing.
        case finished
        case ended
    }

    /// The mechanism in use.
    package let mechanism: SASLMechanism
    private let session: GSASLSession
    private let password: [UInt8]
    private var clientNonce: [UInt8] = []
    private var hasKey = false
    private var state = State.created

    /// Prepares an exchange.
    ///
    /// With a -PLUS mechanism `channelBinding` is used. With another SCRAM mechanism it must be
    /// given only when the server offers no -PLUS form at all: it then tells the server so (flag
    /// `y`), which exposes a downgrade (RFC 5802 §6), where the library can write that; GNU SASL
    /// 2.2.0 cannot, and the client then claims no channel binding (flag `n`).
    package init(
        mechanism: SASLMechanism, credentials: Credentials, domain: String,
        channelBinding: ChannelBinding?
    ) throws(AuthenticationError) {
        guard !credentials.username.utf8.contains(0),
            let prepared = SASLPrep.prepare(credentials.password)
        else { throw .forbiddenCharacters }
        self.mechanism = mechanism
        password = prepared
        session = try GSASLSession(.client, mechanism)
        if let authorization = credentials.authorization {
            try session.set(.authorization, authorization)
        }
        switch mechanism {
        case .scramSHA256Plus, .scramSHA1Plus, .scramSHA256, .scramSHA1:
            // Without the property `password` the library cannot derive a key by itself.
            try session.set(.username, credentials.username)
            if let channelBinding, mechanism.bindsChannel || GSASLSession.canStateUnusedBinding {
                try session.set(channelBinding)
            }
        case .digestMD5, .plain:
            try session.set(.username, credentials.username)
            try session.set(.password, prepared)
            try session.set(.service, "xmpp")
            try session.set(.hostname, domain)
        case .anonymous:
            let token = credentials.username.isEmpty ? "clamor" : credentials.username
            try session.set(.anonymousToken, token)
        case .external:
            break
        }
    }

    /// Begins: the initial response, if the mechanism has one.
    package func start() throws(AuthenticationError) -> Step {
        guard case .created = state else { throw fail(.malformedChallenge) }
        let step = try advance([])
        if mechanism.hash != nil, case .send(let message?) = step {
            clientNonce = SCRAMMessage.attribute(UInt8(ascii: "r"), in: message) ?? []
        }
        return step
    }

    /// The server sent a challenge; the data is decoded.
    package func received(challenge: [UInt8]) throws(AuthenticationError) -> Step {
        guard case .exchanging = state else { throw fail(.malformedChallenge) }
        guard let hash = mechanism.hash, !hasKey else { return try advance(challenge) }
        do throws(AuthenticationError) {
            let (salt, iterations) = try SCRAMMessage.serverFirst(
                challenge, clientNonce: clientNonce)
            state = .awaitingKey(serverFirst: challenge)
            return .deriveKey(
                KeyDerivationRequest(
                    hash: hash, password: password, salt: salt, iterations: iterations))
        } catch {
            throw fail(error)
        }
    }

    /// The key asked for with `deriveKey` is there.
    package func keyDerived(_ key: [UInt8]) throws(AuthenticationError) -> Step {
        guard case .awaitingKey(let serverFirst) = state, let hash = mechanism.hash else {
            throw fail(.malformedChallenge)
        }
        guard key.count == hash.keyBytes else { throw fail(.wrongKeyLength(key.count)) }
        try session.set(.scramSaltedPassword, hexadecimal(key))
        hasKey = true
        return try advance(serverFirst)
    }

    /// The server reported success, perhaps with data; the result is `.done` or an error.
    package func received(success: [UInt8]?) throws(AuthenticationError) -> Step {
        switch state {
        case .finished where success?.isEmpty ?? true:
            state = .ended
            return .done
        case .exchanging:
            guard let success, hasKey || mechanism.hash == nil else {
                throw fail(.serverNotVerified)
            }
            _ = try advance(success)
            guard case .finished = state else { throw fail(.serverNotVerified) }
            state = .ended
            return .done
        case .created, .awaitingKey, .ended, .finished:
            throw fail(mechanism.provesServer ? .serverNotVerified : .malformedChallenge)
        }
    }

    private func advance(_ input: [UInt8]) throws(AuthenticationError) -> Step {
        switch session.step(input) {
        case .needsMore(let output):
            state = .exchanging
            return .send(output)
        case .done(let output):
            state = .finished
            return .send(output ?? [])
        case .failed(let code):
            throw fail(GSASLSession.error(code))
        }
    }

    /// Ends the exchange for good, so that nothing after an error can succeed.
    private func fail(_ error: AuthenticationError) -> AuthenticationError {
        state = .ended
        return error
    }

    private func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }
}
