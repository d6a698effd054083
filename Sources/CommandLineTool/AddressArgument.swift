import EventLoop
import Profile

/// The ADDRESS of the command line: where to connect in place of the profile's target.
package struct AddressArgument: Equatable, Sendable {
    /// As written, one for each part between commas; checked.
    package var addresses: [String]
    /// The one host name among them, which becomes the domain; nil when all are numeric.
    package var hostName: String?

    /// - Throws: a message about the part that is none of `HOST`, `HOST:PORT`, `[IPv6]:PORT`.
    package init(_ text: String) throws(UsageError) {
        addresses = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var names: [String] = []
        for part in addresses {
            guard let address = TargetAddress(part) else {
                throw UsageError(
                    "'\(part)' is no address: write HOST, HOST:PORT or [IPv6]:PORT, several "
                        + "separated by commas")
            }
            guard case .host(let host, _) = address else { continue }
            let isNumeric = SocketAddress(numericHost: host, port: 0) != nil
            guard isNumeric || !host.contains(":") else {
                throw UsageError("'\(part)' has several colons and is not an IPv6 address")
            }
            if !isNumeric, !names.contains(host) { names.append(host) }
        }
        guard names.count < 2 else {
            throw UsageError(
                "ADDRESS has the host names \(names.joined(separator: " and ")), but the target is "
                    + "one domain; use numeric addresses with --domain")
        }
        hostName = names.first
    }
}
