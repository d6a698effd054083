import Profile
import Units

/// What a loopback server is like.
package struct LoopbackServerOptions: Sendable {
    /// The domain that it serves, prepared.
    package var domain: String
    /// PLAIN is offered on streams that are not encrypted, too.
    package var allowsPlainWithoutTLS = true
    /// Nothing but STARTTLS is offered as long as a stream is not encrypted.
    package var requiresTLS = false
    /// Clients may create accounts (XEP-0077).
    package var offersRegistration = true
    /// The -PLUS forms of SCRAM are offered over TLS.
    ///
    /// A client that could use one and names another form of SCRAM is refused then, as RFC 5802 §6
    /// demands; some clients cannot be told otherwise.
    package var offersChannelBinding = true
    /// The rounds of hashing that SCRAM asks for; RFC 5802 §5.1 wants at least 4,096.
    package var scramIterations = 4_096
    /// What the server does wrong on purpose.
    package var faults = Faults()
    /// What is allowed to one client and to one account.
    package var limits = ServerLimits()
    /// The time of day at the clock's origin, for delay stamps.
    ///
    /// Units: seconds since 1970-01-01T00:00:00Z.
    package var unixSecondsAtOrigin: Int64
    /// Where stream identifiers, resources and salts come from, and what the faults draw.
    package var seed: UInt64
    /// What a version request is told.
    package var version: String

    /// Options with the domain and what has no default.
    package init(
        domain: String, unixSecondsAtOrigin: Int64, seed: UInt64 = .random(in: 0 ... .max),
        version: String = Version.current
    ) {
        self.domain = domain
        self.unixSecondsAtOrigin = unixSecondsAtOrigin
        self.seed = seed
        self.version = version
    }
}
