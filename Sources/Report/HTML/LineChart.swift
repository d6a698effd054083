/// Lines over a common axis, their names at their ends; also points, and a limit.
package struct LineChart {
    package let title: String
    package let x: ChartAxis
    package let y: ChartAxis
    /// Places on the horizontal axis, ascending.
    package let places: [Double]
    /// Each with a value for each place; later ones lie on top.
    package let series: [ChartSeries]
    /// Parts of the horizontal axis that do not count.
    package let shaded: [ClosedRange<Double>]
    /// Places where a value is beyond all bounds; marked at the top.
    package let beyond: [Double]
    /// On top of the lines.
    package let points: [ChartPoints]
    /// A line across the whole chart.
    package let limit: Double?

    package init(
        title: String, x: ChartAxis, y: ChartAxis, places: [Double], series: [ChartSeries],
        shaded: [ClosedRange<Double>] = [], beyond: [Double] = [], points: [ChartPoints] = [],
        limit: Double? = nil
    ) {
        (self.title, self.x, self.y) = (title, x, y)
        (self.places, self.series, self.shaded) = (places, series, shaded)
        (self.beyond, self.points, self.limit) = (beyond, points, limit)
    }

    /// Longest name that has room beside a line; where one is longer, a legend has them all.
    private static let nameLength = 9

    /// Draws it as SVG.
    package func draw(into page: inout Markup) {
        let frame = ChartFrame(x: x, y: y)
        let isNamed = series.allSatisfy { $0.name.count <= Self.nameLength }
        if !isNamed { page.legend(series) }
        if !points.isEmpty { page.legend(points) }
        frame.draw(into: &page, title: title, places: places, shaded: shaded) { page in
            var names: [(text: String, look: ChartSeries.Look, y: Double)] = []
            if let limit {
                let place = frame.place(y: limit)
                let (left, right, y) = (
                    ChartFrame.number(ChartFrame.left), ChartFrame.number(ChartFrame.right),
                    ChartFrame.number(place)
                )
                page.element("g", ["class": "line bad"]) { page in
                    page.void("path", ["d": "M\(left) \(y)H\(right)"])
                }
                names.append(("limit", .bad, place))
            }
            for line in series {
                let points = line.values.map { $0.map { frame.place(y: $0) } }
                page.element(
                    "g",
                    [
                        "class": "line \(line.look.rawValue)", "data-name": line.name,
                        "data-text": line.values.map { $0.map(y.words) ?? "" }
                            .joined(separator: "|"),
                        "data-y": points.map { $0.map(ChartFrame.number) ?? "" }
                            .joined(separator: " "),
                    ]
                ) { page in
                    page.void("path", ["d": path(points, frame)])
                }
                if isNamed, let last = points.last(where: { $0 != nil }) ?? nil {
                    names.append((line.name, line.look, last))
                }
            }
            // A point at the end of a line is wider than the line.
            frame.drawNames(names, gap: points.isEmpty ? 6 : 11, into: &page)
            for group in points { group.draw(in: frame, places: places, into: &page) }
            if !beyond.isEmpty {
                let marks = beyond.map { place in
                    let middle = ChartFrame.number(frame.place(x: place) - 2)
                    return "M\(middle) \(ChartFrame.number(ChartFrame.top - 3))h4"
                }
                page.void("path", ["class": "mark", "d": marks.joined()])
            }
        }
    }

    /// A line through the points that are there; one that stands alone is a dot.
    private func path(_ points: [Double?], _ frame: ChartFrame) -> String {
        var path = ""
        var isDrawing = false
        for (index, point) in points.enumerated() {
            guard let point else {
                isDrawing = false
                continue
            }
            let x = ChartFrame.number(frame.place(x: places[index]))
            path += "\(isDrawing ? "L" : "M")\(x) \(ChartFrame.number(point))"
            let isLonely = index + 1 == points.count || points[index + 1] == nil
            if !isDrawing, isLonely { path += "h0.1" }
            isDrawing = true
        }
        return path
    }
}
