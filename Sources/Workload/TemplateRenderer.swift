public import Profile
public import StanzaParser

/// Fills templates in.
///
/// A class, since every stanza needs it: one reference instead of the texts' six arrays.
public final class TemplateRenderer: Sendable {
    /// What of a template is escaped, so that it is right in character data and in attribute values.
    public enum Escaping: Sendable {
        case nothing
        /// What is filled in; the literal parts are markup.
        case values
        case everything
    }

    private let text = TextSource()
    private let escapedText = TextSource(escaping: true)

    public init() {}

    /// Appends the filled-in template.
    ///
    /// - Parameter field: appends the value of a field, escaped unless nothing is to be.
    public func render(
        _ template: Template, _ random: inout SeededRandom, escaping: Escaping,
        to writer: inout StanzaWriter,
        field: (_ field: TemplateField, _ writer: inout StanzaWriter) -> Void
    ) {
        let segments = template.segments.span
        for index in segments.indices {
            switch segments[index] {
            case .literal(let bytes):
                writer.append(bytes.span, escaping: escaping == .everything)
            case .field(let name): field(name, &writer)
            case .uuid: Self.writeUUID(&random, to: &writer)
            case .random(let from, let to): writer.decimal(random.between(from, to))
            case .text(let from, let to):
                let count = Int(random.between(Int64(from), Int64(to)))
                if escaping == .nothing {
                    text.write(characters: count, &random, to: &writer)
                } else {
                    escapedText.write(characters: count, &random, to: &writer)
                }
            }
        }
    }

    /// Appends a random UUID (RFC 9562 §5.4) in lower case.
    private static func writeUUID(_ random: inout SeededRandom, to writer: inout StanzaWriter) {
        let high = random.next() & ~0xF000 | 0x4000
        let low = random.next() & ~(0xC << 60) | 0x8 << 60
        var text = InlineArray<36, UInt8>(repeating: UInt8(ascii: "-"))
        var place = 0
        for nibble in 0..<32 {
            if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 { place += 1 }
            let word = nibble < 16 ? high : low
            let digit = UInt8(truncatingIfNeeded: word >> (60 - UInt64(nibble % 16) * 4)) & 0xF
            text[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            place += 1
        }
        writer.raw(text.span)
    }

    /// Appends a time of day as XEP-0082 writes it: `2026-01-31T12:34:56.789Z`.
    ///
    /// Units: milliseconds since 1970, from 0 to the end of the year 9999.
    public static func writeDateTime(
        millisecondsSince1970 milliseconds: Int64, to writer: inout StanzaWriter
    ) {
        precondition(milliseconds >= 0, "XEP-0082 times of a run lie after 1970")
        let (days, inDay) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        // Days to a date of the Gregorian calendar, years from March (Hinnant, "chrono").
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        write(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), digits: 4, to: &writer)
        writer.raw("-")
        write(month, digits: 2, to: &writer)
        writer.raw("-")
        write(dayOfYear - (153 * marchMonth + 2) / 5 + 1, digits: 2, to: &writer)
        writer.raw("T")
        write(inDay / 3_600_000, digits: 2, to: &writer)
        writer.raw(":")
        write(inDay / 60_000 % 60, digits: 2, to: &writer)
        writer.raw(":")
        write(inDay / 1_000 % 60, digits: 2, to: &writer)
        writer.raw(".")
        write(inDay % 1_000, digits: 3, to: &writer)
        writer.raw("Z")
    }

    /// Appends a number with zeros before it.
    private static func write(_ value: Int64, digits: Int, to writer: inout StanzaWriter) {
        var least: Int64 = 10
        for _ in 1..<digits {
            if value < least { writer.raw("0") }
            least *= 10
        }
        writer.decimal(value)
    }
}

extension StanzaWriter {
    /// Appends bytes, escaped for character data and attribute values unless they are to stay as
    /// they are.
    public mutating func append(_ bytes: Span<UInt8>, escaping: Bool) {
        if escaping { attributeValue(bytes) } else { raw(bytes) }
    }

    /// Likewise.
    public mutating func append(_ bytes: [UInt8], escaping: Bool) {
        append(bytes.span, escaping: escaping)
    }

    /// Likewise.
    public mutating func append(_ text: String, escaping: Bool) {
        append(text.utf8Span.span, escaping: escaping)
    }
}

/// Field values held as bytes: the plain way to render, for tests and for what is not hot.
public struct TemplateContext: Sendable {
    /// The account's number, from 1.
    public var index: Int64
    public var user: [UInt8]
    public var domain: [UInt8]
    public var jid: [UInt8]
    public var resource: [UInt8]
    public var id: [UInt8]
    /// For `${now}`.
    public var millisecondsSince1970: Int64
    /// By `Profile.csvColumns`.
    public var columns: [[UInt8]]
    /// By `Profile.variables`; empty until extracted.
    public var variables: [[UInt8]]

    public init(
        index: Int64, user: [UInt8] = [], domain: [UInt8] = [], jid: [UInt8] = [],
        resource: [UInt8] = [], id: [UInt8] = [], millisecondsSince1970: Int64 = 0,
        columns: [[UInt8]] = [], variables: [[UInt8]] = []
    ) {
        self.index = index
        self.user = user
        self.domain = domain
        self.jid = jid
        self.resource = resource
        self.id = id
        self.millisecondsSince1970 = millisecondsSince1970
        self.columns = columns
        self.variables = variables
    }

    public func write(_ field: TemplateField, escaping: Bool, to writer: inout StanzaWriter) {
        switch field {
        case .index: writer.decimal(index)
        case .user: writer.append(user, escaping: escaping)
        case .domain: writer.append(domain, escaping: escaping)
        case .jid: writer.append(jid, escaping: escaping)
        case .resource: writer.append(resource, escaping: escaping)
        case .id: writer.append(id, escaping: escaping)
        case .now:
            TemplateRenderer.writeDateTime(
                millisecondsSince1970: millisecondsSince1970, to: &writer)
        case .csv(let column): writer.append(columns[column], escaping: escaping)
        case .variable(let variable): writer.append(variables[variable], escaping: escaping)
        }
    }
}
