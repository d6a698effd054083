/// The tags, sections and texts of a document, found by their delimiters alone, so that documents
/// which are not well-formed have them too.
struct DocumentTokens {
    enum Kind {
        case text, start, end, empty, other
    }

    struct Token {
        var kind: Kind
        var range: Range<Int>
    }

    private(set) var tokens: [Token] = []
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var position = 0
        while position < bytes.count {
            let isTag = bytes[position] == UInt8(ascii: "<")
            let token = isTag ? tag(at: position) : text(at: position)
            tokens.append(token)
            position = token.range.upperBound
        }
    }

    private func text(at start: Int) -> Token {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        return Token(kind: .text, range: start..<end)
    }

    private func tag(at start: Int) -> Token {
        if bytes[start...].starts(with: "<![CDATA[".utf8) {
            var end = start + 9
            while end < bytes.count, !bytes[end...].starts(with: "]]>".utf8) { end += 1 }
            return Token(kind: .other, range: start..<min(end + 3, bytes.count))
        }
        var quote: UInt8?
        var end = start + 1
        while end < bytes.count, quote != nil || bytes[end] != UInt8(ascii: ">") {
            if let open = quote {
                if bytes[end] == open { quote = nil }
            } else if bytes[end] == UInt8(ascii: "'") || bytes[end] == UInt8(ascii: "\"") {
                quote = bytes[end]
            }
            end += 1
        }
        let range = start..<min(end + 1, bytes.count)
        guard range.count > 2 else { return Token(kind: .other, range: range) }
        let kind: Kind =
            switch bytes[start + 1] {
            case UInt8(ascii: "/"): .end
            case UInt8(ascii: "?"), UInt8(ascii: "!"): .other
            default: bytes[range.upperBound - 2] == UInt8(ascii: "/") ? .empty : .start
            }
        return Token(kind: kind, range: range)
    }

    /// Which of the tokens are of one of these kinds, those of the root left out.
    func indices(of kinds: Kind...) -> [Int] {
        let root = tokens.firstIndex { $0.kind == .start } ?? tokens.count
        return tokens.indices.filter { $0 > root && kinds.contains(tokens[$0].kind) }
    }

    /// The bytes of the element that begins with this token; nil: its end is missing.
    func element(at index: Int) -> Range<Int>? {
        var depth = 0
        for token in tokens[index...] {
            switch token.kind {
            case .start: depth += 1
            case .end: depth -= 1
            default: break
            }
            if depth <= 0 {
                return depth < 0 ? nil : tokens[index].range.lowerBound..<token.range.upperBound
            }
        }
        return nil
    }

    /// The attributes of a tag, each with the white space before it.
    func attributes(of index: Int) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = tokens[index].range.lowerBound
        let end = tokens[index].range.upperBound
        while start < end, !Self.isSpace(bytes[start]) { start += 1 }
        while start < end {
            var position = start
            while position < end, !Self.isQuote(bytes[position]) { position += 1 }
            guard position < end,
                let close = bytes[position + 1..<end].firstIndex(of: bytes[position])
            else { break }
            found.append(start..<close + 1)
            start = close + 1
        }
        return found
    }

    /// The name of a tag.
    func name(of index: Int) -> Range<Int> {
        let token = tokens[index]
        let start = token.range.lowerBound + (token.kind == .end ? 2 : 1)
        var end = start
        while end < token.range.upperBound, !Self.isSpace(bytes[end]),
            bytes[end] != UInt8(ascii: ">"), bytes[end] != UInt8(ascii: "/")
        {
            end += 1
        }
        return min(start, end)..<end
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 9, 10, 13].contains(byte) }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x27 }
}
