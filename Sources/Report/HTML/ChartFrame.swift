internal import Measurement

/// The ground that a chart is drawn on: its size, both axes with their grid, what hovering needs.
///
/// Units: those of the SVG; on a wide page they are about pixels.
package struct ChartFrame {
    package static let width = 560.0
    static let height = 254.0
    static let left = 60.0
    static let right = 486.0
    static let top = 30.0
    static let bottom = 212.0
    /// Least distance of two labels below each other, at the size that a narrow page has them in.
    private static let labelHeight = 19.0
    /// Room that a character of a label takes, likewise.
    private static let characterWidth = 9.5

    let x: ChartAxis
    let y: ChartAxis

    func place(x value: Double) -> Double {
        Self.left + x.scale.fraction(of: value) * (Self.right - Self.left)
    }

    func place(y value: Double) -> Double {
        Self.bottom - y.scale.fraction(of: value) * (Self.bottom - Self.top)
    }

    /// The chart: axes, what `body` draws, and a cursor for hovering.
    ///
    /// - Parameters:
    ///   - title: what it shows, for those who do not see it.
    ///   - places: on the horizontal axis, that the reader can point at.
    ///   - shaded: parts of the horizontal axis that do not count.
    func draw(
        into page: inout Markup, title: String, places: [Double], shaded: [ClosedRange<Double>],
        _ body: (inout Markup) -> Void
    ) {
        page.element(
            "svg",
            [
                "class": "chart",
                "viewBox": "0 0 \(Self.number(Self.width)) \(Self.number(Self.height))",
                "role": "img", "aria-label": title, "tabindex": "0",
                "data-x": places.map { Self.number(place(x: $0)) }.joined(separator: " "),
                "data-at": places.map(x.words).joined(separator: "|"),
            ]
        ) { page in
            for part in shaded {
                let (from, to) = (place(x: part.lowerBound), place(x: part.upperBound))
                page.rectangle(
                    "shaded", x: from, y: Self.top, width: to - from,
                    height: Self.bottom - Self.top)
            }
            drawAxes(into: &page)
            body(&page)
            page.void(
                "path",
                [
                    "class": "cursor",
                    "d": "M0 \(Self.number(Self.top))V\(Self.number(Self.bottom))",
                ])
        }
    }

    private func drawAxes(into page: inout Markup) {
        var grid = ""
        let rows = y.ticks.map { place(y: $0.value) }
        let isSpareRow = Self.spare(rows, sizes: rows.map { _ in Self.labelHeight })
        for (row, tick) in y.ticks.enumerated() {
            let place = rows[row]
            grid += "M\(Self.number(Self.left)) \(Self.number(place))H\(Self.number(Self.right))"
            page.label(
                tick.label, "end", x: Self.left - 6, y: place + 4, isSpareRow[row] ? "spare" : "")
        }
        page.void("path", ["class": "grid", "d": grid])
        var marks =
            "M\(Self.number(Self.left)) \(Self.number(Self.bottom))H\(Self.number(Self.right))"
        let columns = x.ticks.map { place(x: $0.value) }
        let isSpareColumn = Self.spare(
            columns, sizes: x.ticks.map { Double($0.label.count + 1) * Self.characterWidth })
        for (column, tick) in x.ticks.enumerated() {
            let place = columns[column]
            marks += "M\(Self.number(place)) \(Self.number(Self.bottom))v4"
            page.label(
                tick.label, "middle", x: place, y: Self.bottom + 18,
                isSpareColumn[column] ? "spare" : "")
        }
        page.void("path", ["class": "axis", "d": marks])
        page.label(y.title, "start", x: 4, y: 14, "title")
        page.label(x.title, "end", x: Self.right, y: Self.bottom + 38, "title")
    }

    /// Which labels have no room between their neighbours on a narrow page, which leaves them out.
    ///
    /// - Parameters:
    ///   - places: of their middles, in order, up or down.
    ///   - sizes: the room that each takes.
    static func spare(_ places: [Double], sizes: [Double]) -> [Bool] {
        var kept = 0
        return places.indices.map { index in
            guard index > 0 else { return false }
            let room = abs(places[index] - places[kept])
            if room < (sizes[index] + sizes[kept]) / 2 { return true }
            kept = index
            return false
        }
    }

    /// Names beside the ends of their lines, moved apart where they would lie on each other.
    func drawNames(
        _ names: [(text: String, look: ChartSeries.Look, y: Double)], gap: Double,
        into page: inout Markup
    ) {
        let ordered = names.sorted { $0.y < $1.y }
        var places = ordered.map(\.y)
        for index in places.indices.dropFirst() {
            places[index] = max(places[index], places[index - 1] + Self.labelHeight)
        }
        let excess = (places.last ?? 0) - Self.bottom
        if excess > 0 {
            // Back up again, from the last one on.
            var limit = Self.bottom
            for index in places.indices.reversed() {
                places[index] = min(places[index], limit)
                limit = places[index] - Self.labelHeight
            }
        }
        for (name, place) in zip(ordered, places) {
            page.label(
                name.text, "start", x: Self.right + gap, y: place + 4, "name \(name.look.rawValue)")
        }
    }

    /// With one decimal at most.
    static func number(_ value: Double) -> String {
        let text = value.fixed(1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension Markup {
    /// A chart with its title and a sentence on how to read it.
    mutating func figure(_ title: String, _ note: String, _ draw: (inout Markup) -> Void) {
        element("figure") { page in
            page.element("figcaption") { page in
                page.element("b", text: title)
                page.write(note)
            }
            draw(&page)
        }
    }

    /// Names above a chart.
    mutating func legend(_ series: [ChartSeries]) {
        element("p", ["class": "legend"]) { page in
            for one in series {
                page.element("span", ["class": one.look.rawValue], text: one.name)
                page.write(" ")
            }
        }
    }

    mutating func rectangle(
        _ look: String, x: Double, y: Double, width: Double, height: Double
    ) {
        void(
            "rect",
            [
                "class": look, "x": ChartFrame.number(x), "y": ChartFrame.number(y),
                "width": ChartFrame.number(width), "height": ChartFrame.number(height),
            ])
    }

    mutating func label(_ text: String, _ anchor: String, x: Double, y: Double, _ look: String = "")
    {
        element(
            "text",
            [
                "class": look, "x": ChartFrame.number(x), "y": ChartFrame.number(y),
                "text-anchor": anchor,
            ], text: text)
    }
}
