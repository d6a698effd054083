import Report
import Testing

@Suite struct ColumnChartTests {
    private let layers = [
        ChartSeries("tls", .layer1, [10, nil]), ChartSeries("auth", .layer2, [40, 100]),
    ]

    private var svg: String {
        var page = Markup()
        ColumnChart(
            title: "Parts", x: .time(until: 10), y: .amount("ms", upTo: 100), edges: [0, 5, 10],
            layers: layers
        ).draw(into: &page)
        return page.text
    }

    @Test func `Layers lie on each other`() {
        #expect(svg.contains("d=\"M60.5 212V193.8H272.5V212Z\""))
        #expect(svg.contains("d=\"M60.5 193.8V121H272.5V193.8ZM273.5 212V30H485.5V212Z\""))
        #expect(svg.contains("data-text=\"40|100\""))
    }

    @Test func `The axis has to reach the highest sum`() {
        #expect(ColumnChart.highest(layers) == 100)
        #expect(ColumnChart.highest([]) == 0)
    }

    @Test func `A legend names several layers, and not a single one`() {
        #expect(svg.contains("<span class=\"layer2\">auth</span>"))
        var page = Markup()
        ColumnChart(
            title: "Logins", x: .time(until: 10), y: .amount("ms", upTo: 100), edges: [0, 10],
            layers: [ChartSeries("logins", .middle, [3])]
        ).draw(into: &page)
        #expect(!page.text.contains("legend"))
    }
}
