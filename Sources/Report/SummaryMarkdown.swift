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
        return sections.filter { !$0.isEmpty }.map { lines in
            lines.map { $0 + "\n" }.joined()
        }.joined(separator: "\n")
    }

    private static func head(_ run: RunDocument) -> [String] {
        let status = run.verdict.status
        var lines = [
            "## \(text(run.profile.title))", "",
            "**Verdict: \(status.rawValue)**, \(status.meaning).",
            "**Outcome: \(run.outcome.rawValue)**, \(run.outcome.meaning).", "",
            text(run.description) + ".",
        ]
        if let server = run.environment.server {
            lines.append("Server: " + text("\(server.name) \(server.version)") + ".")
        }
        return lines
    }

    private static func reasons(_ reasons: [Verdict.Reason]) -> [String] {
        reasons.map { reason in
            "- \(reason.severity.rawValue): **\(text(reason.code))**: \(text(reason.seen)). "
                + "Means: \(text(reason.meaning)). To do: \(text(reason.remedy))."
        }
    }

    private static func thresholds(_ thresholds: [ThresholdResult]) -> [String] {
        table(
            ["threshold", "observed", "result"], [.left, .right, .left],
            thresholds.map { threshold in
                [
                    text(threshold.expression), text(threshold.seen),
                    threshold.passed ? "passed" : "**FAILED**",
                ]
            })
    }

    private static func metrics(_ metrics: [MetricDocument]) -> [String] {
        table(
            [
                "response of", "model", "count", "per s", "errors", "unfinished", "p50", "p99",
                "p99.9", "max",
            ], [.left, .left] + Array(repeating: .right, count: 8),
            metrics.map { metric in
                let response = metric.response
                let spans = [response.p50, response.p99, response.p999, response.max]
                return [
                    text(metric.name), metric.model.rawValue, "\(metric.count)",
                    metric.ratePerSecond.threeDigits, "\(metric.errors)", "\(metric.unfinished)",
                ] + spans.map { $0?.inWords ?? "" }
            })
    }

    private static func messages(_ counts: MessageCounts) -> [String] {
        if counts.sent == 0 { return [] }
        return ["Messages: \(counts.sum)."]
    }

    private static func errors(_ errors: [ErrorResult]) -> [String] {
        var lines = table(
            ["stage", "condition", "errors"], [.left, .left, .right],
            errors.prefix(errorLines).map { error in
                [text(error.stage), text(error.condition), "\(error.count)"]
            })
        if errors.count > errorLines {
            lines += ["", "And \(errors.count - errorLines) more kinds of errors."]
        }
        return lines
    }

    // MARK: - Markdown

    private enum Alignment: String {
        case left = "---"
        case right = "---:"
    }

    /// Empty without rows.
    private static func table(
        _ titles: [String], _ alignments: [Alignment], _ rows: [[String]]
    ) -> [String] {
        if rows.isEmpty { return [] }
        return ([titles, alignments.map(\.rawValue)] + rows).map { cells in
            "| \(cells.joined(separator: " | ")) |"
        }
    }

    /// Text that is nothing but text, on one line (CommonMark §2.4, backslash escapes).
    private static func text(_ text: String) -> String {
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
