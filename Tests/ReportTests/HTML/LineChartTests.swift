import Report
import Testing

@Suite struct LineChartTests {
    private func svg(
        _ series: [ChartSeries], shaded: [ClosedRange<Double>] = [], beyond: [Double] = []
    ) -> String {
        var page = Markup()
        LineChart(
            title: "Test & trial", x: .time(until: 10), y: .amount("per second", upTo: 100),
            places: [0, 5, 10], series: series, shaded: shaded, beyond: beyond
        ).draw(into: &page)
        return page.text
    }

    @Test func `A line goes from corner to corner of its frame`() {
        let text = svg([ChartSeries("rate", .middle, [0, 50, 100])])
        #expect(text.contains("d=\"M60 212L273 121L486 30\""))
        #expect(text.contains("aria-label=\"Test &amp; trial\""))
        #expect(text.contains(">rate</text>"))
    }

    @Test func `What is not there breaks the line, and what stands alone is a dot`() {
        let text = svg([ChartSeries("rate", .middle, [0, nil, 100])])
        #expect(text.contains("d=\"M60 212h0.1M486 30h0.1\""))
        #expect(text.contains("data-text=\"0||100\""))
    }

    @Test func `Hovering finds place, time and value`() {
        let text = svg([ChartSeries("rate", .middle, [0, 50, 100])])
        #expect(text.contains("data-x=\"60 273 486\""))
        #expect(text.contains("data-at=\"0|5|10\""))
        #expect(text.contains("data-text=\"0|50|100\""))
    }

    @Test func `Names of lines that end together stand apart, inside the frame`() {
        let text = svg([
            ChartSeries("a", .pale, [0, 0, 0]), ChartSeries("b", .middle, [0, 0, 0]),
            ChartSeries("c", .strong, [0, 0, 0]),
        ])
        let places = text.matches(of: /class="name [a-z]+" x="492" y="([0-9.]+)"/).compactMap {
            Double($0.output.1)
        }
        #expect(places == [184, 200, 216])
    }

    @Test func `Where a name has no room beside its line, a legend has them all`() {
        let text = svg([ChartSeries("name:ejabberd", .middle, [1, 2, 3])])
        #expect(text.contains("<p class=\"legend\"><span class=\"middle\">name:ejabberd</span>"))
        #expect(!text.contains("class=\"name"))
    }

    @Test func `What does not count is shaded, what is beyond all bounds is marked`() {
        let text = svg([ChartSeries("a", .pale, [1, 2, 3])], shaded: [0...5], beyond: [5])
        #expect(
            text.contains(
                "<rect class=\"shaded\" x=\"60\" y=\"30\" width=\"213\" height=\"182\"/>"))
        #expect(text.contains("<path class=\"mark\" d=\"M271 27h4\"/>"))
    }
}
