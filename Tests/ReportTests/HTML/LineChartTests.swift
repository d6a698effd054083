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
        #expect(places == [178, 197, 216])
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

    @Test func `Labels that a narrow page has no room for are marked`() {
        var page = Markup()
        LineChart(
            title: "Percentiles", x: .percentiles(count: 1_000_000),
            y: .latency("response", of: [1_000, 3_600e9]), places: [1, 2],
            series: [ChartSeries("a", .pale, [1e6, 1e9])]
        ).draw(into: &page)
        let spare = page.text.matches(of: /<text class="spare"[^>]*>([^<]*)</).map(\.output.1)
        #expect(spare.contains("99.9999 %") && !spare.contains("99 %") && !spare.contains("1 µs"))
        #expect(!svg([ChartSeries("rate", .middle, [0, 50, 100])]).contains("spare"))
    }

    @Test func `Points have a sign of their kind, and lie beside a limit`() {
        var page = Markup()
        LineChart(
            title: "Trials", x: .time(until: 10), y: .amount("per second", upTo: 100),
            places: [0, 5, 10], series: [],
            points: [
                ChartPoints("met", .good, .disc, [[50], [50, 100], []]),
                ChartPoints("missed", .bad, .diamond, [[], [], [.infinity]]),
            ], limit: 50
        ).draw(into: &page)
        let text = page.text
        #expect(text.contains("data-name=\"met\" data-text=\"50|50, 100|\""))
        #expect(text.contains("data-name=\"missed\" data-text=\"||never finished\""))
        #expect(text.components(separatedBy: "translate(273 ").count == 3)
        #expect(text.contains("class=\"hollow\" transform=\"translate(486 30)\""))
        #expect(text.contains("<g class=\"line bad\"><path d=\"M60 121H486\"/>"))
        #expect(text.contains("<p class=\"legend signs\"><span class=\"good\"><svg"))
    }
}
