internal import Measurement

/// A comparison for a terminal.
///
/// Bounds: 100 columns, but for names that are longer.
package enum ComparisonText {
    private static let widths = [35, 9, 9, 10, 24, 7]

    package static func render(_ comparison: Comparison, all: Bool, colour: Bool) -> String {
        let words = ComparisonWords(comparison: comparison, showsAll: all)
        let paint = Paint(isOn: colour)
        var sections = [head(comparison, words)]
        for side in comparison.sides.indices.dropFirst() {
            if comparison.sides.count > 2 {
                sections.append([
                    "\(comparison.sides[side].label) against \(comparison.sides[0].label)"
                ])
            }
            for (number, (title, rows)) in words.groups.enumerated() {
                var table = TextTable(widths: widths)
                let titles = words.titles(side: side)
                table.add([title] + (number == 0 ? titles : []))
                for row in rows {
                    table.add(["  " + row.figure.name] + words.cells(row, side: side))
                }
                sections.append(table.lines)
            }
        }
        sections.append(TextTable.wrap(words.tally, width: SummaryText.width))
        sections.append(requirements(comparison, paint))
        return TextTable.joined(sections)
    }

    private static func head(_ comparison: Comparison, _ words: ComparisonWords) -> [String] {
        let width = comparison.sides.map(\.label.count).max() ?? 1
        var lines = comparison.sides.map { side in
            "\(TextTable.left(side.label, width))  \(side.path): \(ComparisonWords.runs(side))"
        }
        lines += TextTable.wrap(words.statistics, width: SummaryText.width)
        for warning in comparison.warnings {
            let wrapped = warning.split(separator: "\n").enumerated().flatMap { number, line in
                number == 0
                    ? TextTable.wrap(String(line), width: SummaryText.width - 9) : [String(line)]
            }
            for (number, line) in wrapped.enumerated() {
                lines.append(TextTable.left(number == 0 ? "warning:" : "", 9) + line)
            }
        }
        return lines
    }

    private static func requirements(_ comparison: Comparison, _ paint: Paint) -> [String] {
        if comparison.requirements.isEmpty { return [] }
        return ["Fail if"]
            + comparison.requirements.map { result in
                let mark =
                    switch result.outcome {
                    case .held: paint.text("no", .green) + "         "
                    case .failed: paint.text("FAILED", .red) + "     "
                    case .unclear: paint.text("cannot tell", .yellow)
                    }
                let p = result.p.map { "p \(ComparisonWords.chance($0))" } ?? "nothing to tell by"
                return "  \(mark)  \(result.expression)  \(result.side), \(p)"
            }
    }
}
