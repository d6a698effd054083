internal import Measurement
internal import Units

/// `capacity.html`: what a search for capacity found, to look at; one file that needs nothing else
/// and leads to the reports of its trials.
///
/// It is made of `capacity.json` alone. What comes from outside is text in it, never markup.
package struct CapacityHTML {
    let document: CapacityDocument

    package static func render(_ document: CapacityDocument) -> String {
        CapacityHTML(document: document).text
    }

    private var text: String {
        let title = "Capacity of \(document.profile)"
        return HTMLPage.text(title: "\(title): \(CapacityText.answer(document))") { page in
            page.element("header") { page in
                page.element("h1", text: title)
                page.element(
                    "p", ["class": "soft"],
                    text: "\(server)\(document.target)")
                head(&page)
            }
            page.element("main") { page in
                page.section("charts", "Latency against load", charts)
                page.section("trials", "Trials", trials)
                page.section("search", "The search", facts)
            }
        }
    }

    // MARK: - Head of the page

    private var server: String {
        document.environment?.server.map { "\($0.name) \($0.version), " } ?? ""
    }

    private func head(_ page: inout Markup) {
        page.element("div", ["class": "judgement"]) { page in
            page.judgement(
                "answer", look, "Capacity", CapacityText.answer(document),
                "over \(document.over)")
            page.judgement(
                "ending", look, "Search", document.reason?.rawValue ?? "broken off",
                document.ending)
        }
        page.element("p", ["class": "sentence"]) { page in
            let sentence = sentence
            page.write(sentence.start)
            page.element("code", text: document.objective)
            page.write(sentence.end)
        }
        page.tiles(tiles)
    }

    private var look: String {
        switch document.reason {
        case .found: "good"
        case .neverMet: "bad"
        case .unsteady, .upperEnd, .generator, .trials, nil: "warn"
        }
    }

    /// What stands before and after the objective.
    private var sentence: (start: String, end: String) {
        let low = document.low.map(document.name)
        let high = document.high.map(document.name)
        switch (low, high) {
        case (let low?, let high?): return ("Up to \(low) ", " holds; at \(high) it does not.")
        case (let low?, nil): return ("At \(low) ", " holds; where it ends is not known.")
        case (nil, let high?): return ("At \(high) ", " does not hold; where it does is not known.")
        case (nil, nil): return ("Nothing is known of where ", " holds.")
        }
    }

    private var tiles: [(figure: String, label: String)] {
        var tiles: [(figure: String, label: String)] = []
        for (end, label) in [
            (document.low, "the highest level that holds"),
            (document.high, "the lowest one that does not"),
        ] {
            if let end { tiles.append((document.name(end), label)) }
        }
        if let level = document.levels.first(where: { $0.level == document.low }),
            let most = level.p99
        {
            tiles.append((most.inWords, "\(document.metric), p99 of the response there"))
        }
        return tiles + [("\(document.trials.count)", "runs that this rests on")]
    }

    // MARK: - Tables

    private func trials(_ page: inout Markup) {
        if document.trials.isEmpty { return }
        let titles =
            ["level", "tried for", "done/s"] + document.conditions.map(\.expression)
            + (isP99Judged ? [] : ["p99"]) + ["verdict", "says", "because"]
        let last = titles.count - 1
        page.table(titles, left: [1, last - 2, last - 1, last]) { page in
            for trial in document.trials {
                page.element("tr") { page in row(trial, &page) }
            }
        }
        page.element(
            "p", ["class": "soft"],
            text: "In the order in which they were run; a level leads to the report of its trial. "
                + "A trial in which the generator was the limit says nothing about the server.")
    }

    /// Whether a condition has it already.
    private var isP99Judged: Bool {
        document.conditions.contains { $0.figure == "\(document.metric).response.p99" }
    }

    private func row(_ trial: CapacityDocument.Trial, _ page: inout Markup) {
        page.element("td") { page in
            let name = document.name(trial.level)
            if trial.verdict == nil {
                page.write(name)
            } else {
                // Never anywhere but beside this page, whatever the file says.
                page.element("a", ["href": "./\(trial.report)/report.html"], text: name)
            }
        }
        page.element("td", ["class": "left"], text: trial.purpose.rawValue)
        page.element("td", text: trial.ratePerSecond?.threeDigits ?? "")
        for place in document.conditions.indices {
            let result = trial.thresholds.indices.contains(place) ? trial.thresholds[place] : nil
            page.element(
                "td", ["class": result?.passed == false ? "failed" : ""],
                text: result?.observed.inShort ?? "")
        }
        if !isP99Judged { page.element("td", text: trial.p99?.inWords ?? "") }
        page.element("td", ["class": "left"], text: trial.verdict?.rawValue ?? "no report")
        let kind = CapacityMark(trial)
        page.element("td", ["class": "left \(kind.style)"], text: kind.name)
        page.element("td", ["class": "left wrap"], text: trial.because)
    }

    private func facts(_ page: inout Markup) {
        let seeds = Set(document.trials.compactMap(\.seed))
        var rows: [(name: String, text: String)] = [
            ("profile", document.profile),
            ("objective", document.objective),
            ("target", document.target),
            ("changed", document.over),
            (
                "each level",
                "warmed up for \(document.warmup.inWords), held for \(document.hold.inWords)"
            ),
            (
                "the interval",
                "to within \(document.tolerance.inPercent); its ends are tried "
                    + (document.repeats == 1 ? "once" : "\(document.repeats) times")
            ),
        ]
        if let seed = seeds.first {
            rows.append(("seed", seeds.count == 1 ? "\(seed)" : "each trial has its own"))
        }
        if let environment = document.environment {
            if let server = environment.server {
                rows.append(("server", "\(server.name) \(server.version)"))
            }
            rows += [("machine", environment.machine), ("software", environment.software)]
        }
        page.facts(rows)
    }
}

extension ObservedValue {
    /// For a cell of a table.
    fileprivate var inShort: String { self == .infinite ? "infinite" : inWords }
}
