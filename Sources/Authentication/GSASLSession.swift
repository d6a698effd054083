internal import CGSASL

/// One exchange inside GNU SASL; the only owner of its handle.
///
/// Lifetime: the handle is freed with the object, once.
@safe
final class GSASLSession {
    /// The side that this process plays.
    enum Role { case client, server }

    /// What a mechanism may be told.
    enum Property {
        case username, authorization, password, expectedPassword, anonymousToken
        case service, hostname
        case scramIterations, scramSalt, scramSaltedPassword, scramServerKey, scramStoredKey
        case tlsUnique, tlsExporter
    }

    /// The outcome of a step.
    enum StepResult {
        /// The peer's next message is needed; nil is "nothing to send", not an empty message.
        case needsMore([UInt8]?)
        /// The mechanism is finished, perhaps with a last message to send.
        case done([UInt8]?)
        /// The mechanism failed with a code of the library.
        case failed(CInt)
    }

    private let handle: OpaquePointer

    /// Starts an exchange.
    ///
    /// Throws: `mechanismUnavailable` when the library lacks the mechanism.
    init(_ role: Role, _ mechanism: SASLMechanism) throws(AuthenticationError) {
        var session: OpaquePointer? = nil
        let context = unsafe GSASLContext.handle
        guard unsafe context != nil else { throw .mechanismUnavailable(mechanism) }
        let code =
            switch role {
            case .client: unsafe gsasl_client_start(context, mechanism.rawValue, &session)
            case .server: unsafe gsasl_server_start(context, mechanism.rawValue, &session)
            }
        guard code == GSASL_OK.rawValue, let session = unsafe session else {
            throw .mechanismUnavailable(mechanism)
        }
        unsafe handle = session
    }

    deinit { unsafe gsasl_finish(handle) }

    /// Stores a property. A value ends at its first NUL byte, so callers refuse those before.
    func set(_ property: Property, _ value: [UInt8]) throws(AuthenticationError) {
        let code = unsafe value.withUnsafeBytes { bytes in
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            guard let start = unsafe start else {
                return unsafe gsasl_property_set(handle, Self.constant(property), "")
            }
            return unsafe gsasl_property_set_raw(
                handle, Self.constant(property), start, bytes.count)
        }
        if code != GSASL_OK.rawValue { throw Self.error(code) }
    }

    /// Stores a property.
    func set(_ property: Property, _ value: String) throws(AuthenticationError) {
        try set(property, Array(value.utf8))
    }

    /// A property that was set, by us or by the mechanism.
    func get(_ property: Property) -> String? {
        guard let value = unsafe gsasl_property_fast(handle, Self.constant(property)) else {
            return nil
        }
        return unsafe String(cString: value)
    }

