/// The attributes of a start tag as they stand in the bytes.
///
/// A server relays the bytes of a stanza as they came and changes only its address, so it has to
/// find where the attributes are. The bytes must be an element that the parser accepted: nothing
/// is checked again.
package struct ServerStartTag: ~Escapable {
    /// Where an attribute is in the bytes.
    package struct Attribute: Equatable {
        /// From the white space before the name to the closing quote.
        package var whole: Range<Int>
        /// The name with its prefix.
        package var name: Range<Int>
        /// The value between the quotes, not decoded.
        package var value: Range<Int>
    }

    private let bytes: Span<UInt8>
    private var position: Int
    /// The offset just after the element's name.
    package let nameEnd: Int

    /// Begins at the `<` of an element.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>) {
        var end = 1
        while end < bytes.count && !Self.endsName(bytes[end]) { end += 1 }
        self.bytes = bytes
        nameEnd = end
        position = end
    }

    /// The next attribute, or nil at the end of the tag.
    package mutating func next() -> Attribute? {
        let start = position
        var index = start
        while index < bytes.count && Self.isSpace(bytes[index]) { index += 1 }
        let nameStart = index
        while index < bytes.count && !Self.endsName(bytes[index])
            && bytes[index] != UInt8(ascii: "=")
        { index += 1 }
        guard index > nameStart else { return nil }
        let name = nameStart..<index
        while index < bytes.count && bytes[index] != UInt8(ascii: "'")
            && bytes[index] != UInt8(ascii: "\"")
        { index += 1 }
        guard index < bytes.count else { return nil }
        let quote = bytes[index]
        let valueStart = index + 1
        index = valueStart
        while index < bytes.count && bytes[index] != quote { index += 1 }
        position = min(index + 1, bytes.count)
        return Attribute(whole: start..<position, name: name, value: valueStart..<index)
    }

    /// Whether the bytes in a range are this text.
    package func equals(_ range: Range<Int>, _ text: String) -> Bool {
        guard range.count == text.utf8.count else { return false }
        var index = range.lowerBound
        for byte in text.utf8 {
            if bytes[index] != byte { return false }
            index += 1
        }
        return true
    }

    /// The bytes in a range as text.
    package func text(_ range: Range<Int>) -> String {
        var copy: [UInt8] = []
        copy.reserveCapacity(range.count)
        for index in range { copy.append(bytes[index]) }
        return String(decoding: copy, as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
    }
}
