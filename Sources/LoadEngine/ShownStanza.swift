internal import Measurement

/// What was sent or received, as a report may show it: without passwords and what they prove.
struct ShownStanza {
    /// Stands in the place of what is not shown.
    static let hidden = "(hidden)"
    /// Shorter passwords stand in any text by chance.
    private static let shortestPassword = 4

    let bytes: [UInt8]
    /// Whether it belongs to a login or a registration.
    let isNegotiating: Bool
    let account: AccountList.Account

    /// Whole, or its beginning and how much is missing.
    var text: String {
        var shown = hidesText ? Self.withoutText(bytes) : bytes
        for secret in secrets { shown = Self.replacing(secret, in: shown) }
        let limit = SessionTimeline.textBytes
        if shown.count <= limit { return String(decoding: shown, as: UTF8.self) }
        var end = limit
        // Not within a character.
        while end > 0, shown[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: shown[..<end], as: UTF8.self)
            + "… (\(shown.count - end) bytes more)"
    }

    /// Whether texts of the elements are left out: always in a negotiation, but for what is known
    /// to have no secret.
    private var hidesText: Bool {
        if isNegotiating {
            let isHarmless = ["<stream:", "<features", "<failure", "<error"].contains {
                bytes.starts(with: $0.utf8)
            }
            return !isHarmless && !contains("urn:ietf:params:xml:ns:xmpp-bind")
        }
        return [
            "jabber:iq:register", "jabber:iq:auth", "urn:ietf:params:xml:ns:xmpp-sasl",
            "urn:xmpp:sasl:",
        ].contains(where: contains)
    }

    private func contains(_ text: String) -> Bool {
        Self.firstIndex(of: Array(text.utf8), in: bytes, from: 0) != nil
    }

    /// The password as it is and as it stands in XML; none that is a part of the account's name,
    /// which is no secret.
    private var secrets: [[UInt8]] {
        let password = account.password
        let secret = Array(password.utf8)
        guard secret.count >= Self.shortestPassword,
            Self.firstIndex(of: secret, in: Array(account.username.utf8), from: 0) == nil
        else { return [] }
        guard password.utf8.contains(where: { "&<>'\"".utf8.contains($0) }) else {
            return [secret]
        }
        let escaped = password.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("'", with: "&apos;")
            .replacing("\"", with: "&quot;")
        return [secret, Array(escaped.utf8)]
    }

    /// Everything but the text of the elements, CDATA sections and comments.
    private static func withoutText(_ bytes: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: "<!".utf8) {
                let end = bytes[index...].starts(with: "<!--".utf8) ? "-->" : "]]>"
                let mark = Array(end.utf8)
                index = firstIndex(of: mark, in: bytes, from: index).map { $0 + 3 } ?? bytes.count
                shown += hidden.utf8
            } else if bytes[index] == UInt8(ascii: "<") {
                let end = endOfTag(bytes, from: index)
                shown += bytes[index..<end]
                index = end
            } else {
                let end = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                let isBlank = bytes[index..<end].allSatisfy { $0 <= 0x20 }
                shown += isBlank ? Array(bytes[index..<end]) : Array(hidden.utf8)
                index = end
            }
        }
        return shown
    }

    /// Past the `>`, which may also stand in the value of an attribute.
    private static func endOfTag(_ bytes: [UInt8], from start: Int) -> Int {
        var quote: UInt8?
        for index in start..<bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            }
        }
        return bytes.count
    }

    private static func replacing(_ secret: [UInt8], in bytes: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        var index = 0
        while let found = firstIndex(of: secret, in: bytes, from: index) {
            shown += bytes[index..<found] + hidden.utf8
            index = found + secret.count
        }
        return shown + bytes[index...]
    }

    private static func firstIndex(
        of part: [UInt8], in bytes: [UInt8], from start: Int
    ) -> Int? {
        guard bytes.count - start >= part.count else { return nil }
        return (start...bytes.count - part.count).first { place in
            bytes[place] == part[0] && part.indices.allSatisfy { bytes[place + $0] == part[$0] }
        }
    }
}
