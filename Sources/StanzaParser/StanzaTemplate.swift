/// A stanza compiled once: the bytes that are always the same, and the slots between them.
///
/// `StanzaWriter.render` fills it in and allocates nothing once its buffer has grown. Whatever the
/// values are, a well-formed stanza comes out.
public struct StanzaTemplate: Sendable {
    /// A place where a value goes.
    struct Slot {
        /// How many of the fixed bytes come before it.
        var position: Int
        /// Index into the names.
        var number: Int
        var context: EscapeContext
    }

    /// The slots' names, by their numbers: each once, in the order in which they come first.
    public let names: [String]
    let fixed: [UInt8]
    let slots: [Slot]

    /// Compiles a stanza that has `${name}` where a value goes, in text or in attribute values.
    ///
    /// Throws: why it is not a stanza; offsets count in the source.
    public init(_ source: String, limits: ParserLimits = ParserLimits()) throws(StreamParserError) {
        var compiler = Compiler()
        try compiler.compile(Array(source.utf8))
        // The slots as letters are what any value is to the grammar.
        if let error = checkStanza(compiler.filled, limits: limits) { throw error }
        names = compiler.names
        fixed = compiler.fixed
        slots = compiler.slots
    }

    /// Takes a source apart. What it takes for tags, values and text is that if the stanza is
    /// well-formed.
    private struct Compiler {
        var names: [String] = []
        var fixed: [UInt8] = []
        var slots: [Slot] = []
        /// The source with each slot made as many letters.
        var filled: [UInt8] = []

        private enum Place: Equatable { case text, tag, value(quote: UInt8), section }
        private var place = Place.text

        mutating func compile(_ source: [UInt8]) throws(StreamParserError) {
            var position = 0
            while position < source.count {
                if source[position...].starts(with: "${".utf8) {
                    position = try addSlot(source, at: position)
                } else {
                    step(over: source, at: position)
                    fixed.append(source[position])
                    filled.append(source[position])
                    position += 1
                }
            }
        }

        /// Returns the position behind the `}`.
        private mutating func addSlot(
            _ source: [UInt8], at start: Int
        ) throws(StreamParserError) -> Int {
            let context: EscapeContext
            switch place {
            case .text: context = .text
            case .value: context = .attributeValue
            case .tag, .section:
                throw StreamParserError(offset: UInt64(start), reason: .misplacedSlot)
            }
            guard let end = source[start...].firstIndex(of: UInt8(ascii: "}")), end > start + 2
            else { throw StreamParserError(offset: UInt64(start), reason: .misplacedSlot) }
            let name = String(decoding: source[(start + 2)..<end], as: UTF8.self)
            let number = names.firstIndex(of: name) ?? names.count
            if number == names.count { names.append(name) }
            slots.append(Slot(position: fixed.count, number: number, context: context))
            filled.append(
                contentsOf: repeatElement(UInt8(ascii: "x"), count: end + 1 - start))
            return end + 1
        }

        private mutating func step(over source: [UInt8], at position: Int) {
            let byte = source[position]
            switch place {
            case .text where byte == UInt8(ascii: "<"):
                place = source[position...].starts(with: "<![CDATA[".utf8) ? .section : .tag
            case .tag where byte == UInt8(ascii: ">"): place = .text
            case .tag where byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\""):
                place = .value(quote: byte)
            case .value(byte): place = .tag
            case .section where byte == UInt8(ascii: ">"):
                if fixed.suffix(2).elementsEqual("]]".utf8) { place = .text }
            default: break
            }
        }
    }
}
