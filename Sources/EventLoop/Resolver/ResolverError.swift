/// Why a name could not be resolved.
package enum ResolverError: Error, Hashable, Sendable, CustomStringConvertible {
    /// NXDOMAIN: the name does not exist.
    case noSuchName(String)
    /// The name exists but has no address.
    case noAddress(String)
    /// The domain says that it does not offer the service: an SRV record with the target `.`.
    case serviceNotOffered(String)
    case timedOut(String)
    /// No name server helps: none is configured, none can be reached, or each answers with an error.
    case noServers
    /// A name server answered with something that is no answer.
    case failed(String, reason: String)

    /// A short name for counting.
    package var condition: String {
        switch self {
        case .noSuchName: "name-not-found"
        case .noAddress: "no-address"
        case .serviceNotOffered: "service-not-offered"
        case .timedOut: "name-look-up-timed-out"
        case .noServers: "no-name-servers"
        case .failed: "name-look-up-failed"
        }
    }

    package var description: String {
        switch self {
        case .noSuchName(let name): "the DNS has no name \(name) (NXDOMAIN)"
        case .noAddress(let name): "\(name) has no address"
        case .serviceNotOffered(let name):
            "\(name) says that it offers no XMPP service for clients (SRV target \".\")"
        case .timedOut(let name): "no answer about \(name) from the name servers in time"
        case .noServers:
            "no name server can be reached, or each answers with an error (/etc/resolv.conf names "
                + "them, or --resolver)"
        case .failed(let name, let reason): "looking up \(name) failed: \(reason)"
        }
    }
}
