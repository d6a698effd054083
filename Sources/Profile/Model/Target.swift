/// The server under load and how sessions reach it.
package struct Target: Hashable, Sendable {
    /// The XMPP domain: the stream's `to`, and the name that certificates must be for.
    package var domain: String
    /// Tried round robin; empty: SRV records of the domain.
    package var addresses: [TargetAddress]
    package var security: Security
    package var verification: Verification
    /// Whether later logins may resume an earlier TLS session.
    package var tlsResumption: Bool
    /// The SASL mechanism to use; nil: the strongest that both sides have.
    package var mechanism: String?
    /// Whether PLAIN may be used without TLS on other than the loopback server.
    package var allowPlain: Bool
    /// What the loopback server does wrong on purpose.
    package var faults: Faults

    /// How a stream is encrypted.
    package enum Security: String, CaseIterable, Sendable {
        case startTLS = "starttls"
        case direct
        case none
    }

    /// What a server's certificate is checked against.
    package enum Verification: Hashable, Sendable {
        case system
        case none
        /// A PEM file of authorities.
        case file(String)
    }

    /// Whether the run brings its own server.
    package var usesLoopbackServer: Bool { addresses.contains(.loopback) }
}

/// One place to connect to.
package enum TargetAddress: Hashable, Sendable {
    /// The built-in server, in this process.
    case loopback
    /// A name or a numeric address; without a port the default of the security chosen.
    case host(String, port: UInt16?)
}
