/// What a server's stream offers.
package struct ServerStreamConfiguration: Sendable {
    /// The domain that it serves, prepared.
    package var domain: String
    /// STARTTLS is offered as long as the stream is not encrypted.
    package var offersTLS: Bool
    /// Nothing but STARTTLS is offered as long as the stream is not encrypted.
    package var requiresTLS: Bool
    /// PLAIN is offered on streams that are not encrypted, too.
    package var allowsPlainWithoutTLS: Bool
    /// Clients may create accounts (XEP-0077).
    package var offersRegistration: Bool
    /// The most failed authentications on one stream; one more ends it with `policy-violation`.
    package var authenticationFailures: Int

    /// An offer; only the domain has to be said.
    package init(
        domain: String, offersTLS: Bool = true, requiresTLS: Bool = false,
        allowsPlainWithoutTLS: Bool = false, offersRegistration: Bool = true,
        authenticationFailures: Int = 5
    ) {
        self.domain = domain
        self.offersTLS = offersTLS
        self.requiresTLS = requiresTLS
        self.allowsPlainWithoutTLS = allowsPlainWithoutTLS
        self.offersRegistration = offersRegistration
        self.authenticationFailures = authenticationFailures
    }
}
