internal import Measurement

/// A comparison for the summary page of a CI job or a comment, in GitHub's Markdown.
package enum ComparisonMarkdown {
    package static func render(_ comparison: Comparison, all: Bool) -> String {
        let words = ComparisonWords(comparison: comparison, showsAll: all)
        let names = comparison.sides.map { MarkdownText.escape($0.label) }
        var sections = [["## \(names.dropFirst().joined(separator: ", ")) against \(names[0])"]]
        sections.append(
            comparison.sides.map { side in
                "- **\(MarkdownText.escape(side.label))**: \(MarkdownText.escape(side.path)), "
                    + ComparisonWords.runs(side)
            })
        sections.append([MarkdownText.escape(words.statistics)])
        sections.append(comparison.warnings.map { "- warning: \(MarkdownText.escape($0))" })
        sections.append(requirements(comparison))
        for side in comparison.sides.indices.dropFirst() {
            if comparison.sides.count > 2 { sections.append(["### \(names[side])"]) }
            for (title, rows) in words.groups {
                sections.append(
                    MarkdownText.table(
                        [title] + words.titles(side: side).map(MarkdownText.escape),
                        [.left] + Array(repeating: .right, count: 5),
                        rows.map { row in
                            let cells = words.cells(row, side: side).map(MarkdownText.escape)
                            let isDifferent = row.differences[side - 1].isDifferent
                            return [MarkdownText.escape(row.figure.name)] + cells.prefix(2)
                                + [isDifferent ? "**\(cells[2])**" : cells[2]] + cells.suffix(2)
                        }))
            }
        }
        sections.append([MarkdownText.escape(words.tally)])
        return TextTable.joined(sections)
    }

    private static func requirements(_ comparison: Comparison) -> [String] {
        MarkdownText.table(
            ["fail if", "side", "p", "result"], [.left, .left, .right, .left],
            comparison.requirements.map { result in
                [
                    MarkdownText.escape(result.expression), MarkdownText.escape(result.side),
                    result.p.map(ComparisonWords.chance).map(MarkdownText.escape) ?? "",
                    result.outcome == .failed ? "**FAILED**" : result.outcome.rawValue,
                ]
            })
    }
}
