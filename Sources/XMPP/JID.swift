/// An XMPP address: `localpart@domain/resource`.
///
/// A subset of RFC 7622: lengths, forbidden characters and case are handled, Unicode
/// normalisation is left to the comparison of strings, which is canonical in Swift. It is one
/// string and two offsets, so that a session that keeps its own address stays small.
/// Bounds: each part 1 to 1,023 bytes.
package struct JID: Hashable, Sendable, CustomStringConvertible {
    /// The longest part, in bytes of UTF-8.
    package static let maximumPartBytes = 1023

    /// The whole address.
    private let text: String
    /// Where the domain begins: after the `@`, or at 0.
    private let domainStart: UInt16
    /// Where the domain ends: at the `/`, or at the end.
    private let bareEnd: UInt16

    /// The address that a string holds, or nil when it is not an address.
    package init?(_ string: String) {
        var rest = Substring(string)
        var resource: String?
        if let slash = rest.firstIndex(of: "/") {
            resource = String(rest[rest.index(after: slash)...])
            rest = rest[..<slash]
        }
        var localpart: String?
        if let at = rest.firstIndex(of: "@") {
            localpart = String(rest[..<at])
            rest = rest[rest.index(after: at)...]
        }
        self.init(localpart: localpart, domain: String(rest), resource: resource)
    }

    /// The address with these parts, or nil when one of them is not allowed.
    ///
    /// Localpart and domain are put in lower case; a dot at the domain's end is dropped.
    package init?(localpart: String?, domain: String, resource: String? = nil) {
        guard let domain = Self.preparedDomain(domain) else { return nil }
        var text = ""
        if let localpart {
            guard let localpart = Self.preparedLocalpart(localpart) else { return nil }
            text = localpart + "@"
        }
        domainStart = UInt16(text.utf8.count)
        text += domain
        bareEnd = UInt16(text.utf8.count)
        if let resource {
            guard Self.isResource(resource) else { return nil }
            text += "/" + resource
        }
        self.text = text
    }

    private init(text: String, domainStart: UInt16, bareEnd: UInt16) {
        self.text = text
        self.domainStart = domainStart
        self.bareEnd = bareEnd
    }

    /// The part before the `@`, or nil.
    package var localpart: String? { domainStart == 0 ? nil : slice(0, Int(domainStart) - 1) }

    /// The host part.
    package var domain: String { slice(Int(domainStart), Int(bareEnd)) }

    /// The part after the `/`, or nil.
    package var resource: String? {
        let count = text.utf8.count
        return Int(bareEnd) == count ? nil : slice(Int(bareEnd) + 1, count)
    }

    /// The address without its resource.
    package var bare: JID {
        isBare
            ? self
            : JID(text: slice(0, Int(bareEnd)), domainStart: domainStart, bareEnd: bareEnd)
    }

    /// Whether it has no resource.
    package var isBare: Bool { Int(bareEnd) == text.utf8.count }

    /// The bare address with a resource, or nil when that is not allowed.
    package func with(resource: String) -> JID? {
        guard Self.isResource(resource) else { return nil }
        return JID(
            text: slice(0, Int(bareEnd)) + "/" + resource, domainStart: domainStart,
            bareEnd: bareEnd)
    }

    package var description: String { text }

    private func slice(_ start: Int, _ end: Int) -> String {
        let bytes = text.utf8
        let from = bytes.index(bytes.startIndex, offsetBy: start)
        let to = bytes.index(bytes.startIndex, offsetBy: end)
        return String(text[from..<to])
    }
}

extension JID {
    /// The localpart in the form that is compared, or nil when it is not allowed.
    ///
    /// Source: RFC 7622 §3.3, §3.3.1.
    package static func preparedLocalpart(_ string: String) -> String? {
        guard 1...maximumPartBytes ~= string.utf8.count else { return nil }
        for byte in string.utf8 where byte <= 0x20 || byte == 0x7F { return nil }
        for byte in string.utf8 where forbiddenInLocalpart.contains(byte) { return nil }
        return lowercased(string)
    }

    /// The domain in the form that is compared, or nil when it is not allowed.
    ///
    /// Source: RFC 7622 §3.2.
    package static func preparedDomain(_ string: String) -> String? {
        let string = string.hasSuffix(".") ? String(string.dropLast()) : string
        guard 1...maximumPartBytes ~= string.utf8.count else { return nil }
        for byte in string.utf8
        where byte <= 0x20 || byte == 0x7F || forbiddenInDomain.contains(byte) { return nil }
        return lowercased(string)
    }

    /// Whether a string can be a resource; it is kept as it is. Source: RFC 7622 §3.4.
    package static func isResource(_ string: String) -> Bool {
        1...maximumPartBytes ~= string.utf8.count
            && !string.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }

    private static let forbiddenInLocalpart: [UInt8] = Array("\"&'/:<>@".utf8)
    private static let forbiddenInDomain: [UInt8] = Array("\"&'/<>@".utf8)

    private static func lowercased(_ string: String) -> String {
        string.utf8.contains { $0 >= 0x80 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
            ? string.lowercased() : string
    }
}
