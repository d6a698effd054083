import Report
import Testing

@Suite struct ChartAxisTests {
    private func labels(_ axis: ChartAxis) -> [String] { axis.ticks.map(\.label) }

    @Test func `Time is labelled by the length of the run`() {
        #expect(labels(.time(until: 15)) == ["0", "5", "10", "15"])
        #expect(labels(.time(until: 600)) == ["0:00", "2:00", "4:00", "6:00", "8:00", "10:00"])
        #expect(labels(.time(until: 7_200)).prefix(2) == ["0:00:00", "0:20:00"])
        #expect(ChartAxis.time(until: 15).words(2.5) == "2.5")
        #expect(ChartAxis.time(until: 0).scale.domain == 0...1)
    }

    @Test func `Durations have the unit that suits them`() {
        let axis = ChartAxis.latency("latency", of: [130_000, 930_000])
        #expect(labels(axis) == ["100 µs", "200 µs", "500 µs", "1 ms"])
        #expect(axis.words(1_230_000) == "1.23 ms")
        #expect(labels(.span("mean", upTo: 7_000_000)) == ["0", "2 ms", "4 ms", "6 ms", "8 ms"])
    }

    @Test func `Without values there is an axis all the same`() {
        #expect(ChartAxis.latency("latency", of: []).ticks.count > 1)
        #expect(ChartAxis.amount("sessions", upTo: 0).ticks.count > 1)
    }

    @Test func `Amounts, shares and sizes are short`() {
        #expect(
            labels(.amount("per second", upTo: 40_000)) == ["0", "10 k", "20 k", "30 k", "40 k"])
        #expect(labels(.share("busy")) == ["0 %", "50 %", "100 %"])
        #expect(labels(.size("memory", upTo: 52_000_000)) == ["0", "20 MiB", "40 MiB", "60 MiB"])
    }

    @Test func `Levels begin at zero unless they are orders of magnitude apart`() {
        let near = ChartAxis.level("level", of: [100, 525, 800]) { "\(Int($0))/s" }
        #expect(labels(near) == ["0", "200", "400", "600", "800"])
        #expect(near.words(525) == "525/s")
        let far = ChartAxis.level("level", of: [4, 4_000]) { "\(Int($0))" }
        #expect(labels(far) == ["2", "10", "100", "1000", "5000"])
        #expect(ChartAxis.level("level", of: []) { "\($0)" }.ticks.count > 1)
    }

    /// Each further nine takes the same room, and none is shown that no sample stands for.
    @Test func `Percentiles lie as HdrHistogram plots them`() {
        let axis = ChartAxis.percentiles(count: 5_000)
        #expect(labels(axis) == ["50 %", "90 %", "99 %", "99.9 %", "99.99 %"])
        let places = axis.ticks.dropFirst().map { axis.scale.fraction(of: $0.value) }
        for (place, expected) in zip(places, [0.25, 0.5, 0.75, 1]) {
            #expect(abs(place - expected) < 1e-12)
        }
        #expect(axis.words(100) == "99 %")
        #expect(axis.words(1_000) == "99.9 %")
        #expect(labels(.percentiles(count: 3)) == ["50 %", "90 %"])
    }
}
