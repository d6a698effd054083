/// Whom a TLS client trusts.
public enum TLSVerification: Hashable, Sendable {
    /// The system's certificate authorities.
    case system
    /// Anybody: the connection is encrypted but not authenticated.
    case none
    /// The certificates in a PEM file, and only those.
    case file(path: String)
    /// The certificates in a PEM text, and only those; they need not be authorities.
    case trusting(certificatePEM: String)
}
