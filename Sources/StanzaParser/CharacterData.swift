/// Decoding of text and attribute values that the lexer found to be well-formed.
enum CharacterData {
    /// Appends text with its references replaced, its CDATA sections opened and its line ends made
    /// newlines. Source: XML 1.0 §2.11, §2.7, §4.6.
    static func appendText(_ text: Span<UInt8>, to decoded: inout [UInt8]) {
        var position = 0
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "&"):
                position = appendReference(text, at: position, to: &decoded)
            case UInt8(ascii: "<"):
                let start = position + sectionPrefix
                let end = endOfSection(text, from: start)
                appendLines(text.extracting(start..<end), to: &decoded)
                position = end + sectionSuffix
            default:
                let start = position
                while position < text.count, text[position] != UInt8(ascii: "&"),
                    text[position] != UInt8(ascii: "<")
                {
                    position += 1
                }
                appendLines(text.extracting(start..<position), to: &decoded)
            }
        }
    }

    /// Appends text without references and sections, its line ends made newlines.
    private static func appendLines(_ text: Span<UInt8>, to decoded: inout [UInt8]) {
        var position = 0
        while position < text.count {
            if text[position] == UInt8(ascii: "\r") {
                decoded.append(UInt8(ascii: "\n"))
                position += isLineFeed(text, at: position + 1) ? 2 : 1
            } else {
                decoded.append(text[position])
                position += 1
            }
        }
    }

    /// Appends an attribute's value with its references replaced and its white space made spaces.
    /// Source: XML 1.0 §2.11, §3.3.3.
    static func appendAttributeValue(_ value: Span<UInt8>, to decoded: inout [UInt8]) {
        var position = 0
        while position < value.count {
            let byte = value[position]
            switch byte {
            case UInt8(ascii: "&"):
                position = appendReference(value, at: position, to: &decoded)
            case UInt8(ascii: "\r"):
                decoded.append(UInt8(ascii: " "))
                position += isLineFeed(value, at: position + 1) ? 2 : 1
            case UInt8(ascii: "\t"), UInt8(ascii: "\n"):
                decoded.append(UInt8(ascii: " "))
                position += 1
            default:
                decoded.append(byte)
                position += 1
            }
        }
    }

    /// The scalar of the reference whose `&` is at `start` and whose `;` is at `end`; nil when it
    /// is to an entity that is not one of the five, or to a scalar beyond U+10FFFF.
    static func scalar(ofReference bytes: Span<UInt8>, from start: Int, to end: Int) -> UInt32? {
        let name = bytes.extracting(start + 1..<end)
        guard name[0] == UInt8(ascii: "#") else {
            if name.isEqual(to: "lt") { return 0x3C }
            if name.isEqual(to: "gt") { return 0x3E }
            if name.isEqual(to: "amp") { return 0x26 }
            if name.isEqual(to: "apos") { return 0x27 }
            if name.isEqual(to: "quot") { return 0x22 }
            return nil
        }
        let isHexadecimal = name[1] == UInt8(ascii: "x")
        var scalar: UInt32 = 0
        for index in (isHexadecimal ? 2 : 1)..<name.count {
            // Bit 6 is set in letters only, whose low bits count from 1.
            let digit = UInt32(name[index] & 0x0F) + (name[index] & 0x40 == 0 ? 0 : 9)
            scalar = scalar * (isHexadecimal ? 16 : 10) + digit
            guard scalar <= 0x10FFFF else { return nil }
        }
        return scalar
    }

    /// Bytes of `<![CDATA[` and of `]]>`.
    private static let sectionPrefix = 9
    private static let sectionSuffix = 3

    private static func isLineFeed(_ bytes: Span<UInt8>, at position: Int) -> Bool {
        position < bytes.count && bytes[position] == UInt8(ascii: "\n")
    }

    private static func endOfSection(_ text: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while !text.extracting(end..<end + sectionSuffix).isEqual(to: "]]>") { end += 1 }
        return end
    }

    /// Returns the position after the `;`.
    private static func appendReference(
        _ bytes: Span<UInt8>, at start: Int, to decoded: inout [UInt8]
    ) -> Int {
        var end = start
        while bytes[end] != UInt8(ascii: ";") { end += 1 }
        if let value = scalar(ofReference: bytes, from: start, to: end),
            let scalar = Unicode.Scalar(value)
        {
            decoded.append(contentsOf: UTF8.encode(scalar)!)
        }
        return end + 1
    }
}
