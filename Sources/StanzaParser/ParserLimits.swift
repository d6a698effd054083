/// What a stream may ask of the parser before it is ended with `policy-violation`.
///
/// The tables of a stanza grow with it: at worst (nothing but `<a/>`) to 16 times `stanzaBytes`,
/// with room to grow for twice that, and only while such a stanza is held.
public struct ParserLimits: Sendable, Equatable {
    /// Bytes of one stanza, of the stream header, or of the stream's end, as received.
    ///
    /// Bounds: 64 bytes to 1 GiB.
    public let stanzaBytes: Int
    /// Levels of elements, the stanza being the first.
    public let depth: Int
    /// Attributes of one element, namespace declarations included.
    public let attributesPerElement: Int
    /// Bytes of one name, its prefix included.
    ///
    /// Bounds: 1 to 65,535.
    public let nameBytes: Int
    /// Namespace declarations in scope at any place of a stanza, those of the header not counted;
    /// or those of the header.
    public let namespaceDeclarations: Int

    /// Values outside the bounds are moved to the nearest bound.
    public init(
        stanzaBytes: Int = 262_144, depth: Int = 64, attributesPerElement: Int = 64,
        nameBytes: Int = 256, namespaceDeclarations: Int = 64
    ) {
        self.stanzaBytes = min(max(stanzaBytes, 64), 1 << 30)
        self.depth = min(max(depth, 1), 65_535)
        self.attributesPerElement = min(max(attributesPerElement, 1), 65_535)
        self.nameBytes = min(max(nameBytes, 1), 65_535)
        self.namespaceDeclarations = min(max(namespaceDeclarations, 1), 65_535)
    }

    /// Bytes of an XML declaration; none that XMPP allows is half as long.
    static let declarationBytes = 256
}
