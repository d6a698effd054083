/// The classes of characters of XML 1.0, fifth edition, and how they come in UTF-8.
///
/// The ASCII part of a class is two words of bits, so that a test is a shift, not a table.
enum XMLCharacters {
    // Bit n of `low` is the character n, of `high` the character 64 + n.
    private static let nameStartHigh: UInt64 = 0x07FF_FFFE_87FF_FFFE  // A-Z _ a-z
    private static let nameLow: UInt64 = 0x03FF_6000_0000_0000  // 0-9 - .

    /// Whether an ASCII byte can begin a name; the colon cannot, it stands between two.
    @inline(__always)
    static func isNameStart(ascii byte: UInt8) -> Bool {
        byte >= 64 && byte < 128 && (nameStartHigh >> UInt64(byte &- 64)) & 1 != 0
    }

    /// Whether an ASCII byte can stand in a name; the colon cannot, it stands between two.
    @inline(__always)
    static func isName(ascii byte: UInt8) -> Bool {
        let bits = byte < 64 ? nameLow : nameStartHigh
        return byte < 128 && (bits >> UInt64(byte & 63)) & 1 != 0
    }

    /// White space. Source: XML 1.0 §2.3, production 3.
    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Whether a scalar is a character at all. Source: XML 1.0 §2.2, production 2.
    static func isCharacter(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x20...0xD7FF, 0x09, 0x0A, 0x0D, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// Whether a scalar beyond ASCII can begin a name. Source: XML 1.0 §2.3, production 4.
    static func isNameStart(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF,
            0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF,
            0xFDF0...0xFFFD, 0x10000...0xEFFFF:
            true
        default: false
        }
    }

    /// Whether a scalar beyond ASCII can stand in a name. Source: XML 1.0 §2.3, production 4a.
    static func isName(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: isNameStart(scalar)
        }
    }
}

/// A scalar that takes more than one byte of UTF-8. Source: RFC 3629 §4.
enum UTF8Sequence: Equatable {
    case scalar(UInt32, length: Int)
    /// A beginning that further bytes can make whole.
    case cut
    /// The byte at this distance cannot stand there.
    case invalid(at: Int)

    /// Decodes at `position`, where a byte of 0x80 or more stands.
    init(_ bytes: Span<UInt8>, at position: Int) {
        let lead = bytes[position]
        let length: Int
        var scalar: UInt32
        // The second byte's range keeps out overlong forms, surrogates and what is beyond U+10FFFF.
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: (length, scalar) = (2, UInt32(lead & 0x1F))
        case 0xE0: (length, scalar, second) = (3, 0, 0xA0...0xBF)
        case 0xED: (length, scalar, second) = (3, 0x0D, 0x80...0x9F)
        case 0xE1...0xEF: (length, scalar) = (3, UInt32(lead & 0x0F))
        case 0xF0: (length, scalar, second) = (4, 0, 0x90...0xBF)
        case 0xF4: (length, scalar, second) = (4, 4, 0x80...0x8F)
        case 0xF1...0xF3: (length, scalar) = (4, UInt32(lead & 0x07))
        default:
            self = .invalid(at: 0)
            return
        }
        for distance in 1..<length {
            guard position + distance < bytes.count else {
                self = .cut
                return
            }
            let byte = bytes[position + distance]
            guard distance == 1 ? second.contains(byte) : (0x80...0xBF).contains(byte) else {
                self = .invalid(at: distance)
                return
            }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        self = .scalar(scalar, length: length)
    }
}
