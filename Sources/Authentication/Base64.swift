/// Base64 as SASL uses it.
///
/// Source: RFC 4648 §4; strict as §3.3 and §3.5 ask: no other characters, padding required, and
/// the unused bits of the last character zero.
package enum Base64 {
    private static let alphabet: [UInt8] = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    private static let invalid: UInt8 = 0xFF
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: invalid, count: 256)
        for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
        return table
    }()

    /// The encoding of `bytes`, with padding.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let rest = bytes.count - index
            let first = UInt32(bytes[index]) << 16
            let second = rest > 1 ? UInt32(bytes[index + 1]) << 8 : 0
            let third = rest > 2 ? UInt32(bytes[index + 2]) : 0
            let group = first | second | third
            output.append(alphabet[Int(group >> 18)])
            output.append(alphabet[Int(group >> 12 & 63)])
            output.append(rest > 1 ? alphabet[Int(group >> 6 & 63)] : padding)
            output.append(rest > 2 ? alphabet[Int(group & 63)] : padding)
            index += 3
        }
        return output
    }

    /// The encoding of `bytes` as a string, with padding.
    package static func encodeToString(_ bytes: [UInt8]) -> String {
        String(decoding: encode(bytes), as: UTF8.self)
    }

    /// The bytes that `text` encodes, or nil when it is not exactly the Base64 of something.
    package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)) }

    /// The bytes that `text` encodes, or nil when it is not exactly the Base64 of something.
    package static func decode(_ text: [UInt8]) -> [UInt8]? { decode(text.span) }

    /// The bytes that `text` encodes, or nil when it is not exactly the Base64 of something.
    package static func decode(_ text: Span<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        if text.count == 0 { return [] }
        var padded = 0
        if text[text.count - 1] == padding { padded = text[text.count - 2] == padding ? 2 : 1 }
        var output: [UInt8] = []
        output.reserveCapacity(text.count / 4 * 3)
        var index = 0
        while index < text.count {
            let isLast = index + 4 == text.count
            let digits = isLast ? 4 - padded : 4
            var group: UInt32 = 0
            for place in 0..<4 {
                var value: UInt8 = 0
                if place < digits {
                    value = values[Int(text[index + place])]
                    if value == invalid { return nil }
                }
                group = group << 6 | UInt32(value)
            }
            output.append(UInt8(group >> 16))
            if digits > 2 { output.append(UInt8(group >> 8 & 0xFF)) }
            if digits > 3 { output.append(UInt8(group & 0xFF)) }
            if digits == 2 && group & 0xFFFF != 0 { return nil }
            if digits == 3 && group & 0xFF != 0 { return nil }
            index += 4
        }
        return output
    }
}
