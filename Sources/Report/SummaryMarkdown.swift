internal import Measurement
internal import Units

/// `summary.md`: the result for the summary page of a CI job or a comment, in GitHub's Markdown.
package enum SummaryMarkdown {
    /// Kinds of errors that are shown; `run.json` has all.
    private static let errorLines = 10

    /// The whole document.
    package static func render(_ run: RunDocument) -> String {
        let sections = [
            head(run), reasons(run.verdict.reasons), thresholds(run.thresholds),
            metrics(run.metrics.all.filter { $0.base == nil }), messages(run.messages),
            errors(run.errors),
        ]
        return TextTable.joined(sections)
    }

    private static func head(_ run: RunDocument) -> [String] {
        let status = run.verdict.status
        var lines = [
            "## \(MarkdownText.escape(run.profile.title))", "",
            "**Verdict: \(status.rawValue)**, \(status.meaning).",
            "**Outcome: \(run.outcome.rawValue)**, \(run.outcome.meaning).", "",
            MarkdownText.escape(run.description) + ".",
        ]
        if let server = run.environment.server {
            lines.append("Server: " + MarkdownText.escape("\(server.name) \(server.version)") + ".")
        }
        return lines
    }

    private static func reasons(_ reasons: [Verdict.Reason]) -> [String] {
        reasons.map { reason in
            "- \(reason.severity.rawValue): **\(MarkdownText.escape(reason.code))**: \(MarkdownText.escape(reason.seen)). "
                + "Means: \(MarkdownText.escape(reason.meaning)). To do: \(MarkdownText.escape(reason.remedy))."
        }
    }

    private static func thresholds(_ thresholds: [ThresholdResult]) -> [String] {
        MarkdownText.table(
            ["threshold", "observed", "result"], [.left, .right, .left],
            thresholds.map { threshold in
                [
                    MarkdownText.escape(threshold.expression),
                    MarkdownText.escape(threshold.seen),
                    threshold.passed ? "passed" : "**FAILED**",
                ]
            })
    }

    private static func metrics(_ metrics: [MetricDocument]) -> [String] {
        MarkdownText.table(
            [
                "response of", "model", "count", "per s", "errors", "unfinished", "p50", "p99",
                "p99.9", "max",
            ], [.left, .left] + Array(repeating: .right, count: 8),
            metrics.map { metric in
                let response = metric.response
                let spans = [response.p50, response.p99, response.p999, response.max]
                return [
                    MarkdownText.escape(metric.name), metric.model.rawValue, "\(metric.count)",
                    metric.ratePerSecond.threeDigits, "\(metric.errors)", "\(metric.unfinished)",
                ] + spans.map { $0?.inWords ?? "" }
            })
    }

    private static func messages(_ counts: MessageCounts) -> [String] {
        if counts.sent == 0 { return [] }
        return ["Messages: \(counts.sum)."]
    }

    private static func errors(_ errors: [ErrorResult]) -> [String] {
        var lines = MarkdownText.table(
            ["stage", "condition", "errors"], [.left, .left, .right],
            errors.prefix(errorLines).map { error in
                [
                    MarkdownText.escape(error.stage), MarkdownText.escape(error.condition),
                    "\(error.count)",
                ]
            })
        if errors.count > errorLines {
            lines += ["", "And \(errors.count - errorLines) more kinds of errors."]
        }
        return lines
    }
}
