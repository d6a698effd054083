/// A place where a domain offers its service, with its addresses in the order to try them.
package struct ResolvedEndpoint: Hashable, Sendable {
    /// The name that was looked up: an SRV target, a host, or a numeric address.
    package var host: String
    /// Bounds: at most `Resolver.maximumAddresses`.
    package var addresses: [SocketAddress]
    /// Whether TLS begins at once (`_xmpps-client`) instead of with STARTTLS.
    package var isDirectTLS: Bool
    package var priority: UInt16
    package var weight: UInt16

    package init(
        host: String, addresses: [SocketAddress], isDirectTLS: Bool, priority: UInt16 = 0,
        weight: UInt16 = 0
    ) {
        self.host = host
        self.addresses = addresses
        self.isDirectTLS = isDirectTLS
        self.priority = priority
        self.weight = weight
    }
}
