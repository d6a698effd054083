internal import Measurement
internal import Units

/// A comparison to look at: the sides' percentiles and latency over time on each other, then the
/// tables. One file that needs nothing else.
package enum ComparisonHTML {
    package static func render(_ comparison: Comparison, all: Bool) -> String {
        let words = ComparisonWords(comparison: comparison, showsAll: all)
        let labels = comparison.sides.map(\.label)
        let title = "\(labels.dropFirst().joined(separator: ", ")) against \(labels[0])"
        return HTMLPage.text(title: title) { page in
            page.element("header") { page in
                page.element("h1", text: title)
                head(comparison, words, &page)
                requirements(comparison, &page)
            }
            page.element("main") { page in
                charts(comparison, &page)
                tables(comparison, words, &page)
            }
        }
    }

    private static func head(
        _ comparison: Comparison, _ words: ComparisonWords, _ page: inout Markup
    ) {
        page.element("ul", ["class": "reasons"]) { page in
            for side in comparison.sides {
                page.element("li") { page in
                    page.element("b", text: side.label)
                    page.write(" \(side.path): \(side.title), \(ComparisonWords.runs(side))")
                }
            }
        }
        page.element("p", ["class": "sentence"], text: words.tally)
        page.element("p", ["class": "soft"], text: words.statistics)
        if comparison.warnings.isEmpty { return }
        page.element("ul", ["class": "reasons"]) { page in
            for warning in comparison.warnings {
                page.element("li") { page in
                    page.element("b", text: "warning: ")
                    page.write(warning)
                }
            }
        }
    }

    private static func requirements(_ comparison: Comparison, _ page: inout Markup) {
        if comparison.requirements.isEmpty { return }
        page.element("h3", text: "Fail if")
        page.table(["", "demand", "side", "p"], left: [1, 2]) { page in
            for result in comparison.requirements {
                page.element("tr") { page in
                    page.element(
                        "td", ["class": result.outcome == .failed ? "failed" : "passed"],
                        text: result.outcome == .failed ? "FAILED" : result.outcome.rawValue)
                    page.element("td", ["class": "left"]) { page in
                        page.element("code", text: result.expression)
                    }
                    page.element("td", ["class": "left"], text: result.side)
                    page.element("td", text: result.p.map(ComparisonWords.chance) ?? "-")
                }
            }
        }
    }

    // MARK: Charts

    /// One for each side; further ones have none of their own.
    private static let looks: [ChartSeries.Look] = [
        .middle, .other, .strong, .layer4, .layer6, .faint,
    ]

    private static func charts(_ comparison: Comparison, _ page: inout Markup) {
        if comparison.curves.isEmpty { return }
        page.element("section", ["id": "charts"]) { page in
            page.element("h2", text: "Response")
            page.element("div", ["class": "charts"]) { page in
                for curve in comparison.curves {
                    let sides = Array(zip(comparison.sides.map(\.label), zip(curve.sides, looks)))
                    percentiles(curve, sides.map { ($0.0, $0.1.0, $0.1.1) }, &page)
                    overTime(curve, sides.map { ($0.0, $0.1.0, $0.1.1) }, &page)
                }
            }
        }
    }

    private typealias Drawn = (label: String, side: ComparisonCurve.Side, look: ChartSeries.Look)

    private static func percentiles(
        _ curve: ComparisonCurve, _ sides: [Drawn], _ page: inout Markup
    ) {
        let plot = PercentileCurve(
            count: sides.map { $0.side.all.count + $0.side.unfinished }.max() ?? 1)
        let series = sides.map { label, side, look in
            ChartSeries(label, look, plot.values(side.all, unfinished: side.unfinished))
        }
        draw(
            "Percentiles of \(curve.metric)",
            "All runs of a side together; what never finished counts as infinite.", plot.x,
            plot.places, series, &page)
    }

    private static func overTime(
        _ curve: ComparisonCurve, _ sides: [Drawn], _ page: inout Markup
    ) {
        let series = sides.map { label, side, look in
            ChartSeries(
                label, look, side.parts.map { $0.percentile(99).map { Double($0.rawValue) } })
        }
        let end = (curve.places.last ?? 0) + (curve.places.first ?? 0)
        draw(
            "p99 of \(curve.metric) over time", "By when it was done, from the start of a run.",
            .time(until: end), curve.places, series, &page)
    }

    private static func draw(
        _ title: String, _ note: String, _ x: ChartAxis, _ places: [Double],
        _ series: [ChartSeries], _ page: inout Markup
    ) {
        guard series.contains(where: { !$0.known.isEmpty }) else { return }
        page.figure(title, note) { page in
            LineChart(
                title: title, x: x, y: .latency("response, log scale", of: series.flatMap(\.known)),
                places: places, series: series
            ).draw(into: &page)
        }
    }

    // MARK: Tables

    private static func tables(
        _ comparison: Comparison, _ words: ComparisonWords, _ page: inout Markup
    ) {
        for side in comparison.sides.indices.dropFirst() {
            page.element("section") { page in
                page.element(
                    "h2",
                    text: "\(comparison.sides[side].label) against \(comparison.sides[0].label)")
                for (title, rows) in words.groups {
                    page.table([title] + words.titles(side: side)) { page in
                        for row in rows {
                            page.element("tr") { page in
                                page.element("td", text: row.figure.name)
                                let cells = words.cells(row, side: side)
                                for (place, cell) in cells.enumerated() {
                                    let isTold = place == 2 && cell != "~" && cell != "-"
                                    page.element("td") { page in
                                        if isTold {
                                            page.element("b", text: cell)
                                        } else {
                                            page.write(cell)
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
