public import Profile

/// The values of a template's fields; each is appended unescaped.
///
/// Public, as the renderer is specialised for the engine's own session type.
public protocol TemplateFields: ~Copyable {
    func append(_ field: TemplateField, to buffer: inout [UInt8])
}

/// Fills templates in.
///
/// A class, since every stanza needs it: one reference instead of the texts' six arrays.
public final class TemplateRenderer: Sendable {
    @usableFromInline let text = TextSource()
    @usableFromInline let escapedText = TextSource(escaping: true)

    public init() {}

    /// Appends the filled-in template to `buffer`, which is all that may grow.
    ///
    /// With `escaping`, what is filled in is escaped so that it is right both in character data
    /// and in attribute values; the literal parts are copied as they are.
    @inlinable public func render<Fields: TemplateFields & ~Copyable>(
        _ template: Template, _ fields: borrowing Fields,
        _ random: inout SeededRandom, escaping: Bool, into buffer: inout [UInt8]
    ) {
        for segment in template.segments {
            switch segment {
            case .literal(let bytes): buffer.append(contentsOf: bytes)
            case .field(let field):
                let start = buffer.count
                fields.append(field, to: &buffer)
                if escaping { Self.escape(&buffer, from: start) }
            case .uuid: Self.appendUUID(&random, to: &buffer)
            case .random(let from, let to):
                Self.appendDecimal(random.between(from, to), to: &buffer)
            case .text(let from, let to):
                let count = random.between(Int64(from), Int64(to))
                if escaping {
                    escapedText.append(characters: Int(count), &random, to: &buffer)
                } else {
                    text.append(characters: Int(count), &random, to: &buffer)
                }
            }
        }
    }

    /// Appends a number in decimal.
    public static func appendDecimal(_ value: Int64, to buffer: inout [UInt8]) {
        if value < 0 { buffer.append(UInt8(ascii: "-")) }
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var first = digits.count
        var rest = value.magnitude
        repeat {
            first -= 1
            digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        for index in first..<digits.count { buffer.append(digits[index]) }
    }

    /// Appends a random UUID (RFC 9562 §5.4) in lower case.
    public static func appendUUID(_ random: inout SeededRandom, to buffer: inout [UInt8]) {
        let high = random.next() & ~0xF000 | 0x4000
        let low = random.next() & ~(0xC << 60) | 0x8 << 60
        for nibble in 0..<32 {
            if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
                buffer.append(UInt8(ascii: "-"))
            }
            let word = nibble < 16 ? high : low
            let digit = UInt8(truncatingIfNeeded: word >> (60 - UInt64(nibble % 16) * 4)) & 0xF
            buffer.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    /// Appends a time of day as XEP-0082 writes it: `2026-01-31T12:34:56.789Z`.
    ///
    /// Units: milliseconds since 1970, from 0 to the end of the year 9999.
    public static func appendDateTime(
        millisecondsSince1970 milliseconds: Int64, to buffer: inout [UInt8]
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
        append(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), digits: 4, "-", to: &buffer)
        append(month, digits: 2, "-", to: &buffer)
        append(dayOfYear - (153 * marchMonth + 2) / 5 + 1, digits: 2, "T", to: &buffer)
        append(inDay / 3_600_000, digits: 2, ":", to: &buffer)
        append(inDay / 60_000 % 60, digits: 2, ":", to: &buffer)
        append(inDay / 1_000 % 60, digits: 2, ".", to: &buffer)
        append(inDay % 1_000, digits: 3, "Z", to: &buffer)
    }

    private static func append(
        _ value: Int64, digits: Int, _ suffix: Unicode.Scalar, to buffer: inout [UInt8]
    ) {
        var divisor: Int64 = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            buffer.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
        buffer.append(UInt8(ascii: suffix))
    }

    /// Escapes what lies from `start` on, in place; what XML has no place for becomes `?`.
    public static func escape(_ buffer: inout [UInt8], from start: Int) {
        var growth = 0
        for index in start..<buffer.count {
            if let reference = reference(for: buffer[index]) {
                growth += reference.utf8CodeUnitCount - 1
            } else if isForbidden(buffer[index]) {
                buffer[index] = UInt8(ascii: "?")
            }
        }
        guard growth > 0 else { return }
        var source = buffer.count
        for _ in 0..<growth { buffer.append(0) }
        var end = buffer.count
        // From the back, so that nothing is overwritten before it is read.
        while source > start {
            source -= 1
            let byte = buffer[source]
            guard let reference = reference(for: byte) else {
                end -= 1
                buffer[end] = byte
                continue
            }
            let length = reference.utf8CodeUnitCount
            end -= length
            for (offset, unit) in reference.description.utf8.enumerated() {
                buffer[end + offset] = unit
            }
        }
    }

    private static func reference(for byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "'"): "&apos;"
        case UInt8(ascii: "\""): "&quot;"
        default: nil
        }
    }

    /// Control characters other than tab, line feed and carriage return (XML 1.0 §2.2).
    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
    }
}

/// The fields of a template that has none.
public struct NoFields: TemplateFields {
    @inlinable public init() {}

    @inlinable public func append(_ field: TemplateField, to buffer: inout [UInt8]) {
        preconditionFailure("the template was found to have no fields")
    }
}

/// Field values held as bytes: the plain way to render, for tests and for what is not hot.
public struct TemplateContext: TemplateFields, Sendable {
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

    public func append(_ field: TemplateField, to buffer: inout [UInt8]) {
        switch field {
        case .index: TemplateRenderer.appendDecimal(index, to: &buffer)
        case .user: buffer.append(contentsOf: user)
        case .domain: buffer.append(contentsOf: domain)
        case .jid: buffer.append(contentsOf: jid)
        case .resource: buffer.append(contentsOf: resource)
        case .id: buffer.append(contentsOf: id)
        case .now:
            TemplateRenderer.appendDateTime(
                millisecondsSince1970: millisecondsSince1970, to: &buffer)
        case .csv(let column): buffer.append(contentsOf: columns[column])
        case .variable(let variable): buffer.append(contentsOf: variables[variable])
        }
    }
}
