internal import CByteScan

/// Where text is written, which decides what has to be escaped.
enum EscapeContext: Sendable {
    case text
    /// Between quotes of either kind.
    case attributeValue
}

/// What is scanned of a text at a time, on the stack.
private struct EscapeWindow {
    /// Bytes of a window.
    private static let bytes = 256

    // Room for the stops and names of a window, by what `clamor_scan` says that it needs.
    var stops = InlineArray<328, UInt16>(repeating: 0)
    private var names = InlineArray<6, UInt64>(repeating: 0)

    mutating func scan(_ span: Span<UInt8>, from start: Int) -> ClamorScan {
        assert(stops.count == Self.bytes + CLAMOR_SENTINELS + CLAMOR_BYTES_PER_BLOCK)
        assert(names.count == Self.bytes / CLAMOR_BYTES_PER_BLOCK + 2)
        let window = span.extracting(start..<min(start + Self.bytes, span.count))
        var stops = stops.mutableSpan
        var names = names.mutableSpan
        return unsafe window.withUnsafeBufferPointer { window in
            unsafe stops.withUnsafeMutableBufferPointer { stops in
                unsafe names.withUnsafeMutableBufferPointer { names in
                    unsafe clamor_scan(
                        clamor_kernel_best(), window.baseAddress, window.count,
                        stops.baseAddress, names.baseAddress)
                }
            }
        }
    }
}

extension StanzaWriter {
    /// The first byte of the first character that XML cannot carry, however it is written; nil: there
    /// is none. Source: XML 1.0 §2.2, production 2.
    public static func firstUnwritable(in bytes: Span<UInt8>) -> Int? {
        var found: Int?
        forEachStop(in: bytes) { position in
            let byte = bytes[position]
            if byte >= 0x80 {
                let (length, escape) = beyondASCII(bytes, at: position)
                if escape != nil { found = found ?? position }
                return length
            }
            if byte < 0x20, !XMLCharacters.isSpace(byte) { found = found ?? position }
            return 1
        }
        return found
    }

    /// Appends, with what would be markup or would not come back as it is escaped.
    mutating func append(_ span: Span<UInt8>, for context: EscapeContext) {
        /// The first byte that is not written yet; runs that need no escape are copied at once.
        var pending = 0
        Self.forEachStop(in: span) { position in
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
            return length
        }
        raw(span.extracting(pending..<span.count))
    }

    /// Calls `body` where the kernel finds markup, a quote, a control character or what is no
    /// character; it returns how many bytes it has dealt with.
    @inline(__always)
    private static func forEachStop(in span: Span<UInt8>, _ body: (_ position: Int) -> Int) {
        var window = EscapeWindow()
        var start = 0
        var next = 0
        while start < span.count {
            let scan = window.scan(span, from: start)
            for index in 0..<scan.stops {
                let position = start + Int(window.stops[index])
                // A sequence that is amiss may have more stops than its first byte.
                if position >= next { next = position + body(position) }
            }
            start += scan.bytes
        }
    }

    /// How a byte of ASCII has to be written; nil: as it is.
    private static func escape(of byte: UInt8, in context: EscapeContext) -> StaticString? {
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
