/// The grammar, to the byte: it knows where in it a stanza is, and what is wrong at which place.
///
/// What comes whole and as it usually does is left to the `StanzaWalk`. The lexer can stop between any two bytes and go on there when more has come. It holds positions only,
/// counted from the first byte of the stanza; the bytes are handed in anew with each call, and
/// those before `position` are not looked at again, except for names that are compared. (Of a
/// UTF-8 sequence or of `]]>` that was cut, up to three bytes are.)
struct StanzaLexer {
    /// What a complete unit of the stream was.
    enum Outcome: Equatable {
        case declaration
        case header(isEmpty: Bool)
        case stanza
        case end
    }

    /// What is wrong, and at which byte of the stanza.
    struct Fault: Error {
        var position: Int
        var reason: StreamParserError.Reason
    }

    /// What comes next.
    enum State: UInt8 {
        /// After `<`.
        case markup
        /// Within the name of a start tag.
        case elementName
        /// In a start tag, outside names and values.
        case tag
        /// Within the name of an attribute.
        case attributeName
        /// Before the `=`.
        case equals
        /// Before the value's quote.
        case quote
        /// Within a value.
        case value
        /// After the `/` of an empty element.
        case emptyEnd
        /// Text.
        case content
        /// After `&`.
        case reference
        /// Within the name of an end tag.
        case endName
        /// After the name of an end tag.
        case endTag
        /// After `<!`.
        case exclamation
        /// Within a CDATA section.
        case section
        /// After `<?`.
        case instruction
        /// Within an XML declaration.
        case declaration
        case done
    }

    /// The first byte that was not consumed.
    var position = 0
    var state = State.markup
    /// Where the stream is: before its header or within.
    var isHeader = false
    /// Whether the first thing may be an XML declaration.
    var allowsDeclaration = false
    /// The innermost open element; 0: none.
    var current = 0
    /// The `<` of the tag, section or declaration.
    var tagStart = 0
    /// The first byte of the name or value.
    var token = 0
    /// The colon of the name; -1: none yet.
    var colon = -1
    /// Whether the next character of the name has to be one that names begin with.
    var expectsNameStart = false
    /// The `&`, and what it stands in.
    var referenceStart = 0
    var referenceIsInValue = false
    /// The attribute that is being read: its name, the quote, and whether it has to be decoded.
    var attributeStart = 0
    var attributeLength = 0
    var attributePrefix = 0
    var quoteByte: UInt8 = 0
    var valueIsEncoded = false
    /// Whether white space came since the last name or value.
    var afterSpace = false
    /// What the start tag has, so that the common one needs no second look.
    var declarations = 0
    var prefixedAttributes = 0
    var outcome = Outcome.stanza

    /// Starts at the `<` of a unit of a stream that is in this phase.
    mutating func begin(in phase: StreamState.Phase) {
        self = StanzaLexer()
        position = 1
        isHeader = phase != .open
        allowsDeclaration = phase == .start
    }

    /// Starts between two tags of a stanza, where the walk has left it.
    mutating func beginBetweenTags() {
        let (position, current) = (position, current)
        self = StanzaLexer()
        (self.position, self.current) = (position, current)
        state = .content
    }

    /// How far the lexer came.
    enum Progress {
        case complete(Outcome)
        /// To the end of the bytes.
        case incomplete
        /// To the end of a tag or the like within a stanza.
        case betweenTags
    }

    /// Reads on to the end of the unit or, if `stops`, of the tag that comes next.
    mutating func run(
        _ bytes: Span<UInt8>, _ tables: inout StanzaTables, _ marks: inout MarkTable,
        _ limits: ParserLimits, stopsBetweenTags stops: Bool, steps: inout UInt64
    ) throws(Fault) -> Progress {
        var goesOn = true
        var isFirst = true
        while goesOn {
            steps &+= 1
            switch state {
            case .markup: goesOn = try markup(bytes, tables, limits)
            case .elementName: goesOn = try elementName(bytes, &tables, limits)
            case .tag: goesOn = try tag(bytes, &tables, limits)
            case .attributeName: goesOn = try attributeName(bytes, limits)
            case .equals: goesOn = try equals(bytes)
            case .quote: goesOn = try quote(bytes)
            case .value: goesOn = try value(bytes, &tables, &marks)
            case .emptyEnd: goesOn = try emptyEnd(bytes, &tables, limits)
            case .content:
                if stops, !isFirst { return .betweenTags }
                goesOn = try content(bytes, &tables, &marks)
            case .reference: goesOn = try reference(bytes)
            case .endName: goesOn = try endName(bytes, tables)
            case .endTag: goesOn = try endTag(bytes, &tables)
            case .exclamation: goesOn = try exclamation(bytes, &tables)
            case .section: goesOn = try section(bytes, &marks)
            case .instruction: goesOn = try instruction(bytes)
            case .declaration: goesOn = try declaration(bytes)
            case .done: return .complete(outcome)
            }
            isFirst = false
        }
        return .incomplete
    }

    /// Passes a byte that comes next and with which nothing begins or ends; false: `run` has to look.
    mutating func takePlain(_ byte: UInt8, at end: Int, _ limits: ParserLimits) -> Bool {
        guard position == end else { return false }
        switch state {
        case .content, .value, .section:
            switch byte {
            case 0..<0x20, 0x80..., UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"),
                UInt8(ascii: "'"), UInt8(ascii: "\""):
                return false
            default: break
            }
        case .elementName, .attributeName:
            guard !expectsNameStart, XMLCharacters.isName(ascii: byte),
                position - token < limits.nameBytes
            else { return false }
        default: return false
        }
        position += 1
        return true
    }

