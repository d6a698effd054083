/// Why a client ended an authentication by itself.
package enum AuthenticationError: Error, Hashable, CustomStringConvertible {
    /// The library was built without the mechanism.
    case mechanismUnavailable(SASLMechanism)
    /// The user name or the password has characters that SASLprep forbids.
    case forbiddenCharacters
    /// A message of the server has the wrong form, or came at the wrong time.
    case malformedChallenge
    /// The server asked for more rounds of hashing than the limit, or for none.
    case iterationsOutOfRange(Int)
    /// The server's nonce does not continue ours.
    case nonceMismatch
    /// The server reported success without proof that it knows the account.
    case serverNotVerified
    /// The key handed in has not the length of the hash.
    case wrongKeyLength(Int)
    /// GNU SASL failed otherwise.
    case library(code: Int32, message: String)

    /// The name under which a report counts the error.
    package var condition: String {
        switch self {
        case .mechanismUnavailable: "mechanism-unavailable"
        case .forbiddenCharacters: "forbidden-characters"
        case .malformedChallenge: "malformed-challenge"
        case .iterationsOutOfRange: "iterations-out-of-range"
        case .nonceMismatch: "nonce-mismatch"
        case .serverNotVerified: "server-not-verified"
        case .wrongKeyLength: "wrong-key-length"
        case .library: "sasl-library-error"
        }
    }

    package var description: String {
        switch self {
        case .mechanismUnavailable(let mechanism):
            "\(mechanism.rawValue): not available in this build of GNU SASL"
        case .forbiddenCharacters:
            "the user name or password has characters that SASLprep (RFC 4013) forbids"
        case .malformedChallenge:
            "the server's SASL message is malformed or out of order"
        case .iterationsOutOfRange(let count):
            "the server asks for \(count) rounds of hashing; the limit is 1 to "
                + "\(KeyDerivationRequest.maximumIterations)"
        case .nonceMismatch:
            "the server's nonce does not begin with ours"
        case .serverNotVerified:
            "the server did not prove that it knows the account"
        case .wrongKeyLength(let count):
            "a derived key of \(count) bytes is not as long as the hash"
        case .library(let code, let message):
            "GNU SASL error \(code): \(message)"
        }
    }
}
