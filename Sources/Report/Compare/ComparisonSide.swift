internal import Measurement

/// One side of a comparison: reports of runs that are meant to be equal.
package struct ComparisonSide: Sendable {
    /// As tables name it: `A`, or a variant's name.
    package let label: String
    /// As the user named it.
    package let path: String
    /// At least one.
    package let reports: [StoredReport]

    /// Reads what a word of the command line stands for.
    ///
    /// - Throws: `ReportError.noReport`, `.cannotRead`, `.notAReport`.
    package init(label: String, path: String) throws(ReportError) {
        try self.init(label: label, path: path, reports: ReportPaths.find(path))
    }

    /// Reads the reports in these directories.
    package init(label: String, path: String, reports paths: [String]) throws(ReportError) {
        if paths.isEmpty { throw .noReport(path: path) }
        (self.label, self.path) = (label, path)
        var reports: [StoredReport] = []
        for path in paths { reports.append(try StoredReport(path: path)) }
        self.reports = reports
    }

    var runs: [RunDocument] { reports.map(\.run) }

    /// The profile of each run but for its seed; those of one side should be equal.
    var profiles: [String] { reports.map(Self.profile) }

    private static func profile(_ report: StoredReport) -> String {
        guard let text = report.profile else { return report.run.profile.sha256 }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("seed:") }.joined(separator: "\n")
    }

    /// How many runs had each verdict: `4 VALID, 1 SUSPECT`.
    package var verdicts: String {
        Verdict.Status.allCases.compactMap { status in
            let count = runs.count { $0.verdict.status == status }
            if count == 0 { return nil }
            return reports.count == 1 ? status.rawValue : "\(count) \(status.rawValue)"
        }.joined(separator: ", ")
    }
}
