internal import Measurement
internal import Units

/// `summary.txt`, also printed when a run ends: verdict first, then thresholds, then the tables.
///
/// Bounds: 100 columns, but for names that are longer.
package enum SummaryText {
    static let width = 100
    /// Kinds of errors that are shown; `run.json` has all.
    private static let errorLines = 20

    /// - Parameter colour: whether to mark verdict, outcome and thresholds by ANSI colours.
    package static func render(_ run: RunDocument, colour: Bool) -> String {
        let paint = Paint(isOn: colour)
        let sections = [
            head(run, paint),
            thresholds(run.thresholds, paint),
            metrics("Login", run.metrics.all.filter { $0.isOfLogin && $0.base == nil }),
            metrics("Actions", run.metrics.all.filter { !$0.isOfLogin && $0.base == nil }),
            metrics("By scenario and traffic", run.metrics.all.filter { $0.base != nil }),
            notes(run.metrics.all),
            sessions(run),
            messages(run.messages),
            errors(run.errors),
            server(run),
            generator(run),
        ]
        return TextTable.joined(sections)
    }

    // MARK: - Head

    private static func head(_ run: RunDocument, _ paint: Paint) -> [String] {
        let status = run.verdict.status
        let verdictColour: Paint.Colour =
            switch status {
            case .valid: .green
            case .suspect: .yellow
            case .invalid: .red
            }
        let outcomeColour: Paint.Colour =
            switch run.outcome {
            case .ok: .green
            case .degraded: .yellow
            case .failed: .red
            }
        var lines = [
            "Verdict  \(paint.text(status.rawValue, verdictColour))  \(status.meaning)"
        ]
        lines += reasons(run.verdict)
        let outcome = paint.text(run.outcome.rawValue, outcomeColour)
        lines.append("Outcome  \(outcome)  \(run.outcome.meaning)")
        lines.append("Run      \(run.description)")
        if let server = run.environment.server {
            lines.append("Server   \(server.name) \(server.version)")
        }
        return lines
    }

    /// What was seen; what it means and what to do once for all reasons of a rule, after the last.
    private static func reasons(_ verdict: Verdict) -> [String] {
        var lines: [String] = []
        func add(_ label: String, _ text: String) {
            for (index, line) in TextTable.wrap(text, width: width - 19).enumerated() {
                let start = TextTable.left(index == 0 ? label : "", 10)
                lines.append("         " + start + line)
            }
        }
        for (index, reason) in verdict.reasons.enumerated() {
            add(reason.severity.rawValue + ":", "\(reason.code): \(reason.seen)")
            if !verdict.isExplained(after: index) { continue }
            add("means:", reason.meaning)
            add("to do:", reason.remedy)
        }
        return lines
    }

    // MARK: - Thresholds

    private static func thresholds(_ thresholds: [ThresholdResult], _ paint: Paint) -> [String] {
        if thresholds.isEmpty { return [] }
        let longest = min(thresholds.map(\.expression.count).max() ?? 0, 60)
        return ["Thresholds"]
            + thresholds.map { threshold in
                let mark =
                    threshold.passed ? paint.text("passed", .green) : paint.text("FAILED", .red)
                let expression = TextTable.left(threshold.expression, longest)
                return "  \(mark)  \(expression)  \(threshold.seen)"
            }
    }

    // MARK: - Metrics

    private static func metrics(_ title: String, _ metrics: [MetricDocument]) -> [String] {
        if metrics.isEmpty { return [] }
        var table = TextTable(widths: [30, 6, 8, 7, 6, 6, 7, 7, 7, 7])
        table.add([
            title, "model", "count", "per s", "errors", "unfin.", "p50", "p99", "p99.9", "max",
        ])
        for metric in metrics {
            let response = metric.response
            table.add([
                "  " + metric.name, metric.model.rawValue, "\(metric.count)",
                metric.ratePerSecond.threeDigits, "\(metric.errors)", "\(metric.unfinished)",
                span(response.p50), span(response.p99), span(response.p999), span(response.max),
            ])
        }
        return table.lines
    }

    /// What the words of the tables mean, where they occur.
    private static func notes(_ metrics: [MetricDocument]) -> [String] {
        var lines: [String] = []
        if metrics.contains(where: { $0.model == .closed }) {
            lines.append("closed: due when the step before it ended; cannot show queueing")
        }
        if metrics.contains(where: { $0.unfinished > 0 }) {
            lines.append("unfin.: lost, timed out, skipped; thresholds count these as infinite")
        }
        return lines
    }

    private static func span(_ value: Nanoseconds?) -> String { value?.inWords ?? "-" }

    // MARK: - Sessions and messages

    private static func sessions(_ run: RunDocument) -> [String] {
        ["Sessions  \(run.sessionsInWords)"]
    }

    private static func messages(_ counts: MessageCounts) -> [String] {
        let beside = counts.foreign + counts.unexpected + counts.duplicated + counts.outside
        if counts.sent == 0 && beside == 0 { return [] }
        var lines = [
            "Messages  \(counts.sum)",
            "          \(counts.duplicated) duplicated, \(counts.reordered) reordered, "
                + "\(counts.late) late, \(counts.stored) stored, \(counts.foreign) foreign, "
                + "\(counts.unexpected) unexpected",
        ]
        if counts.orderUnchecked > 0 {
            lines.append("          \(counts.orderUnchecked) without a check of their order")
        }
        if counts.outside > 0 {
            lines.append(
                "          \(counts.outside) more to addresses outside the run, "
                    + "\(counts.outsideBounced) of them bounced")
        }
        return lines
    }

    // MARK: - Errors

    private static func errors(_ errors: [ErrorResult]) -> [String] {
        if errors.isEmpty { return [] }
        var table = TextTable(widths: [36, 8])
        table.add(["Errors", "count"])
        var lines: [String] = table.lines
        for error in errors.prefix(errorLines) {
            var row = TextTable(widths: [36, 8])
            let kind = "\(error.stage): \(error.condition)"
            row.add(["  " + kind, "\(error.count)"])
            // Room is for what the sample adds: "auth: not-authorized (why)" says the kind again.
            var sample = error.sample
            if sample.hasPrefix(kind + " ("), sample.hasSuffix(")") {
                sample = String(sample.dropFirst(kind.count + 2).dropLast())
            }
            let room = width - 48
            lines += row.lines.map { "\($0)  \(TextTable.left(oneLine(sample), room))" }
        }
        if errors.count > errorLines {
            lines.append("  and \(errors.count - errorLines) more kinds in run.json")
        }
        return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }

    /// Without control characters, which could do things to a terminal.
    private static func oneLine(_ text: String) -> String {
        String(
            text.unicodeScalars.map { scalar in
                scalar.properties.generalCategory == .control ? " " : Character(scalar)
            })
    }

    // MARK: - Server

    private static func server(_ run: RunDocument) -> [String] {
        let costs = run.server
        let figures = [
            costs.cpuPerLogin.map { "CPU per login \($0.inWords)" },
            costs.cpuPerMessage.map { "CPU per message \($0.inWords)" },
            costs.cpuRatio.map { "CPU on average \($0.inPercent)" },
            costs.memoryPerSessionBytes.map {
                "memory per session \(ByteCount(Int($0)).inWords)"
            },
        ].compactMap { $0 }
        var lines: [String] = []
        for usage in run.serverUsage where !(usage.samples.isEmpty && usage.note == nil) {
            let start = TextTable.left(lines.isEmpty ? "Server" : "", 11)
            let text =
                "\(usage.source): \(peaks(usage.samples))"
                + (usage.note.map { "; \($0)" } ?? "")
            for (index, line) in TextTable.wrap(text, width: width - 11).enumerated() {
                lines.append((index == 0 ? start : TextTable.left("", 11)) + line)
            }
        }
        if !figures.isEmpty {
            let wrapped = TextTable.wrap(figures.joined(separator: ", "), width: width - 11)
            lines += wrapped.map { TextTable.left("", 11) + $0 }
        }
        return lines
    }

    private static func peaks(_ samples: [ServerUsage.Sample]) -> String {
        let parts = [
            samples.compactMap(\.cpuRatio).max().map { "CPU at most \($0.inPercent)" },
            samples.compactMap(\.residentBytes).max().map {
                "memory at most \(ByteCount(Int(clamping: $0)).inWords)"
            },
            samples.compactMap(\.descriptors).max().map { "at most \($0) descriptors" },
        ].compactMap { $0 }
        return parts.isEmpty ? "no readings" : parts.joined(separator: ", ")
    }

    // MARK: - Generator

    private static func generator(_ run: RunDocument) -> [String] {
        var lines = ["Generator  \(run.generator.useInWords)"]
        if let loopback = run.loopback.cpu {
            lines.append("           CPU of the loopback server \(loopback.inWords)")
        }
        lines.append("           " + run.trafficInWords)
        let actions = run.metrics.all.filter { $0.kind == .action && $0.base == nil }
        let list = actions.compactMap { metric in
            metric.lag.p99.map { "\(metric.name) \($0.inWords)" }
        }
        if !list.isEmpty {
            let wrapped = TextTable.wrap(
                "lag p99: " + list.joined(separator: ", "), width: width - 11)
            lines += wrapped.map { "           " + $0 }
        }
        return lines
    }
}

/// ANSI colours, if they are wanted.
struct Paint {
    enum Colour: String {
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    let isOn: Bool

    func text(_ text: String, _ colour: Colour) -> String {
        isOn ? "\u{1b}[1;\(colour.rawValue)m\(text)\u{1b}[0m" : text
    }
}
