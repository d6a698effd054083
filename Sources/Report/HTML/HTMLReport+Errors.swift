internal import Measurement
internal import Units

/// The errors of a report: of which stage they were when, and of which kinds.
extension HTMLReport {
    // MARK: - Over time

    func errorsOverTime(_ page: inout Markup) {
        guard run.intervals.contains(where: { $0.errors > 0 }) else { return }
        let layers = errorLayers
        let whose = layers.count > 1 ? "By stage" : "Of \(layers[0].name)"
        columns("Errors per second", "\(whose); the table below has them by kind.", layers, &page)
    }

    /// Stages have nothing of an order, so their colours are far apart; the last is for all those
    /// that have no other.
    private static let stageLooks: [ChartSeries.Look] = [
        .bad, .layer1, .layer6, .layer4, .layer3, .faint,
    ]

    /// The stages, that with the most errors first; a report without stages has one of all.
    private var errorLayers: [ChartSeries] {
        let totals = run.intervals.reduce(into: [String: UInt64]()) { totals, row in
            for entry in row.errorsByStage.entries {
                totals[entry.stage, default: 0] += entry.count
            }
        }
        let stages = totals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        if stages.isEmpty { return [ChartSeries("all stages", .bad, bins.rates(\.errors))] }
        let looks = Self.stageLooks
        let own = stages.count > looks.count ? looks.count - 1 : stages.count
        var layers = zip(stages.prefix(own), looks).map { stage, look in
            ChartSeries(stage, look, bins.rates { $0.errorsByStage[stage] })
        }
        if own < stages.count {
            let others = bins.rates { row in
                stages.dropFirst(own).reduce(0) { $0 + row.errorsByStage[$1] }
            }
            layers.append(ChartSeries("other stages", looks[own], others))
        }
        return layers
    }

    // MARK: - By kind

    func errors(_ page: inout Markup) {
        if run.errors.isEmpty { return }
        let most = Double(run.errors.map(\.count).max() ?? 1)
        page.table(["stage", "condition", "count", "", "the first one"], left: [1, 3, 4]) { page in
            for error in run.errors.prefix(Self.rowLimit) {
                page.element("tr") { page in
                    page.element("td", text: error.stage)
                    page.element("td", ["class": "left"], text: error.condition)
                    page.element("td", text: "\(error.count)")
                    bar(Double(error.count) / most, isBad: true, &page)
                    page.element("td", ["class": "left wrap"]) { page in
                        page.element("code", text: error.sample)
                    }
                }
            }
        }
        page.rest(run.errors.count - Self.rowLimit, "kinds of errors")
    }
}
