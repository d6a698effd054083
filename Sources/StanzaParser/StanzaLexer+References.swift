// What is rare: references, CDATA sections, and what XMPP leaves out of XML.

extension StanzaLexer {
    mutating func beginReference(isInValue: Bool) {
        referenceStart = position
        referenceIsInValue = isInValue
        position += 1
        state = .reference
    }

    /// Source: XML 1.0 §4.1, productions 66 and 68.
    mutating func reference(_ bytes: Span<UInt8>) throws(Fault) -> Bool {
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: ";") {
                try endReference(bytes)
                return true
            }
            guard let length = try referenceCharacter(bytes, byte) else { return false }
            position += length
        }
        return false
    }

    /// The length of the next character; nil: it may go on beyond these bytes.
    private func referenceCharacter(
        _ bytes: Span<UInt8>, _ byte: UInt8
    ) throws(Fault) -> Int? {
        let start = referenceStart + 1
        if position == start {
            if byte == UInt8(ascii: "#") { return 1 }
        } else if bytes[start] == UInt8(ascii: "#") {
            let isHexadecimal = position > start + 1 && bytes[start + 1] == UInt8(ascii: "x")
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): return 1
            case UInt8(ascii: "x") where position == start + 1: return 1
            case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                if isHexadecimal { return 1 }
            default: break
            }
            throw fault(.malformedReference)
        }
        let isFirst = position == start
        if byte >= 0x80 {
            guard let sequence = try sequence(bytes) else { return nil }
            let isAllowed =
                isFirst
                ? XMLCharacters.isNameStart(sequence.scalar)
                : XMLCharacters.isName(sequence.scalar)
            if isAllowed { return sequence.length }
        } else {
            let isAllowed =
                isFirst
                ? XMLCharacters.isNameStart(ascii: byte) : XMLCharacters.isName(ascii: byte)
            if isAllowed || byte == UInt8(ascii: ":") { return 1 }
        }
        throw fault(.malformedReference)
    }

    private mutating func endReference(_ bytes: Span<UInt8>) throws(Fault) {
        let start = referenceStart + 1
        guard position > start else { throw fault(.malformedReference) }
        let isNumeric = bytes[start] == UInt8(ascii: "#")
        if isNumeric {
            // The last of `&#` and `&#x` is no digit.
            let last = bytes[position - 1]
            if last == UInt8(ascii: "#") || last == UInt8(ascii: "x") {
                throw fault(.malformedReference)
            }
        }
        let scalar = CharacterData.scalar(ofReference: bytes, from: referenceStart, to: position)
        guard let scalar, XMLCharacters.isCharacter(scalar) else {
            throw Fault(
                position: referenceStart,
                reason: isNumeric ? .characterReferenceOutOfRange : .entityReference)
        }
        position += 1
        state = referenceIsInValue ? .value : .content
    }

    /// After `<!`: a CDATA section, or what XMPP leaves out. Source: RFC 6120 §11.1.
    mutating func exclamation(
        _ bytes: Span<UInt8>, _ tables: inout StanzaTables
    ) throws(Fault) -> Bool {
        let start = tagStart + 2
        guard start < bytes.count else { return false }
        let word: StaticString
        switch bytes[start] {
        case UInt8(ascii: "["): word = "[CDATA["
        case UInt8(ascii: "-"): word = "--"
        case UInt8(ascii: "D"): word = "DOCTYPE"
        default: throw fault(.malformedMarkup)
        }
        guard try match(word, bytes, from: start, or: .malformedMarkup) else { return false }
        switch bytes[start] {
        case UInt8(ascii: "-"): throw Fault(position: tagStart, reason: .comment)
        case UInt8(ascii: "D"): throw Fault(position: tagStart, reason: .documentType)
        default: break
        }
        guard current != 0 else {
            throw Fault(
                position: tagStart, reason: isHeader ? .textBeforeStream : .textBetweenStanzas)
        }
        tables.elements[current].hasEncodedText = true
        token = position
        state = .section
        return true
    }

    /// Within a CDATA section. Source: XML 1.0 §2.7.
    mutating func section(
        _ bytes: Span<UInt8>, _ marks: inout MarkTable
    ) throws(Fault) -> Bool {
        while true {
            position = marks.next(withQuotes: false, in: bytes, from: position)
            guard position < bytes.count else { return false }
            switch bytes[position] {
            case UInt8(ascii: ">"):
                let isEnd = isAfterBrackets(bytes, notBefore: token)
                position += 1
                if isEnd {
                    state = .content
                    return true
                }
            case UInt8(ascii: "<"), UInt8(ascii: "&"):
                position += 1
            default:
                guard try skipSpecial(bytes) else { return false }
            }
        }
    }

    /// After `<?`: the XML declaration where it may be, or what XMPP leaves out.
    mutating func instruction(_ bytes: Span<UInt8>) throws(Fault) -> Bool {
        let start = tagStart + 2
        guard start < bytes.count else { return false }
        if position == start {
            let isName: Bool
            if bytes[start] >= 0x80 {
                guard let sequence = try sequence(bytes) else { return false }
                isName = XMLCharacters.isNameStart(sequence.scalar)
            } else {
                isName = XMLCharacters.isNameStart(ascii: bytes[start])
            }
            if !isName { throw fault(.malformedMarkup) }
        }
        let other = StreamParserError.Reason.processingInstruction
        guard try match("xml", bytes, from: start, or: other, at: tagStart) else { return false }
        guard position < bytes.count else { return false }
        guard XMLCharacters.isSpace(bytes[position]) else {
            throw Fault(position: tagStart, reason: other)
        }
        guard allowsDeclaration else {
            throw Fault(position: tagStart, reason: .misplacedDeclaration)
        }
        state = .declaration
        return true
    }

    /// After `<?xml` and white space: nothing but ASCII may follow.
    mutating func declaration(_ bytes: Span<UInt8>) throws(Fault) -> Bool {
        let limit = ParserLimits.declarationBytes
        while position < min(bytes.count, limit) {
            switch bytes[position] {
            case UInt8(ascii: ">"):
                try XMLDeclaration.check(bytes.extracting(0..<position))
                position += 1
                finish(.declaration)
                return true
            case UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                position += 1
            case 0..<0x20, 0x80..., UInt8(ascii: "<"), UInt8(ascii: "&"):
                throw fault(.malformedDeclaration)
            default:
                position += 1
            }
        }
        if position == limit { throw fault(.declarationTooLong(limit: limit)) }
        return false
    }

    /// Passes a word, of which the bytes from `start` to the position have been passed already.
    /// False: it goes on beyond these bytes. Throws, at the first byte that differs unless another
    /// place is given.
    private mutating func match(
        _ word: StaticString, _ bytes: Span<UInt8>, from start: Int,
        or reason: StreamParserError.Reason, at place: Int? = nil
    ) throws(Fault) -> Bool {
        let word = word.span
        while position - start < word.count {
            guard position < bytes.count else { return false }
            guard bytes[position] == word[position - start] else {
                throw Fault(position: place ?? position, reason: reason)
            }
            position += 1
        }
        return true
    }
}
