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
                section("charts", "Over time", into: &page, overTime)
                section("latency", "Latency", into: &page, latency)
                section("machines", "Generator and server", into: &page, machines)
                section("metrics", "All metrics", into: &page, metricTables)
                section("messages", "Messages", into: &page, messages)
                section("errors", "Errors", into: &page, errors)
                section("scenarios", "Scenarios step by step", into: &page, ladders)
                section("sessions", "Sampled sessions", into: &page, timelines)
                section("run", "The run", into: &page, environment)
                section("glossary", "What the words mean", into: &page, glossary)
            }
        }
    }

    /// A part of the page with its title, unless nothing is in it.
    private func section(
        _ id: String, _ title: String, into page: inout Markup, _ body: (inout Markup) -> Void
    ) {
        var content = Markup()
        body(&content)
        guard !content.text.isEmpty else { return }
        page.element("section", ["id": id]) { page in
            page.element("h2", text: title)
            page.append(content)
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
            page.element("div", ["class": verdict, "id": "verdict"]) { page in
                page.write("Measurement ")
                page.element("b", text: run.verdict.status.rawValue)
                page.void("br")
                page.write(run.verdict.status.meaning)
            }
            page.element("div", ["class": outcome, "id": "outcome"]) { page in
                page.write("Server ")
                page.element("b", text: run.outcome.rawValue)
                page.void("br")
                page.write(run.outcome.meaning)
            }
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
        var tiles: [(String, String)] = []
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
        page.element("div", ["class": "tiles"]) { page in
            for (figure, label) in tiles {
                page.element("div") { page in
                    page.element("b", text: figure)
                    page.element("span", text: label)
                }
            }
        }
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

extension Markup {
    /// A table that can be scrolled sideways where the page is narrow.
    ///
    /// - Parameter left: columns of text; the others are of figures. The first always is.
    mutating func table(
        _ titles: [String], left: Set<Int> = [], _ rows: (inout Markup) -> Void
    ) {
        element("div", ["class": "scroll"]) { page in
            page.element("table") { page in
                page.element("thead") { page in
                    page.element("tr") { page in
                        for (place, title) in titles.enumerated() {
                            page.element(
                                "th",
                                ["class": left.contains(place) ? "left" : "", "scope": "col"],
                                text: title)
                        }
                    }
                }
                page.element("tbody", [:], rows)
            }
        }
    }

    /// A row of figures behind a name.
    mutating func row(_ name: String, _ figures: [String]) {
        element("tr") { page in
            page.element("td", text: name)
            for figure in figures { page.element("td", text: figure) }
        }
    }

    /// What is left out of a long list.
    mutating func rest(_ count: Int, _ what: String) {
        if count > 0 {
            element("p", ["class": "soft"], text: "And \(count) more \(what) in run.json.")
        }
    }
}
