internal import Measurement
internal import Units

/// `report.html`: the report to look at, in one file that needs nothing else.
///
/// It is made of `run.json` and `latency.hlog` alone, so that a stored report gives the same bytes.
/// What comes from outside (titles, stanzas, words of servers) is text in it, never markup.
///
/// Bounds: below 1 MiB, for time axes have no more points than can be seen, and long lists end.
package struct HTMLReport {
    /// Rows of a table at most; `run.json` has all.
    static let rowLimit = 200

    let run: RunDocument
    let latencies: LatencyLog?
    let bins: TimeBins

    /// - Parameter latencies: without them some charts are missing.
    package static func render(_ run: RunDocument, _ latencies: LatencyLog?) -> String {
        HTMLReport(run: run, latencies: latencies, bins: TimeBins(run.intervals)).text
    }

    private var text: String {
        HTMLPage.text(title: "\(run.profile.title): \(run.verdict.status.rawValue)") { page in
            page.element("header") { page in header(&page) }
            page.element("main") { page in
                page.section("charts", "Over time", overTime)
                page.section("latency", "Latency", latency)
                page.section("machines", "Generator and server", machines)
                page.section("metrics", "All metrics", metricTables)
                page.section("messages", "Messages", messages)
                page.section("errors", "Errors", errors)
                page.section("scenarios", "Scenarios step by step", ladders)
                page.section("sessions", "Sampled sessions", timelines)
                page.section("run", "The run", environment)
                page.section("glossary", "What the words mean", glossary)
            }
        }
    }

    // MARK: - Head of the page

    private func header(_ page: inout Markup) {
        page.element("h1", text: run.profile.title)
        let server = run.environment.server.map { "\($0.name) \($0.version), " } ?? ""
        page.element(
            "p", ["class": "soft"],
            text: "\(server)\(run.startedAt), \(run.duration.inWords), of it "
                + "\(run.measured.inWords) measured, seed \(run.seed)")
        judgement(&page)
        page.element("p", ["class": "sentence"], text: ResultSentence.text(run))
        tiles(&page)
        thresholds(&page)
        reasons(&page)
    }

    private func judgement(_ page: inout Markup) {
        let verdict =
            switch run.verdict.status {
            case .valid: "good"
            case .suspect: "warn"
            case .invalid: "bad"
            }
        let outcome =
            switch run.outcome {
            case .ok: "good"
            case .degraded: "warn"
            case .failed: "bad"
            }
        page.element("div", ["class": "judgement"]) { page in
            page.judgement(
                "verdict", verdict, "Measurement", run.verdict.status.rawValue,
                run.verdict.status.meaning)
            page.judgement(
                "outcome", outcome, "Server", run.outcome.rawValue, run.outcome.meaning)
        }
    }

    private func reasons(_ page: inout Markup) {
        if run.verdict.reasons.isEmpty { return }
        page.element("h3", text: "What the verdict rests on")
        page.element("ul", ["class": "reasons"]) { page in
            for (place, reason) in run.verdict.reasons.enumerated() {
                page.element("li") { page in
                    page.element(
                        "b", ["class": reason.severity == .invalid ? "failed" : ""],
                        text: "\(reason.severity.rawValue), \(reason.code)")
                    page.write(": \(reason.seen)")
                    // Once for all reasons of a rule, after the last.
                    if run.verdict.isExplained(after: place) {
                        page.element("div", ["class": "soft"]) { page in
                            page.write(
                                marked: "Means: \(reason.meaning). To do: \(reason.remedy).")
                        }
                    }
                }
            }
        }
    }

    private func tiles(_ page: inout Markup) {
        var tiles: [(figure: String, label: String)] = []
        if let metric = run.metrics[run.intervalsMetric], let most = metric.response.p99 {
            tiles += [
                (most.inWords, "\(metric.name), p99 of the response"),
                ("\(metric.ratePerSecond.threeDigits)/s", "\(metric.name), done"),
            ]
        }
        if run.intervalsMetric != "login", let most = run.metrics["login"]?.response.p99 {
            tiles.append((most.inWords, "login, p99 of the response"))
        }
        tiles.append(("\(run.sessions.onlinePeak)", "sessions online at most"))
        if run.messages.sent > 0 {
            tiles.append(("\(run.messages.lost)", "of \(run.messages.sent) messages lost"))
        }
        if let rate = run.errorsRate {
            tiles.append(("\((rate * 100).fixed(2)) %", "of all actions failed"))
        }
        page.tiles(tiles)
    }

    private func thresholds(_ page: inout Markup) {
        if run.thresholds.isEmpty { return }
        page.element("h3", text: "Thresholds")
        page.table(["", "threshold", "observed"], left: [1, 2]) { page in
            for threshold in run.thresholds {
                page.element("tr") { page in
                    page.element(
                        "td", ["class": threshold.passed ? "passed" : "failed"],
                        text: threshold.passed ? "passed" : "FAILED")
                    page.element("td", ["class": "left"]) { page in
                        page.element("code", text: threshold.expression)
                    }
                    page.element("td", ["class": "left words"], text: threshold.seen)
                }
            }
        }
    }
}
