/// GitHub's Markdown: the one place where text is escaped for it.
enum MarkdownText {
    enum Alignment: String {
        case left = "---"
        case right = "---:"
    }

    /// The lines of a table; none without rows.
    static func table(
        _ titles: [String], _ alignments: [Alignment], _ rows: [[String]]
    ) -> [String] {
        if rows.isEmpty { return [] }
        return ([titles, alignments.map(\.rawValue)] + rows).map { cells in
            "| \(cells.joined(separator: " | ")) |"
        }
    }

    /// Text that is nothing but text, on one line (CommonMark §2.4, backslash escapes).
    static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case "\u{0}"..<"\u{20}", "\u{7f}"..<"\u{a0}": escaped += " "
            case "\\", "`", "*", "_", "[", "]", "#", "|", "~", "@", "$", ">", "!":
                escaped += "\\\(scalar)"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
