internal import Measurement
internal import Units

/// What came out of a run, in a sentence or two for people.
enum ResultSentence {
    static func text(_ run: RunDocument) -> String {
        let sentences = [messages(run), action(run), logins(run)].compactMap(\.self)
        if sentences.isEmpty { return "Nothing was measured." }
        return sentences.joined(separator: " ")
    }

    private static func messages(_ run: RunDocument) -> String? {
        let counts = run.messages
        guard counts.sent > 0 else { return nil }
        let rate = Double(counts.sent) / max(run.measured.inSeconds, 1e-9)
        var text =
            "In \(words(run.measured)), \(number(counts.sent, "message")) were sent "
            + "(\(rate.threeDigits) per second)"
        let others = [
            (counts.bounced, "bounced"), (counts.lost, "lost"),
            (counts.recipientGone, "sent to who had left"),
            (counts.pending, "still under way at the end"),
        ].filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
        text +=
            counts.delivered == counts.sent
            ? " and all of them delivered" : "; \(counts.delivered) delivered\(others)"
        if let message = run.metrics["message"], let times = times(message) { text += ": \(times)" }
        return text + "."
    }

    /// The metric of the time series, where that is neither messages nor logins.
    private static func action(_ run: RunDocument) -> String? {
        guard run.intervalsMetric != "message", run.intervalsMetric != "login",
            let metric = run.metrics[run.intervalsMetric], metric.response.count > 0,
            let times = times(metric)
        else { return nil }
        return "\(metric.name) was done \(metric.response.count) times "
            + "(\(metric.ratePerSecond.threeDigits) per second): \(times)."
    }

    private static func logins(_ run: RunDocument) -> String? {
        guard let login = run.metrics["login"], login.response.count > 0,
            let times = times(login)
        else { return nil }
        let all = login.response.count == login.count
        return "\(number(login.response.count, "session"))\(all ? "" : " of \(login.count)") "
            + "logged in: \(times)."
    }

    private static func times(_ metric: MetricDocument) -> String? {
        guard let half = metric.response.p50, let most = metric.response.p99 else { return nil }
        return "half within \(words(half)), 99\u{a0}% within \(words(most))"
    }

    /// Figure and unit stay on one line.
    private static func words(_ span: Nanoseconds) -> String {
        span.inWords.replacing(" ", with: "\u{a0}")
    }

    private static func number(_ count: UInt64, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}
