/// What a client's stream is for, and how it may log in; the same for all sessions of a run.
package struct ClientStreamConfiguration: Sendable {
    /// How the stream is protected.
    package enum Security: Hashable, Sendable {
        /// TLS is negotiated in the stream, and the stream fails without it.
        case startTLS
        /// TLS comes before the stream (XEP-0368).
        case directTLS
        /// No TLS at all.
        case none
    }

    /// What ends the machine's work.
    package enum Purpose: Hashable, Sendable {
        /// Log in and bind a resource.
        case login
        /// Create the account, then close.
        case register
        /// Log in, remove the account, then close.
        case unregister
    }

    /// The server's domain: the `to` of the stream.
    package var domain: String
    /// How the stream is protected.
    package var security: Security
    /// The SASL mechanism to use; nil for the strongest.
    package var mechanism: String?
    /// Whether PLAIN may be used without TLS.
    package var allowPlain: Bool
    /// What the stream is for.
    package var purpose: Purpose
    /// Whether one certificate stands for all accounts, so that EXTERNAL has to say for which the
    /// login is (XEP-0178 §2).
    package var sharesCertificate: Bool

    /// A configuration.
    package init(
        domain: String, security: Security, mechanism: String? = nil, allowPlain: Bool = false,
        purpose: Purpose = .login, sharesCertificate: Bool = false
    ) {
        self.domain = domain
        self.security = security
        self.mechanism = mechanism
        self.allowPlain = allowPlain
        self.purpose = purpose
        self.sharesCertificate = sharesCertificate
    }
}
