/// Text as it may stand in XML and HTML: the one place where it is escaped.
enum MarkupText {
    /// For the content of elements and for attributes in either kind of quotes.
    ///
    /// A character that XML 1.0 does not have becomes U+FFFD (XML 1.0 §2.2).
    static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n": escaped.unicodeScalars.append(scalar)
            case "\u{0}"..<"\u{20}", "\u{7f}"..<"\u{a0}", "\u{fffe}", "\u{ffff}":
                escaped += "\u{fffd}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
