import EventLoop

/// The ADDRESS of the command line: where to connect in place of the profile's target.
package struct AddressArgument: Equatable, Sendable {
    /// As written, one for each part between commas; checked.
    package var addresses: [String]
    /// The one host name among them, which becomes the domain; nil when all are numeric.
    package var hostName: String?

    /// - Throws: a message about the part that is none of `HOST`, `HOST:PORT`, `[IPv6]:PORT`.
    package init(_ text: String) throws(UsageError) {
        addresses = []
        var names: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let (host, isBracketed) = try Self.host(of: String(part))
            let isNumeric = SocketAddress(numericHost: host, port: 0) != nil
            guard isNumeric || !isBracketed else {
                throw Self.error(part, "what is in brackets is not an IPv6 address")
            }
            if !isNumeric, host != "loopback", !names.contains(host) { names.append(host) }
            addresses.append(String(part))
        }
        guard names.count < 2 else {
            throw UsageError(
                "ADDRESS has the host names \(names.joined(separator: " and ")), but the target is "
                    + "one domain; use numeric addresses with --domain")
        }
        hostName = names.first
    }

    private static func error(_ part: Substring, _ reason: String) -> UsageError {
        UsageError(
            "'\(part)' is no address: \(reason); write HOST, HOST:PORT or [IPv6]:PORT")
    }

    /// The part without port and brackets.
    private static func host(of part: String) throws(UsageError) -> (String, isBracketed: Bool) {
        guard !part.isEmpty else { throw error("", "it is empty") }
        guard part.allSatisfy({ !$0.isWhitespace && $0 != "/" && $0 != "@" }) else {
            throw error(part[...], "a host has no blanks, slashes or @")
        }
        if part.hasPrefix("[") {
            guard let end = part.firstIndex(of: "]") else {
                throw error(part[...], "']' is missing")
            }
            let rest = part[part.index(after: end)...]
            if !rest.isEmpty {
                guard rest.hasPrefix(":") else {
                    throw error(part[...], "only a port may follow ']'")
                }
                try checkPort(rest.dropFirst(), of: part)
            }
            return (String(part[part.index(after: part.startIndex)..<end]), true)
        }
        guard let colon = part.firstIndex(of: ":") else { return (part, false) }
        guard part.lastIndex(of: ":") == colon else {
            // Only an IPv6 address has several colons; without brackets it can have no port.
            guard SocketAddress(numericHost: part, port: 0) != nil else {
                throw error(part[...], "it has several colons and is not an IPv6 address")
            }
            return (part, false)
        }
        guard colon > part.startIndex else { throw error(part[...], "the host is missing") }
        try checkPort(part[part.index(after: colon)...], of: part)
        return (String(part[..<colon]), false)
    }

    private static func checkPort(_ text: Substring, of part: String) throws(UsageError) {
        guard let port = UInt16(text), port > 0 else {
            throw error(part[...], "'\(text)' is not a port from 1 to 65535")
        }
    }
}