    /// Feeds the peer's message and takes the answer.
    func step(_ input: [UInt8]) -> StepResult {
        // Some parsers of the library run to a NUL rather than to the given length.
        let terminated = input + [0]
        var output: UnsafeMutablePointer<CChar>? = nil
        var outputCount = 0
        let code = unsafe terminated.withUnsafeBytes { bytes in
            unsafe gsasl_step(
                handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), input.count,
                &output, &outputCount)
        }
        var answer: [UInt8]?
        if let start = unsafe output {
            answer = unsafe Array(UnsafeRawBufferPointer(start: start, count: outputCount))
            unsafe gsasl_free(start)
        }
        switch code {
        case CInt(GSASL_OK.rawValue): return .done(answer)
        case CInt(GSASL_NEEDS_MORE.rawValue): return .needsMore(answer)
        default: return .failed(code)
        }
    }

    /// The error of a client for a code of the library.
    static func error(_ code: CInt) -> AuthenticationError {
        switch code {
        case CInt(GSASL_AUTHENTICATION_ERROR.rawValue):
            .serverNotVerified
        case CInt(GSASL_MECHANISM_PARSE_ERROR.rawValue),
            CInt(GSASL_MECHANISM_CALLED_TOO_MANY_TIMES.rawValue),
            CInt(GSASL_BASE64_ERROR.rawValue):
            .malformedChallenge
        case CInt(GSASL_SASLPREP_ERROR.rawValue):
            .forbiddenCharacters
        default:
            .library(code: code, message: message(code))
        }
    }

    /// The condition that a server reports for a code of the library.
    static func condition(_ code: CInt) -> SASLCondition {
        switch code {
        case CInt(GSASL_MECHANISM_PARSE_ERROR.rawValue), CInt(GSASL_BASE64_ERROR.rawValue),
            CInt(GSASL_MECHANISM_CALLED_TOO_MANY_TIMES.rawValue):
            .malformedRequest
        default:
            .notAuthorized
        }
    }

    private static func message(_ code: CInt) -> String {
        guard let text = unsafe gsasl_strerror(code) else { return "unknown" }
        return unsafe String(cString: text)
    }

    private static func constant(_ property: Property) -> Gsasl_property {
        switch property {
        case .username: GSASL_AUTHID
        case .authorization: GSASL_AUTHZID
        case .password: GSASL_PASSWORD
        case .expectedPassword: GSASL_PASSCODE
        case .anonymousToken: GSASL_ANONYMOUS_TOKEN
        case .service: GSASL_SERVICE
        case .hostname: GSASL_HOSTNAME
        case .scramIterations: GSASL_SCRAM_ITER
        case .scramSalt: GSASL_SCRAM_SALT
        case .scramSaltedPassword: GSASL_SCRAM_SALTED_PASSWORD
        case .scramServerKey: GSASL_SCRAM_SERVERKEY
        case .scramStoredKey: GSASL_SCRAM_STOREDKEY
        case .tlsUnique: GSASL_CB_TLS_UNIQUE
        case .tlsExporter: GSASL_CB_TLS_EXPORTER
        }
    }
}

extension GSASLSession {
    /// Tells the session a channel binding; types that GNU SASL does not know are passed over.
    func set(_ binding: ChannelBinding) throws(AuthenticationError) {
        switch binding.type {
        case ChannelBinding.tlsExporter:
            try set(.tlsExporter, Base64.encode(binding.data))
        case ChannelBinding.tlsUnique:
            try set(.tlsUnique, Base64.encode(binding.data))
        default:
            break
        }
    }

    /// Whether the library can tell a server that the client has a channel binding which the server
    /// did not offer to use (flag `y`, RFC 5802 §6).
    ///
    /// GNU SASL 2.2.0 refuses to write it: it takes the binding's name for a mistake.
    static let canStateUnusedBinding: Bool = {
        do throws(AuthenticationError) {
            let session = try GSASLSession(.client, .scramSHA256)
            try session.set(.username, "user")
            try session.set(ChannelBinding(type: ChannelBinding.tlsExporter, data: [0]))
            guard case .needsMore(let message?) = session.step([]) else { return false }
            return message.first == UInt8(ascii: "y")
        } catch {
            return false
        }
    }()

    /// The keys that a server checks a SCRAM login with, made of the salted password.
    ///
    /// Two hashes over it; nothing that takes time. Source: RFC 5802 §3.
    static func serverKeys(_ hash: PasswordHash, saltedPassword: [UInt8]) -> (
        stored: [UInt8], server: [UInt8]
    )? {
        guard saltedPassword.count == hash.keyBytes else { return nil }
        let salted = saltedPassword.map { CChar(bitPattern: $0) }
        let empty = [CChar](repeating: 0, count: hash.keyBytes)
        var (client, server, stored) = (empty, empty, empty)
        let code = unsafe gsasl_scram_secrets_from_salted_password(
            hash == .sha1 ? GSASL_HASH_SHA1 : GSASL_HASH_SHA256, salted, &client, &server, &stored)
        guard code == GSASL_OK.rawValue else { return nil }
        return (stored.map { UInt8(bitPattern: $0) }, server.map { UInt8(bitPattern: $0) })
    }
}
