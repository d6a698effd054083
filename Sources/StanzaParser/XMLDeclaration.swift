/// The XML declaration of a stream.
enum XMLDeclaration {
    /// Checks one from its `<` to before its last `>`.
    ///
    /// Any version 1.x is taken, as the fifth edition asks for; the encoding, if given, has to be
    /// UTF-8. Source: XML 1.0 §2.8, productions 23 to 26, 32, 80; RFC 6120 §11.6.
    static func check(_ declaration: Span<UInt8>) throws(StanzaLexer.Fault) {
        var scanner = Scanner(bytes: declaration)
        guard let version = try scanner.setting("version"), isVersion(declaration, version) else {
            throw scanner.fault()
        }
        let encoding = try scanner.setting("encoding")
        if let encoding, !isEncodingName(declaration, encoding) { throw scanner.fault() }
        if let standalone = try scanner.setting("standalone") {
            let value = declaration.extracting(standalone)
            guard value.isEqual(to: "yes") || value.isEqual(to: "no") else {
                throw scanner.fault()
            }
        }
        try scanner.end()
        if let encoding, !isUTF8(declaration, encoding) {
            throw StanzaLexer.Fault(position: encoding.lowerBound, reason: .encodingNotUTF8)
        }
    }

    private static func isVersion(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.count > 2, bytes[range.lowerBound] == UInt8(ascii: "1"),
            bytes[range.lowerBound + 1] == UInt8(ascii: ".")
        else { return false }
        for index in range.dropFirst(2) where !(0x30...0x39).contains(bytes[index]) {
            return false
        }
        return true
    }

    private static func isEncodingName(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard let first = range.first, (0x41...0x5A).contains(bytes[first] & 0xDF) else {
            return false
        }
        for index in range where !XMLCharacters.isName(ascii: bytes[index]) { return false }
        return true
    }

    private static func isUTF8(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let name: StaticString = "utf-8"
        let expected = name.span
        guard range.count == expected.count else { return false }
        for (index, byte) in range.enumerated() {
            let lowercase = (0x41...0x5A).contains(bytes[byte]) ? bytes[byte] | 0x20 : bytes[byte]
            if lowercase != expected[index] { return false }
        }
        return true
    }

    /// Takes the settings off one after the other.
    private struct Scanner: ~Escapable {
        let bytes: Span<UInt8>
        /// After `<?xml`.
        var position = 5

        @_lifetime(copy bytes)
        init(bytes: Span<UInt8>) { self.bytes = bytes }

        func fault() -> StanzaLexer.Fault {
            StanzaLexer.Fault(position: position, reason: .malformedDeclaration)
        }

        /// The value of ` name='value'`, if that is what comes next.
        @_lifetime(self: copy self)
        mutating func setting(
            _ name: StaticString
        ) throws(StanzaLexer.Fault) -> Range<Int>? {
            var next = skipSpace(from: position)
            let end = next + name.utf8CodeUnitCount
            guard next > position, end <= bytes.count,
                bytes.extracting(next..<end).isEqual(to: name)
            else { return nil }
            next = skipSpace(from: end)
            guard next < bytes.count, bytes[next] == UInt8(ascii: "=") else { throw fault() }
            next = skipSpace(from: next + 1)
            guard next < bytes.count, bytes[next] == 0x22 || bytes[next] == 0x27 else {
                throw fault()
            }
            let start = next + 1
            var close = start
            while close < bytes.count, bytes[close] != bytes[next] { close += 1 }
            guard close < bytes.count else { throw fault() }
            position = close + 1
            return start..<close
        }

        /// Nothing but `?` may be left.
        func end() throws(StanzaLexer.Fault) {
            let next = skipSpace(from: position)
            guard next == bytes.count - 1, bytes[next] == UInt8(ascii: "?") else { throw fault() }
        }

        private func skipSpace(from start: Int) -> Int {
            var next = start
            while next < bytes.count, XMLCharacters.isSpace(bytes[next]) { next += 1 }
            return next
        }
    }
}
