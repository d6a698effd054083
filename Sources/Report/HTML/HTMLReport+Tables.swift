internal import Measurement
internal import Units

/// The tables of a report.
extension HTMLReport {
    // MARK: - Metrics

    func metricTables(_ page: inout Markup) {
        let all = run.metrics.all
        if all.isEmpty { return }
        let groups = [
            ("Logins", all.filter { $0.isOfLogin && $0.base == nil }),
            ("Actions", all.filter { !$0.isOfLogin && $0.base == nil }),
            ("By scenario and traffic", all.filter { $0.base != nil }),
        ]
        let titles = [
            "response", "model", "count", "per s", "errors", "unfinished", "p50", "p90", "p95",
            "p99", "p99.9", "max", "service p50", "service p99", "lag p99",
        ]
        page.table(titles, left: [1]) { page in
            for (title, metrics) in groups where !metrics.isEmpty {
                page.element("tr") { page in
                    page.element(
                        "th",
                        ["class": "group", "colspan": "\(titles.count)", "scope": "rowgroup"],
                        text: title)
                }
                for metric in metrics.prefix(Self.rowLimit) { row(of: metric, &page) }
            }
        }
        for (_, metrics) in groups { page.rest(metrics.count - Self.rowLimit, "metrics") }
    }

    private func row(of metric: MetricDocument, _ page: inout Markup) {
        page.element("tr") { page in
            page.element("td") { page in name(of: metric, &page) }
            page.element("td", ["class": "left"], text: metric.model.rawValue)
            for figure in figures(of: metric) { page.element("td", text: figure) }
        }
    }

    /// With its definition, shown where the reader points at it.
    private func name(of metric: MetricDocument, _ page: inout Markup) {
        guard let entry = MetricGlossary.entry(for: metric.name) else {
            page.write(metric.name)
            return
        }
        let definition = "from: \(entry.from); to: \(entry.to)".replacing("`", with: "")
        page.element(
            "a", ["href": "#\(Self.anchor(entry))", "title": definition], text: metric.name)
    }

    private func figures(of metric: MetricDocument) -> [String] {
        let (response, service) = (metric.response, metric.service)
        let spans = [
            response.p50, response.p90, response.p95, response.p99, response.p999, response.max,
            service.p50, service.p99, metric.lag.p99,
        ]
        return [
            "\(metric.count)", metric.ratePerSecond.threeDigits, "\(metric.errors)",
            "\(metric.unfinished)",
        ] + spans.map { $0?.inWords ?? "" }
    }

    // MARK: - Messages

    func messages(_ page: inout Markup) {
        let counts = run.messages
        let beside = [
            ("duplicated", counts.duplicated), ("reordered", counts.reordered),
            ("late", counts.late), ("stored", counts.stored), ("foreign", counts.foreign),
            ("unexpected", counts.unexpected),
        ]
        guard counts.sent > 0 || beside.contains(where: { $0.1 > 0 }) else { return }
        page.element("p", text: "Each message is in one of the first five classes: \(counts.sum).")
        let classes = [
            ("delivered", counts.delivered), ("bounced", counts.bounced), ("lost", counts.lost),
            ("recipient_gone", counts.recipientGone), ("pending", counts.pending),
        ]
        page.table(["messages", "count", "share of sent", ""], left: [3]) { page in
            for (name, count) in classes + beside {
                let share = counts.sent > 0 ? Double(count) / Double(counts.sent) : 0
                let term = MetricGlossary.messages.first { $0.name == name }
                page.element("tr") { page in
                    page.element("td") { page in
                        page.element("span", ["title": term?.meaning ?? ""], text: name)
                    }
                    page.element("td", text: "\(count)")
                    page.element("td", text: count == 0 ? "" : share.inPercent)
                    bar(share, isBad: name != "delivered", &page)
                }
            }
        }
    }

    /// A cell with a bar for a share of the whole.
    func bar(_ share: Double, isBad: Bool, _ page: inout Markup) {
        page.element("td", ["class": "track"]) { page in
            if share > 0 {
                let width = max(min(share, 1) * 100, 1).fixed(1)
                page.element(
                    "span", ["class": isBad ? "bar bad" : "bar", "style": "width:\(width)%"],
                    text: "")
            }
        }
    }

    // MARK: - The run

    func environment(_ page: inout Markup) {
        let environment = run.environment
        var rows: [(name: String, text: String)] = [
            ("profile", "\(run.profile.title), SHA-256 \(run.profile.sha256)"),
            ("seed", "\(run.seed)"),
            ("begun", run.startedAt),
            ("generator", run.generator.useInWords),
            ("on the wire", run.trafficInWords),
            ("sessions", run.sessionsInWords),
            ("machine", environment.machine),
            ("software", environment.software),
        ]
        if let cpu = run.loopback.cpu { rows.append(("loopback server", "CPU \(cpu.inWords)")) }
        page.facts(rows)
        schedules(&page)
    }

    private func schedules(_ page: inout Markup) {
        if run.schedules.isEmpty { return }
        page.table(["schedule", "asked", "achieved", "nobody online", "no account"]) { page in
            for schedule in run.schedules.prefix(Self.rowLimit) {
                page.row(
                    schedule.name,
                    [
                        "\(schedule.asked)", "\(schedule.achieved)", "\(schedule.nobodyOnline)",
                        "\(schedule.skipped)",
                    ])
            }
        }
    }

    // MARK: - Glossary

    func glossary(_ page: inout Markup) {
        page.element("dl", ["class": "terms"]) { page in
            for entry in MetricGlossary.metrics {
                page.element(
                    "dt", ["id": Self.anchor(entry)], text: entry.names.joined(separator: ", "))
                page.element("dd") { page in
                    page.write("From: ")
                    page.write(marked: entry.from)
                    page.write(". To: ")
                    page.write(marked: entry.to)
                    page.write(".")
                }
            }
        }
        for (title, terms) in [
            ("Of each action", MetricGlossary.durations), ("In the tables", MetricGlossary.words),
            ("What becomes of messages", MetricGlossary.messages),
        ] {
            page.element("h3", text: title)
            page.element("dl", ["class": "terms"]) { page in
                for term in terms {
                    page.element("dt", text: term.name)
                    page.element("dd", text: term.meaning)
                }
            }
        }
    }

    private static func anchor(_ entry: MetricGlossary.Entry) -> String {
        "metric-\(entry.names[0].prefix { $0.isLetter })"
    }
}
