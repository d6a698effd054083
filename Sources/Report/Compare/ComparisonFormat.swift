/// What a comparison can be rendered as.
package enum ComparisonFormat: String, CaseIterable, Sendable {
    case text, html, json, markdown

    /// - Parameters:
    ///   - all: also what is not a main figure; JSON has all.
    ///   - colour: for `text`, whether to use ANSI colours.
    package func render(
        _ comparison: Comparison, all: Bool = false, colour: Bool = false
    ) -> String {
        switch self {
        case .text: ComparisonText.render(comparison, all: all, colour: colour)
        case .html: ComparisonHTML.render(comparison, all: all)
        case .json: JSONValue(encoding: comparison).text
        case .markdown: ComparisonMarkdown.render(comparison, all: all)
        }
    }

    /// Writes it to a file, which is there complete or not at all.
    ///
    /// - Throws: `ReportError.cannotWrite`.
    package func write(
        _ comparison: Comparison, all: Bool = false, to path: String
    ) throws(ReportError) {
        try OutputFile.writeAtomically(render(comparison, all: all), to: path)
    }
}
