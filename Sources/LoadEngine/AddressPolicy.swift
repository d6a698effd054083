package import EventLoop

/// Which addresses a run may send to: those of this machine's loopback interface, and what the
/// user has named as theirs.
///
/// Every address that a name resolved to is asked about before anything is sent to it, this
/// machine's own addresses on other interfaces included.
package struct AddressPolicy: Equatable, Sendable {
    /// Networks larger than these name nothing in particular, and are refused as a mistake.
    package static let shortestPrefixIPv4 = 8
    package static let shortestPrefixIPv6 = 16

    /// One thing that `--allow-remote` named.
    private enum Entry: Equatable, Sendable {
        /// Lower case, without a final dot.
        case name(String)
        /// The first `prefix` bits of `bytes`; 4 or 16 of these.
        case network(bytes: [UInt8], prefix: Int)
    }

    private let entries: [Entry]

    /// - Parameter remote: names, addresses and networks (`10.1.0.0/16`), as on the command line.
    package init(allowing remote: [String] = []) throws(AddressPolicyError) {
        var entries: [Entry] = []
        for text in remote { entries.append(try Self.entry(text)) }
        self.entries = entries
    }

    /// Whether something may be sent to `address`.
    ///
    /// - Parameter names: what the address was found by: the target's domain and the host of the
    ///   profile or of the command line. The targets of SRV records are not among them, as the
    ///   domain's owner vouches for these.
    package func allows(_ address: SocketAddress, names: [String]) -> Bool {
        if address.isLoopback { return true }
        let bytes = Self.unmapped(address.addressBytes)
        let normalNames = names.map(Self.normalName)
        return entries.contains { entry in
            switch entry {
            case .name(let name): normalNames.contains(name)
            case .network(let network, let prefix):
                network.count == bytes.count && Self.share(network, bytes, bits: prefix)
            }
        }
    }

    /// The first address that may not be sent to; nil when all may.
    package func refusal(of addresses: [SocketAddress], names: [String]) -> AddressRefusal? {
        addresses.first { !allows($0, names: names) }.map {
            AddressRefusal(address: $0, name: names.first)
        }
    }

    private static func entry(_ text: String) throws(AddressPolicyError) -> Entry {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        var host = String(parts[0])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard let address = SocketAddress(numericHost: host, port: 0) else {
            let isName =
                parts.count == 1 && !host.isEmpty
                && host.allSatisfy { !$0.isWhitespace && $0 != ":" && $0 != "*" && $0 != "," }
            guard isName else { throw AddressPolicyError(entry: text, reason: .notAnAddress) }
            return .name(normalName(host))
        }
        let bytes = unmapped(address.addressBytes)
        guard parts.count == 2 else { return .network(bytes: bytes, prefix: bytes.count * 8) }
        let shortest = bytes.count == 4 ? shortestPrefixIPv4 : shortestPrefixIPv6
        guard let prefix = Int(parts[1]), prefix <= bytes.count * 8, prefix >= 0 else {
            throw AddressPolicyError(entry: text, reason: .badPrefix(maximum: bytes.count * 8))
        }
        guard prefix >= shortest else {
            throw AddressPolicyError(entry: text, reason: .tooWide(shortest: shortest))
        }
        return .network(bytes: bytes, prefix: prefix)
    }

    private static func normalName(_ name: String) -> String {
        let lower = name.lowercased()
        return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
    }

    /// The four bytes of an IPv4 address that is written as IPv6 (`::ffff:10.0.0.1`).
    private static func unmapped(_ bytes: [UInt8]) -> [UInt8] {
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        return bytes.count == 16 && bytes.starts(with: mapped) ? Array(bytes[12...]) : bytes
    }

    private static func share(_ a: [UInt8], _ b: [UInt8], bits: Int) -> Bool {
        let whole = bits / 8
        guard a[..<whole] == b[..<whole] else { return false }
        let rest = bits % 8
        return rest == 0 || a[whole] >> (8 - rest) == b[whole] >> (8 - rest)
    }
}

/// What `--allow-remote` named and cannot mean.
package struct AddressPolicyError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Reason: Equatable, Sendable {
        case notAnAddress
        case badPrefix(maximum: Int)
        case tooWide(shortest: Int)
    }

    package var entry: String
    package var reason: Reason

    package var description: String {
        switch reason {
        case .notAnAddress:
            "'\(entry)' is neither a name nor an address nor a network such as 10.1.0.0/16"
        case .badPrefix(let maximum):
            "'\(entry)': the part after '/' is not a number from 0 to \(maximum)"
        case .tooWide(let shortest):
            "'\(entry)' names more than one could own: at least /\(shortest) is needed"
        }
    }
}

/// An address that nothing was sent to, and how it could be allowed.
package struct AddressRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    package var address: SocketAddress
    /// What it was found by; nil when it was given as a number.
    package var name: String?

    package var description: String {
        let place = name.map { "\(address) (\($0))" } ?? "\(address)"
        let numeric = name.flatMap { SocketAddress(numericHost: $0, port: 0) } != nil
        let way = numeric ? address.host : name ?? address.host
        return "refused to send to \(place): it is not on this machine's loopback interface; "
            + "if that server is yours to load, add --allow-remote \(way)"
    }
}
