/// Rows of cells in columns of equal width: the first to the left, the others to the right.
package struct TextTable {
    private let widths: [Int]
    /// The rows as text.
    package private(set) var lines: [String] = []

    /// - Parameter widths: of each column, in characters; columns stand a blank apart.
    package init(widths: [Int]) { self.widths = widths }

    /// Adds a row; a first cell that is too long is cut, another one pushes its row wider.
    package mutating func add(_ cells: [String]) {
        var line = ""
        for (index, (cell, width)) in zip(cells, widths).enumerated() {
            line += index == 0 ? Self.left(cell, width) : " " + Self.right(cell, width)
        }
        lines.append(Self.trimmed(line))
    }

    /// Sections of lines with an empty line between them; those without lines are left out.
    static func joined(_ sections: [[String]]) -> String {
        sections.filter { !$0.isEmpty }.map { lines in
            lines.map { $0 + "\n" }.joined()
        }.joined(separator: "\n")
    }

    static func left(_ text: String, _ width: Int) -> String {
        if text.count > width { return String(text.prefix(width - 1)) + "…" }
        return text + String(repeating: " ", count: width - text.count)
    }

    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 0)) + text
    }

    /// Without blanks at the end.
    private static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// Text in lines of at most `width` characters, broken at blanks.
    package static func wrap(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty && line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }
}
