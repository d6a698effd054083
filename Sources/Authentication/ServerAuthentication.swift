/// The server's side of one SASL exchange: PLAIN, SCRAM-SHA-1, SCRAM-SHA-256, their -PLUS forms,
/// and ANONYMOUS.
///
/// What is stored of an account is asked for as a step, so the account store may answer at once or
/// later. One object is one attempt.
package final class ServerAuthentication {
    /// What the caller has to do next.
    package enum Step: Equatable, Sendable {
        /// Send a challenge, perhaps an empty one.
        case challenge([UInt8])
        /// Find what is stored of an account, then call `found`.
        case lookUp(username: String)
        /// Report success with the data, if any. The name is nil for ANONYMOUS.
        case success(data: [UInt8]?, username: String?)
        /// Report failure.
        case failure(SASLCondition)
    }

    private enum State {
        case created
        case awaitingCredentials(message: [UInt8], username: String)
        case exchanging(username: String)
        case ended
    }

    /// The mechanisms that a server can offer.
    ///
    /// The -PLUS forms are among them only when there is a channel binding.
    package static func mechanisms(
        plain: Bool, anonymous: Bool, channelBindings: [ChannelBinding]
    ) -> [SASLMechanism] {
        SASLMechanism.allCases.filter { mechanism in
            switch mechanism {
            case .scramSHA256Plus, .scramSHA1Plus: !channelBindings.isEmpty
            case .scramSHA256, .scramSHA1: true
            case .plain: plain
            case .anonymous: anonymous
            case .digestMD5, .external: false
            }
        }
    }

    /// The mechanism in use.
    package let mechanism: SASLMechanism
    private let domain: String
    private let session: GSASLSession
    private var state = State.created

    /// Begins an exchange that a client asked for.
    ///
    /// `channelBindings` are those of the connection; with any, a client that says that the server
    /// offered none is refused (RFC 5802 §6). Throws: `mechanismUnavailable` for a mechanism that
    /// has no server's side here.
    package init(
        mechanism: SASLMechanism, domain: String, channelBindings: [ChannelBinding]
    ) throws(AuthenticationError) {
        guard mechanism != .digestMD5, mechanism != .external else {
            throw .mechanismUnavailable(mechanism)
        }
        self.mechanism = mechanism
        self.domain = domain
        session = try GSASLSession(.server, mechanism)
        for binding in channelBindings { try session.set(binding) }
    }

    /// The client sent its initial response, nil when it has none, or a later response.
    package func received(_ message: [UInt8]?) -> Step {
        switch state {
        case .created:
            // A mechanism where the client goes first begins with an empty challenge then
            // (RFC 6120 §6.4.2).
            guard let message else { return .challenge([]) }
            return begin(message)
        case .exchanging(let username):
            guard let message else { return fail(.malformedRequest) }
            return advance(message, username: username)
        case .awaitingCredentials, .ended:
            return fail(.malformedRequest)
        }
    }

    /// The answer to `lookUp`; nil when there is no such account.
    package func found(_ credentials: ServerCredentials?) -> Step {
        guard case .awaitingCredentials(let message, let username) = state else {
            return fail(.malformedRequest)
        }
        guard let credentials else { return fail(.notAuthorized) }
        do throws(AuthenticationError) {
            if let hash = mechanism.hash {
                guard let salted = credentials.saltedPassword(hash),
                    let keys = GSASLSession.serverKeys(hash, saltedPassword: salted)
                else { return fail(.temporaryFailure) }
                try session.set(.scramIterations, String(credentials.iterations))
                try session.set(.scramSalt, Base64.encode(credentials.salt))
                try session.set(.scramStoredKey, Base64.encode(keys.stored))
                try session.set(.scramServerKey, Base64.encode(keys.server))
            } else {
                try session.set(.expectedPassword, credentials.password)
            }
        } catch {
            return fail(.temporaryFailure)
        }
        return advance(message, username: username)
    }

    private func begin(_ message: [UInt8]) -> Step {
        let username: String?
        switch mechanism {
        case .anonymous:
            // The trace is optional, but GNU SASL insists on one (RFC 4505 §2).
            return advance(message.isEmpty ? Array("-".utf8) : message, username: nil)
        case .plain:
            username = Self.plainUsername(message)
        default:
            username = SCRAMMessage.username(inClientFirst: message)
        }
        guard let username, let prepared = SASLPrep.prepare(username), !prepared.isEmpty else {
            return fail(.malformedRequest)
        }
        let name = String(decoding: prepared, as: UTF8.self)
        state = .awaitingCredentials(message: message, username: name)
        return .lookUp(username: name)
    }

    private func advance(_ message: [UInt8], username: String?) -> Step {
        switch session.step(message) {
        case .needsMore(let output):
            guard let username else { return fail(.malformedRequest) }
            state = .exchanging(username: username)
            return .challenge(output ?? [])
        case .done(let output):
            guard isAuthorized(username) else { return fail(.invalidAuthorization) }
            state = .ended
            return .success(data: output, username: username)
        case .failed(let code):
            return fail(GSASLSession.condition(code))
        }
    }

    /// Whether the client acts for nobody but its own account.
    private func isAuthorized(_ username: String?) -> Bool {
        guard let identity = session.get(.authorization), !identity.isEmpty else { return true }
        guard let username else { return false }
        return identity == username || identity == "\(username)@\(domain)"
    }

    private func fail(_ condition: SASLCondition) -> Step {
        state = .ended
        return .failure(condition)
    }

    /// The user name of a PLAIN message; nil when it is malformed. Source: RFC 4616 §2.
    private static func plainUsername(_ message: [UInt8]) -> String? {
        let parts = message.split(separator: 0, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[1].isEmpty, !parts[2].isEmpty else { return nil }
        return String(validating: parts[1], as: UTF8.self)
    }
}
