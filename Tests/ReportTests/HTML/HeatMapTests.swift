import Testing

@testable import Report

@Suite struct HeatMapTests {
    @Test func `A cell is the darker the more it holds, by the square root`() {
        #expect(HeatMap.step(1, of: 100) == 0)
        #expect(HeatMap.step(25, of: 100) == HeatMap.steps / 2 - 1)
        #expect(HeatMap.step(100, of: 100) == HeatMap.steps - 1)
    }

    @Test func `Cells lie at their time and duration, empty ones are not drawn`() {
        var page = Markup()
        HeatMap(
            title: "Heat", x: .time(until: 10), y: .latency("", of: [1e6, 1e7]),
            edges: [0, 5, 10], bands: [1e6, 2e6, 1e7], counts: [[4, 0], [0, 1]]
        ).draw(into: &page)
        let text = page.text
        #expect(text.contains("class=\"step8\" d=\"M60 212V157.2H273V212Z\""))
        #expect(text.contains("class=\"step4\" d=\"M273 157.2V30H486V157.2Z\""))
        #expect(text.contains("data-counts=\"0:4|1:1\""))
        #expect(text.contains("data-words=\"1 ms to 2 ms|2 ms to 10 ms\""))
        #expect(!text.contains("step1"))
    }
}