    // MARK: After `<`

    private mutating func markup(
        _ bytes: Span<UInt8>, _ tables: borrowing StanzaTables, _ limits: ParserLimits
    ) throws(Fault) -> Bool {
        guard position < bytes.count else { return false }
        switch bytes[position] {
        case UInt8(ascii: "/"):
            if isHeader { throw fault(.malformedMarkup) }
            position += 1
            token = position
            state = .endName
        case UInt8(ascii: "!"):
            position += 1
            state = .exclamation
        case UInt8(ascii: "?"):
            position += 1
            state = .instruction
        default:
            if tables.elements[current].level == limits.depth {
                throw Fault(position: tagStart, reason: .tooDeep(limit: limits.depth))
            }
            beginName()
            state = .elementName
        }
        return true
    }

    // MARK: Names

    mutating func beginName() {
        token = position
        colon = -1
        expectsNameStart = true
    }

    /// Reads a name to its end; false: the end is not in these bytes.
    ///
    /// A name has one colon at most, and on both sides of it what can begin a name.
    /// Source: Namespaces in XML 1.0 §4.
    mutating func scanName(
        _ bytes: Span<UInt8>, _ limits: ParserLimits
    ) throws(Fault) -> Bool {
        let limit = token + limits.nameBytes
        while position < bytes.count {
            let byte = bytes[position]
            if !expectsNameStart, position < limit, XMLCharacters.isName(ascii: byte) {
                position += 1
                continue
            }
            var length = 1
            if XMLCharacters.isNameStart(ascii: byte) {
                expectsNameStart = false
            } else if byte == UInt8(ascii: ":") {
                if expectsNameStart || colon >= 0 { throw fault(.malformedName) }
                colon = position
                expectsNameStart = true
            } else if XMLCharacters.isName(ascii: byte) {
                if expectsNameStart { throw fault(.malformedName) }
            } else if byte >= 0x80 {
                guard let sequence = try sequence(bytes) else { return false }
                let isAllowed =
                    expectsNameStart
                    ? XMLCharacters.isNameStart(sequence.scalar)
                    : XMLCharacters.isName(sequence.scalar)
                if !isAllowed { throw fault(.malformedName) }
                expectsNameStart = false
                length = sequence.length
            } else {
                if expectsNameStart { throw fault(.malformedName) }
                return true
            }
            if position + length > limit {
                throw fault(.nameTooLong(limit: limits.nameBytes))
            }
            position += length
        }
        return false
    }

    // MARK: Text

    private mutating func content(
        _ bytes: Span<UInt8>, _ tables: inout StanzaTables, _ marks: inout MarkTable
    ) throws(Fault) -> Bool {
        while true {
            position = marks.next(withQuotes: false, in: bytes, from: position)
            guard position < bytes.count else { return false }
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "<"):
                tagStart = position
                position += 1
                state = .markup
                return true
            case UInt8(ascii: "&"):
                tables.elements[current].hasEncodedText = true
                beginReference(isInValue: false)
                return true
            case UInt8(ascii: ">"):
                // What comes before text ends in `>` or `;`: the brackets can only be text.
                if isAfterBrackets(bytes, notBefore: 0) { throw fault(.sectionEndInText) }
                position += 1
            default:
                if byte == UInt8(ascii: "\r") { tables.elements[current].hasEncodedText = true }
                guard try skipSpecial(bytes) else { return false }
            }
        }
    }

    // MARK: Common to all

    func fault(_ reason: StreamParserError.Reason) -> Fault {
        Fault(position: position, reason: reason)
    }

    mutating func finish(_ outcome: Outcome) {
        self.outcome = outcome
        state = .done
    }

    /// Whether there was any.
    @discardableResult
    mutating func skipSpace(_ bytes: Span<UInt8>) -> Bool {
        let start = position
        while position < bytes.count, XMLCharacters.isSpace(bytes[position]) { position += 1 }
        return position > start
    }

    /// Whether `]]` stands before the `>` at the position.
    func isAfterBrackets(_ bytes: Span<UInt8>, notBefore start: Int) -> Bool {
        position - 2 >= start && bytes[position - 1] == UInt8(ascii: "]")
            && bytes[position - 2] == UInt8(ascii: "]")
    }

    /// Passes white space that is marked, or a run of characters beyond ASCII.
    /// False: the run ends within a character that may go on.
    mutating func skipSpecial(_ bytes: Span<UInt8>) throws(Fault) -> Bool {
        guard bytes[position] >= 0x80 else {
            guard XMLCharacters.isCharacter(UInt32(bytes[position])) else {
                throw fault(.invalidCharacter)
            }
            position += 1
            return true
        }
        while position < bytes.count, bytes[position] >= 0x80 {
            guard let sequence = try sequence(bytes) else { return false }
            guard XMLCharacters.isCharacter(sequence.scalar) else {
                throw fault(.invalidCharacter)
            }
            position += sequence.length
        }
        return true
    }

    /// The character beyond ASCII at the position; nil: it may go on beyond these bytes.
    func sequence(_ bytes: Span<UInt8>) throws(Fault) -> (scalar: UInt32, length: Int)? {
        switch UTF8Sequence(bytes, at: position) {
        case .scalar(let scalar, let length): return (scalar, length)
        case .cut: return nil
        case .invalid(let distance):
            throw Fault(position: position + distance, reason: .invalidUTF8)
        }
    }
}
