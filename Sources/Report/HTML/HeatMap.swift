internal import Measurement

/// How often which duration was seen when: a column for each span of time, a row for each band of
/// durations, the darker the more.
package struct HeatMap {
    package let title: String
    package let x: ChartAxis
    package let y: ChartAxis
    /// Where columns begin and end.
    package let edges: [Double]
    /// Where rows begin and end, from the bottom up.
    package let bands: [Double]
    /// By column, then by row.
    package let counts: [[UInt64]]

    package init(
        title: String, x: ChartAxis, y: ChartAxis, edges: [Double], bands: [Double],
        counts: [[UInt64]]
    ) {
        (self.title, self.x, self.y) = (title, x, y)
        (self.edges, self.bands, self.counts) = (edges, bands, counts)
    }

    /// Steps of darkness.
    static let steps = 8

    /// Draws it as SVG.
    package func draw(into page: inout Markup) {
        let frame = ChartFrame(x: x, y: y)
        let middles = zip(edges, edges.dropFirst()).map { ($0 + $1) / 2 }
        let most = counts.map { $0.max() ?? 0 }.max() ?? 0
        frame.draw(into: &page, title: title, places: middles, shaded: []) { page in
            var paths = [String](repeating: "", count: Self.steps)
            for (column, rows) in counts.enumerated() {
                let (from, to) = (frame.place(x: edges[column]), frame.place(x: edges[column + 1]))
                for (row, count) in rows.enumerated() where count > 0 {
                    let (low, high) = (frame.place(y: bands[row]), frame.place(y: bands[row + 1]))
                    paths[Self.step(count, of: most)] +=
                        "M\(ChartFrame.number(from)) \(ChartFrame.number(low))"
                        + "V\(ChartFrame.number(high))H\(ChartFrame.number(to))"
                        + "V\(ChartFrame.number(low))Z"
                }
            }
            page.element(
                "g",
                [
                    "class": "heat",
                    "data-bands": bands.map { ChartFrame.number(frame.place(y: $0)) }
                        .joined(separator: " "),
                    "data-words": zip(bands, bands.dropFirst()).map {
                        "\(y.words($0)) to \(y.words($1))"
                    }.joined(separator: "|"),
                    "data-counts": counts.map(Self.brief).joined(separator: "|"),
                ]
            ) { page in
                for (step, path) in paths.enumerated() where !path.isEmpty {
                    page.void("path", ["class": "step\(step + 1)", "d": path])
                }
            }
        }
    }

    /// Few are seen beside many: darkness grows with the square root.
    static func step(_ count: UInt64, of most: UInt64) -> Int {
        let share = (Double(count) / Double(max(most, 1))).squareRoot()
        return min(Int((share * Double(steps)).rounded(.up)), steps) - 1
    }

    /// `row:count` of the rows that have any.
    private static func brief(_ rows: [UInt64]) -> String {
        rows.enumerated().filter { $0.element > 0 }.map { "\($0.offset):\($0.element)" }
            .joined(separator: " ")
    }
}
