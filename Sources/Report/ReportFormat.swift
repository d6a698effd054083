/// What a report can be rendered as.
package enum ReportFormat: String, CaseIterable, Sendable {
    case text, html, csv, junit, markdown

    /// The text of a report in this form; that of its file, where it has one.
    ///
    /// - Parameter colour: for `text`, whether to use ANSI colours.
    package func render(_ report: StoredReport, colour: Bool = false) -> String {
        switch self {
        case .text: SummaryText.render(report.run, colour: colour)
        case .html: HTMLReport.render(report.run, report.latencies)
        case .csv: TimeSeriesCSV.render(report.run)
        case .junit: JUnitXML.render(report.run)
        case .markdown: SummaryMarkdown.render(report.run)
        }
    }

    /// The text of a search for capacity in this form; nil where it has none.
    package func render(_ search: CapacityDocument) -> String? {
        switch self {
        case .text: CapacityText.render(search)
        case .html: CapacityHTML.render(search)
        case .csv: CapacityCSV.render(search)
        case .junit, .markdown: nil
        }
    }

    /// Writes what was rendered to a file, which is there complete or not at all.
    ///
    /// - Throws: `ReportError.cannotWrite`.
    package static func write(_ text: String, to path: String) throws(ReportError) {
        try OutputFile.writeAtomically(text, to: path)
    }
}
