/// Bytes on the way out: a buffer that is filled again and again and escapes by context.
///
/// Once grown, appending allocates nothing, and an append is a check of the room and a copy. Characters that XML cannot carry at all (control
/// characters, U+FFFE, U+FFFF, bytes that are not UTF-8) are written as U+FFFD, the replacement
/// character: what goes out is well-formed whatever went in. Whoever would rather refuse them asks
/// `firstUnwritable(in:)` before.
public struct StanzaWriter: Sendable {
    /// What was written so far, then room; it only grows.
    private var buffer: [UInt8] = []
    /// How many bytes were written so far.
    public private(set) var count = 0
    /// What `value` escapes for: either, or what the slot stands in that is being filled.
    private var valueContext = EscapeContext.attributeValue

    /// An empty buffer.
    public init() {}

    /// A copy of what was written so far.
    public var bytes: [UInt8] { Array(buffer.prefix(count)) }

    /// What was written so far.
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        get { buffer.span.extracting(first: count) }
    }

    /// Empties the buffer and keeps its room.
    public mutating func removeAll() { count = 0 }

    /// Appends markup as it is.
    public mutating func raw(_ literal: StaticString) { raw(literal.span) }

    /// Appends markup as it is.
    public mutating func raw(_ markup: Span<UInt8>) {
        makeRoom(for: markup.count)
        buffer.replace(at: count, copying: markup)
        count += markup.count
    }

    /// Appends markup as it is.
    public mutating func raw(_ markup: [UInt8]) { raw(markup.span) }

    /// Appends markup as it is.
    ///
    /// Disfavoured, or a literal would be taken for a string and not for the bytes that it is.
    @_disfavoredOverload
    public mutating func raw(_ markup: String) { raw(markup.utf8Span.span) }

    private mutating func byte(_ scalar: Unicode.Scalar) {
        makeRoom(for: 1)
        buffer[count] = UInt8(ascii: scalar)
        count += 1
    }

    @inline(__always)
    private mutating func makeRoom(for added: Int) {
        if buffer.count - count < added { grow(by: added) }
    }

    @inline(never)
    private mutating func grow(by added: Int) {
        let more = max(added, buffer.count, 256)
        buffer.append(contentsOf: repeatElement(0, count: more))
    }

    /// Appends text, escaped.
    public mutating func text(_ text: String) { append(text.utf8Span.span, for: .text) }

    /// Appends text, escaped.
    public mutating func text(_ text: Span<UInt8>) { append(text, for: .text) }

    /// Appends ` name='value'`, the value escaped.
    public mutating func attribute(_ name: StaticString, _ value: String) {
        attribute(name, value.utf8Span.span)
    }

    /// Appends ` name='value'`, the value escaped.
    public mutating func attribute(_ name: StaticString, _ value: Span<UInt8>) {
        byte(" ")
        raw(name)
        raw("='")
        append(value, for: .attributeValue)
        byte("'")
    }

    /// Appends what stands between the quotes of an attribute, escaped for either kind of them.
    public mutating func attributeValue(_ value: Span<UInt8>) {
        append(value, for: .attributeValue)
    }

    /// Appends what stands between the quotes of an attribute, escaped for either kind of them.
    public mutating func attributeValue(_ value: String) {
        append(value.utf8Span.span, for: .attributeValue)
    }

    /// Appends a number in decimal digits.
    public mutating func decimal(_ value: Int64) {
        // The longest has 19 digits; they are found from the last one on.
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var first = digits.count
        var rest = value.magnitude
        repeat {
            first -= 1
            digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        } while rest != 0
        if value < 0 { byte("-") }
        raw(digits.span.extracting(first..<digits.count))
    }

    // MARK: Templates

    /// Appends a stanza; `fill` is called for each slot, by the number of its name, and appends the
    /// value with `value` or `decimal`.
    public mutating func render(
        _ template: StanzaTemplate, _ fill: (_ slot: Int, _ writer: inout StanzaWriter) -> Void
    ) {
        var start = 0
        let fixed = template.fixed.span
        let slots = template.slots.span
        for index in slots.indices {
            let slot = slots[index]
            raw(fixed.extracting(start..<slot.position))
            start = slot.position
            valueContext = slot.context
            fill(slot.number, &self)
        }
        valueContext = .attributeValue
        raw(fixed.extracting(start..<fixed.count))
    }

    /// Appends the value of a slot, escaped for where it stands.
    public mutating func value(_ value: Span<UInt8>) { append(value, for: valueContext) }

    /// Appends the value of a slot, escaped for where it stands.
    public mutating func value(_ value: String) { append(value.utf8Span.span, for: valueContext) }
}
