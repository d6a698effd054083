/// Bytes on the way out: a buffer that is filled again and again and escapes by context.
///
/// Once grown, appending allocates nothing. Characters that XML cannot carry at all (control
/// characters, U+FFFE, U+FFFF, bytes that are not UTF-8) are written as U+FFFD, the replacement
/// character: what goes out is well-formed whatever went in.
public struct StanzaWriter: Sendable {
    /// What was written so far.
    public private(set) var bytes: [UInt8] = []

    /// An empty buffer.
    public init() {}

    /// How many bytes were written so far.
    public var count: Int { bytes.count }

    /// What was written so far.
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        get { bytes.span }
    }

    /// Empties the buffer and keeps its room.
    public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Appends markup as it is.
    public mutating func raw(_ literal: StaticString) { bytes.append(copying: literal) }

    /// Appends markup as it is.
    public mutating func raw(_ markup: Span<UInt8>) { bytes.append(copying: markup) }

    /// Appends markup as it is.
    public mutating func raw(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

    /// Appends text, escaped.
    public mutating func text(_ text: String) { append(text.utf8Span.span, as: .text) }

    /// Appends text, escaped.
    public mutating func text(_ text: Span<UInt8>) { append(text, as: .text) }

    /// Appends ` name='value'`, the value escaped.
    public mutating func attribute(_ name: StaticString, _ value: String) {
        attribute(name, value.utf8Span.span)
    }

    /// Appends ` name='value'`, the value escaped.
    public mutating func attribute(_ name: StaticString, _ value: Span<UInt8>) {
        bytes.append(UInt8(ascii: " "))
        raw(name)
        raw("='")
        append(value, as: .attributeValue)
        bytes.append(UInt8(ascii: "'"))
    }

    /// Appends what stands between the quotes of an attribute, escaped for either kind of them.
    public mutating func attributeValue(_ value: Span<UInt8>) {
        append(value, as: .attributeValue)
    }

    /// Appends what stands between the quotes of an attribute, escaped for either kind of them.
    public mutating func attributeValue(_ value: String) {
        append(value.utf8Span.span, as: .attributeValue)
    }

    /// Appends a number in decimal digits.
    public mutating func decimal(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest != 0
        bytes[start...].reverse()
    }

    // MARK: Escaping

    private enum Context { case text, attributeValue }

    private mutating func append(_ span: Span<UInt8>, as context: Context) {
        var position = 0
        /// The first byte that is not written yet; runs that need no escape are copied at once.
        var pending = 0
        while position < span.count {
            let byte = span[position]
            var length = 1
            var escape: StaticString?
            if byte >= 0x80 {
                (length, escape) = Self.beyondASCII(span, at: position)
            } else {
                escape = Self.escape(of: byte, in: context)
            }
            if let escape {
                raw(span.extracting(pending..<position))
                raw(escape)
                pending = position + length
            }
            position += length
        }
        raw(span.extracting(pending..<position))
    }

    /// How a byte of ASCII has to be written; nil: as it is.
    private static func escape(of byte: UInt8, in context: Context) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "'"): context == .text ? nil : "&apos;"
        case UInt8(ascii: "\""): context == .text ? nil : "&quot;"
        // The reader would make a newline, or in an attribute a space, of these.
        case UInt8(ascii: "\r"): "&#xD;"
        case UInt8(ascii: "\n"): context == .text ? nil : "&#xA;"
        case UInt8(ascii: "\t"): context == .text ? nil : "&#x9;"
        case 0x00...0x1F: replacement
        default: nil
        }
    }

    /// The length of the sequence at `position`, and what to write for it if it is not itself.
    private static func beyondASCII(
        _ span: Span<UInt8>, at position: Int
    ) -> (length: Int, escape: StaticString?) {
        switch UTF8Sequence(span, at: position) {
        case .scalar(let scalar, let length):
            (length, XMLCharacters.isCharacter(scalar) ? nil : replacement)
        // One replacement for each maximal beginning of a sequence (Unicode 15 §3.9).
        case .invalid(let distance): (max(distance, 1), replacement)
        case .cut: (span.count - position, replacement)
        }
    }

    private static let replacement: StaticString = "\u{FFFD}"
}
