package import Measurement
internal import Units

/// One number of a report that runs are compared by.
package struct Figure: Hashable, Sendable {
    /// The tables of a comparison, in their order.
    package enum Group: String, CaseIterable, Sendable, Codable {
        case latency = "Latency"
        case rates = "Rates"
        case messages = "Messages and errors"
        case generator = "Generator"
        case server = "Server"
    }

    /// What its numbers are.
    package enum Kind: String, Sendable, Codable {
        /// In nanoseconds.
        case duration
        /// Per second.
        case rate
        /// A part of a whole: 0.01.
        case share
        case bytes
        case number
    }

    /// As thresholds name it: `message.response.p99`, `message.lost`, `server.cpu_per_login`.
    package let name: String
    package let kind: Kind
    package let group: Group
    /// Whether a table shows it without being asked for all.
    package let isMain: Bool

    package init(_ name: String, _ kind: Kind, _ group: Group, isMain: Bool = true) {
        (self.name, self.kind, self.group, self.isMain) = (name, kind, group, isMain)
    }

    /// What its differences are told in: shares are often zero, which nothing is a part of.
    package var scale: Difference.Scale { kind == .share ? .absolute : .relative }

    /// A value for people.
    package func words(_ value: Double) -> String {
        if value.isInfinite { return "infinite" }
        switch kind {
        case .duration: return Nanoseconds(Int64(value.rounded())).inWords
        case .rate: return "\(value.threeDigits)/s"
        case .share: return Self.percent(value)
        case .bytes: return ByteCount(Int(value)).inWords
        case .number: return value.threeDigits
        }
    }

    /// A difference for people, with its sign: `+4.2 %`; of shares in points of a per cent.
    package func words(difference: Double) -> String {
        let sign = difference < 0 ? "" : "+"
        if difference.isInfinite { return difference < 0 ? "-∞" : "+∞" }
        return scale == .relative
            ? "\(sign)\((difference * 100).fixed(1)) %" : "\(sign)\((difference * 100).fixed(2)) pp"
    }

    /// With as many decimals as a small share needs.
    private static func percent(_ share: Double) -> String {
        "\((share * 100).fixed(share == 0 || share >= 0.1 ? 1 : share >= 0.001 ? 2 : 4)) %"
    }
}
