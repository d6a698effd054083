extension ElementView {
    /// Its own character data, decoded; that of the elements in it is left out.
    public var text: String { withText { String(validated: $0) } }

    /// Whether its own character data is this.
    public func textEquals(_ value: StaticString) -> Bool { withText { $0.isEqual(to: value) } }

    /// Calls `body` with its own character data, decoded. Allocates only when it has to be decoded
    /// or stands in several pieces.
    public func withText<R, E: Error>(
        _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        let element = record
        let content = Int(element.contentStart)..<Int(element.contentEnd)
        if element.lastChild == 0, !element.hasEncodedText {
            return try body(stanza.extracting(content))
        }
        var decoded: [UInt8] = []
        var position = content.lowerBound
        var child = element.lastChild == 0 ? 0 : index + 1
        while child != 0 {
            let piece = stanza.extracting(position..<Int(elements[child].start))
            CharacterData.appendText(piece, to: &decoded)
            position = Int(elements[child].end)
            child = Int(elements[child].nextSibling)
        }
        CharacterData.appendText(stanza.extracting(position..<content.upperBound), to: &decoded)
        return try body(decoded.span)
    }
}
