/// Why a server refused an authentication.
///
/// Source: RFC 6120 §6.5.
package enum SASLCondition: String, Hashable, Sendable, CaseIterable {
    case aborted
    case accountDisabled = "account-disabled"
    case credentialsExpired = "credentials-expired"
    case encryptionRequired = "encryption-required"
    case incorrectEncoding = "incorrect-encoding"
    case invalidAuthorization = "invalid-authzid"
    case invalidMechanism = "invalid-mechanism"
    case malformedRequest = "malformed-request"
    case mechanismTooWeak = "mechanism-too-weak"
    case notAuthorized = "not-authorized"
    case temporaryFailure = "temporary-auth-failure"
}
