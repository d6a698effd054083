package import EventLoop

/// The addresses of this machine that sessions connect from, in turn; none: the system chooses.
///
/// One address has some 28,000 ports for each destination, so more sessions need more addresses.
package struct SourceAddresses: Equatable, Sendable {
    /// Why a text names no addresses.
    package struct Mistake: Error, CustomStringConvertible {
        package let description: String
    }

    /// Bounds: as many addresses at the most.
    package static let limit = 4_096

    private var ipv4: [SocketAddress] = []
    private var ipv6: [SocketAddress] = []

    /// No addresses.
    package init() {}

    /// Reads addresses and ranges of IPv4 addresses (`127.0.0.2-127.0.0.20`), any of them separated
    /// by commas. One that is named twice counts once.
    package init(parsing texts: [String]) throws(Mistake) {
        for text in texts {
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                try add(String(part))
            }
        }
    }

    package var count: Int { ipv4.count + ipv6.count }

    /// In the order in which they take turns.
    package var all: [SocketAddress] { ipv4 + ipv6 }

    private mutating func add(_ text: String) throws(Mistake) {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
            .map { SocketAddress(numericHost: String($0), port: 0) }
        if ends.count == 1, let address = ends[0] {
            return try add(address, text)
        }
        guard ends.count == 2, let first = ends[0]?.ipv4Number, let last = ends[1]?.ipv4Number,
            first <= last
        else {
            throw Mistake(
                description: "'\(text)' is no address; write IP, or FIRST-LAST for all IPv4 "
                    + "addresses between two")
        }
        guard last - first < UInt32(Self.limit) else { throw Self.tooMany(text) }
        for number in first...last {
            let host = (0..<4).map { String(number >> UInt32(24 - 8 * $0) & 255) }
            guard let address = SocketAddress(numericHost: host.joined(separator: "."), port: 0)
            else { preconditionFailure("four numbers are an address") }
            try add(address, text)
        }
    }

    private mutating func add(_ address: SocketAddress, _ text: String) throws(Mistake) {
        guard !addresses(for: address).contains(address) else { return }
        guard count < Self.limit else { throw Self.tooMany(text) }
        if address.family == .ipv4 { ipv4.append(address) } else { ipv6.append(address) }
    }

    private static func tooMany(_ text: String) -> Mistake {
        Mistake(description: "with '\(text)' there are more than \(limit) addresses")
    }

    /// Those of the family of an endpoint.
    private func addresses(for endpoint: SocketAddress) -> [SocketAddress] {
        endpoint.family == .ipv4 ? ipv4 : ipv6
    }

    /// Where a connection comes from, in the `turn`-th to this endpoint; nil: the system chooses.
    func address(turn: Int, to endpoint: SocketAddress) -> SocketAddress? {
        let choice = addresses(for: endpoint)
        return choice.isEmpty ? nil : choice[turn % choice.count]
    }

    /// Why connections to the endpoints cannot come from these addresses; nil: they can.
    func refusal(of endpoints: [SocketAddress]) -> String? {
        if let foreign = all.first(where: { !$0.isOfThisMachine }) {
            return "\(foreign.host) is not an address of this machine (see `ip addr`)"
        }
        guard count > 0, let other = endpoints.first(where: { addresses(for: $0).isEmpty }) else {
            return nil
        }
        let family = other.family == .ipv4 ? "IPv4" : "IPv6"
        return "none of the addresses is \(family), as the target's \(other) is; name one more"
    }
}

extension SocketAddress {
    /// The address as a number; nil for IPv6.
    fileprivate var ipv4Number: UInt32? {
        guard family == .ipv4 else { return nil }
        return addressBytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
