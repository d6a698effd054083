/// What a parser saw of a stream, small enough to be compared.
///
/// Per stanza three digests, so that a difference has a place and a kind. Each covers the order of
/// what it is of: names with namespaces and nesting; attributes with names, namespaces and decoded
/// values; the decoded character data of each element, its elements' left out.
package struct Observation: Equatable, Sendable {
    /// The digests of one child of the stream, or of its header.
    package struct Stanza: Hashable, Sendable {
        package var elements = Digest()
        package var attributes = Digest()
        package var text = Digest()
    }

    /// The header first.
    package var stanzas: [Stanza] = []
    package var elements = 0
    package var attributes = 0
    /// Bytes of character data below the stream's element.
    package var textBytes = 0

    package init() {}
}

/// A running hash of bytes and separators. Source: FNV-1a, 64 bits.
package struct Digest: Hashable, Sendable {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    /// A byte that UTF-8 does not have, so that no text reads as two.
    enum Separator: UInt8 {
        case start = 0xF8
        case end, namespace, value, text
    }

    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    mutating func add(_ separator: Separator) { add(separator.rawValue) }

    mutating func add(_ bytes: Span<UInt8>) {
        for index in bytes.indices { add(bytes[index]) }
    }

    mutating func add(_ other: Digest) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            add(UInt8(truncatingIfNeeded: other.value >> shift))
        }
    }
}
