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

    /// Writes it to a file, which is there complete or not at all.
    ///
    /// - Throws: `ReportError.cannotWrite`.
    package func write(_ report: StoredReport, to path: String) throws(ReportError) {
        try OutputFile.writeAtomically(render(report), to: path)
    }
}
