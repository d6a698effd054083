// Start tags with their attributes, and end tags.

extension StanzaLexer {
    /// Within the name of a start tag.
    mutating func elementName(
        _ bytes: Span<UInt8>, _ tables: inout StanzaTables, _ limits: ParserLimits
    ) throws(Fault) -> Bool {
        guard try scanName(bytes, limits) else { return false }
        tables.open(
            start: tagStart, name: bytes.extracting(token..<position),
            prefixLength: colon < 0 ? 0 : colon - token, parent: current)
        declarations = 0
        prefixedAttributes = 0
        afterSpace = false
        state = .tag
        return true
    }

    /// In a start tag, outside names and values. Source: XML 1.0 §3.1, productions 40 and 44.
    mutating func tag(
        _ bytes: Span<UInt8>, _ tables: inout StanzaTables, _ limits: ParserLimits
    ) throws(Fault) -> Bool {
        if skipSpace(bytes) { afterSpace = true }
        guard position < bytes.count else { return false }
        switch bytes[position] {
        case UInt8(ascii: ">"):
            position += 1
            try endStartTag(bytes, &tables, limits, isEmpty: false)
        case UInt8(ascii: "/"):
            position += 1
            state = .emptyEnd
        default:
            if !afterSpace { throw fault(.missingSpace) }
            if tables.attributeCountOfLast == limits.attributesPerElement {
                throw fault(.tooManyAttributes(limit: limits.attributesPerElement))
            }
            beginName()
            state = .attributeName
        }
        return true
    }

    /// Within the name of an attribute.
    mutating func attributeName(
        _ bytes: Span<UInt8>, _ limits: ParserLimits
    ) throws(Fault) -> Bool {
        guard try scanName(bytes, limits) else { return false }
        attributeStart = token
        attributeLength = position - token
        attributePrefix = colon < 0 ? 0 : colon - token
        state = .equals
        return true
    }

    /// Before the `=`.
    mutating func equals(_ bytes: Span<UInt8>) throws(Fault) -> Bool {
        skipSpace(bytes)
        guard position < bytes.count else { return false }
        guard bytes[position] == UInt8(ascii: "=") else { throw fault(.malformedMarkup) }
        position += 1
        state = .quote
        return true
    }

    /// Before a value's quote.
    mutating func quote(_ bytes: Span<UInt8>) throws(Fault) -> Bool {
        skipSpace(bytes)
        guard position < bytes.count else { return false }
        quoteByte = bytes[position]
        guard quoteByte == UInt8(ascii: "'") || quoteByte == UInt8(ascii: "\"") else {
            throw fault(.malformedMarkup)
        }
        position += 1
        token = position
        valueIsEncoded = false
        state = .value
        return true
    }

    /// Within a value. Source: XML 1.0 §2.3, production 10.
    mutating func value(
        _ bytes: Span<UInt8>, _ tables: inout StanzaTables, _ marks: inout MarkTable
    ) throws(Fault) -> Bool {
        while true {
            position = marks.next(withQuotes: true, in: bytes, from: position)
            guard position < bytes.count else { return false }
            let byte = bytes[position]
            switch byte {
            case quoteByte:
                endValue(bytes, &tables)
                return true
            case UInt8(ascii: "<"):
                throw fault(.lessThanInValue)
            case UInt8(ascii: "&"):
                valueIsEncoded = true
                beginReference(isInValue: true)
                return true
            case UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: "\""):
                position += 1
            default:
                if byte < 0x20 { valueIsEncoded = true }
                guard try skipSpecial(bytes) else { return false }
            }
        }
    }

    private mutating func endValue(_ bytes: Span<UInt8>, _ tables: inout StanzaTables) {
        let name = bytes.extracting(attributeStart..<attributeStart + attributeLength)
        let isDeclaration =
            attributePrefix == 0
            ? name.isEqual(to: "xmlns")
            : name.extracting(0..<attributePrefix).isEqual(to: "xmlns")
        if isDeclaration {
            declarations += 1
        } else if attributePrefix != 0 {
            prefixedAttributes += 1
        }
        tables.append(
            AttributeRecord(
                nameWord: name.firstWord, nameStart: UInt32(attributeStart),
                nameLength: UInt16(attributeLength), prefixLength: UInt16(attributePrefix),
                value: ByteRange(token, count: position - token), isEncoded: valueIsEncoded,
                isDeclaration: isDeclaration))
        position += 1
        afterSpace = false
        state = .tag
    }

    /// After the `/` of an empty element.
    mutating func emptyEnd(
        _ bytes: Span<UInt8>, _ tables: inout StanzaTables, _ limits: ParserLimits
    ) throws(Fault) -> Bool {
        guard position < bytes.count else { return false }
        guard bytes[position] == UInt8(ascii: ">") else { throw fault(.malformedMarkup) }
        position += 1
        try endStartTag(bytes, &tables, limits, isEmpty: true)
        return true
    }

    private mutating func endStartTag(
        _ bytes: Span<UInt8>, _ tables: inout StanzaTables, _ limits: ParserLimits, isEmpty: Bool
    ) throws(Fault) {
        try tables.resolveLast(
            bytes, declarations: declarations, prefixedAttributes: prefixedAttributes, limits)
        let element = tables.elements.count - 1
        tables.elements[element].contentStart = UInt32(position)
        if isHeader || isEmpty {
            tables.elements[element].contentEnd = UInt32(position)
            tables.elements[element].end = UInt32(position)
            if isHeader {
                finish(.header(isEmpty: isEmpty))
            } else if current == 0 {
                finish(.stanza)
            } else {
                state = .content
            }
        } else {
            current = element
            state = .content
        }
    }

    // MARK: End tags

    /// Within the name of an end tag, which has to be that of the innermost open element.
    mutating func endName(
        _ bytes: Span<UInt8>, _ tables: borrowing StanzaTables
    ) throws(Fault) -> Bool {
        let name = tables.qualifiedName(ofElement: current)
        let expected =
            current == 0 ? tables.auxiliary.span.part(name) : bytes.part(name)
        while position - token < expected.count {
            guard position < bytes.count else { return false }
            guard bytes[position] == expected[position - token] else {
                throw fault(.mismatchedEndTag)
            }
            position += 1
        }
        state = .endTag
        return true
    }

    /// After the name of an end tag. Source: XML 1.0 §3.1, production 42.
    mutating func endTag(
        _ bytes: Span<UInt8>, _ tables: inout StanzaTables
    ) throws(Fault) -> Bool {
        // A longer name is another name.
        let isAfterName = !skipSpace(bytes) && !XMLCharacters.isSpace(bytes[position - 1])
        guard position < bytes.count else { return false }
        guard bytes[position] == UInt8(ascii: ">") else {
            throw fault(isAfterName ? .mismatchedEndTag : .malformedMarkup)
        }
        position += 1
        if current == 0 {
            finish(.end)
            return true
        }
        tables.elements[current].contentEnd = UInt32(tagStart)
        tables.elements[current].end = UInt32(position)
        current = Int(tables.elements[current].parent)
        if current == 0 {
            finish(.stanza)
        } else {
            state = .content
        }
        return true
    }
}
