/// Why a TLS context could not be made from what it was given.
public struct TLSContextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was wrong with what, and OpenSSL's reason.
    public let description: String

    init(_ what: String) { description = what }
}
