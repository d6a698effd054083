/// Columns of layers that add up, such as the parts of a login; a legend names the layers.
package struct ColumnChart {
    package let title: String
    package let x: ChartAxis
    package let y: ChartAxis
    /// Where columns begin and end on the horizontal axis: one more than there are columns.
    package let edges: [Double]
    /// From the bottom up, each with a value for each column.
    package let layers: [ChartSeries]
    /// Parts of the horizontal axis that do not count.
    package let shaded: [ClosedRange<Double>]

    package init(
        title: String, x: ChartAxis, y: ChartAxis, edges: [Double], layers: [ChartSeries],
        shaded: [ClosedRange<Double>] = []
    ) {
        (self.title, self.x, self.y) = (title, x, y)
        (self.edges, self.layers, self.shaded) = (edges, layers, shaded)
    }

    /// The highest column.
    package static func highest(_ layers: [ChartSeries]) -> Double {
        let count = layers.map(\.values.count).max() ?? 0
        return (0..<count).map { column in
            layers.reduce(0) { $0 + ($1.values[column] ?? 0) }
        }.max() ?? 0
    }

    /// Draws it as SVG.
    package func draw(into page: inout Markup) {
        let frame = ChartFrame(x: x, y: y)
        let middles = zip(edges, edges.dropFirst()).map { ($0 + $1) / 2 }
        if layers.count > 1 { page.legend(layers) }
        frame.draw(into: &page, title: title, places: middles, shaded: shaded) { page in
            var grounds = [Double](repeating: 0, count: middles.count)
            for layer in layers {
                var path = ""
                for (column, value) in layer.values.enumerated() {
                    guard let value, value > 0 else { continue }
                    let (from, to) = (
                        frame.place(x: edges[column]), frame.place(x: edges[column + 1])
                    )
                    let gap = to - from > 4 ? 1.0 : 0
                    let low = frame.place(y: grounds[column])
                    grounds[column] += value
                    let high = frame.place(y: grounds[column])
                    path +=
                        "M\(ChartFrame.number(from + gap / 2)) \(ChartFrame.number(low))"
                        + "V\(ChartFrame.number(high))H\(ChartFrame.number(to - gap / 2))"
                        + "V\(ChartFrame.number(low))Z"
                }
                page.element(
                    "g",
                    [
                        "class": "columns \(layer.look.rawValue)", "data-name": layer.name,
                        "data-text": layer.values.map { $0.map(y.words) ?? "" }
                            .joined(separator: "|"),
                    ]
                ) { page in
                    page.void("path", ["d": path])
                }
            }
        }
    }
}
