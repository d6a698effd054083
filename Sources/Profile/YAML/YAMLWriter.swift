/// Writes block-style YAML that reads back as the same texts.
struct YAMLWriter {
    private(set) var text = ""
    private var depth = 0
    /// Whether the next key stands behind the dash of a list item.
    private var isAfterDash = false

    mutating func key(_ key: String, _ value: String) {
        line("\(Self.scalar(key)): \(Self.scalar(value))")
    }

    /// A key whose value follows one level deeper.
    mutating func key(_ key: String, _ body: (inout YAMLWriter) -> Void) {
        line("\(Self.scalar(key)):")
        depth += 1
        body(&self)
        depth -= 1
    }

    mutating func item(_ value: String) {
        line("- \(Self.scalar(value))")
    }

    /// A list item that is a mapping of at least one key.
    mutating func item(_ body: (inout YAMLWriter) -> Void) {
        isAfterDash = true
        depth += 1
        body(&self)
        depth -= 1
    }

    private mutating func line(_ content: String) {
        if isAfterDash {
            text += String(repeating: "  ", count: depth - 1) + "- "
            isAfterDash = false
        } else {
            text += String(repeating: "  ", count: depth)
        }
        text += content + "\n"
    }

    /// The text, quoted unless every YAML reader takes it for the same text as it is.
    static func scalar(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: " "):
                true
            default: false
            }
        }
        let edges = [text.first, text.last]
        let hasBlankEdge = edges.contains(" ") || edges.contains("-") || edges.contains(".")
        if isPlain, !text.isEmpty, !hasBlankEdge { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value),
                "\u{2028}", "\u{2029}", "\u{FEFF}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
