import Report
import Testing

@Suite struct ChartScaleTests {
    @Test func `A linear scale goes by difference, a logarithmic one by ratio`() {
        let linear = ChartScale(.linear, 0...200)
        #expect([0.0, 50, 200].map(linear.fraction) == [0, 0.25, 1])
        let logarithmic = ChartScale(.logarithmic, 1...10_000)
        for (value, fraction) in [(1.0, 0.0), (10, 0.25), (100, 0.5), (10_000, 1)] {
            #expect(abs(logarithmic.fraction(of: value) - fraction) < 1e-12)
        }
    }

    @Test func `What lies beyond an end is put there`() {
        #expect(ChartScale(.linear, 0...10).fraction(of: 11) == 1)
        #expect(ChartScale(.logarithmic, 1...10).fraction(of: 0) == 0)
    }

    @Test func `Ticks of a linear axis are round and reach beyond the largest value`() {
        #expect(ChartScale.linearTicks(upTo: 183, count: 4) == [0, 50, 100, 150, 200])
        #expect(ChartScale.linearTicks(upTo: 200, count: 4) == [0, 50, 100, 150, 200])
        #expect(
            ChartScale.linearTicks(upTo: 0.7, count: 4) == [0, 0.2, 0.4, 0.6000000000000001, 0.8])
        #expect(ChartScale.linearTicks(upTo: 0, count: 4).count == 2)
        for largest in stride(from: 0.3, to: 5_000, by: 7.7) {
            let ticks = ChartScale.linearTicks(upTo: largest, count: 4)
            #expect(ticks.count <= 5 && ticks[ticks.count - 1] >= largest)
            #expect(ticks[ticks.count - 2] < largest)
        }
    }

    @Test func `Ticks of sizes are round in their unit`() {
        #expect(
            ChartScale.linearTicks(upTo: 52_000_000, count: 4, unit: 1_048_576)
                == [0, 20, 40, 60].map { $0 * 1_048_576 })
    }

    @Test func `Ticks of a logarithmic axis enclose the values`() {
        #expect(
            ChartScale.logarithmicTicks(from: 130, to: 930) == [100, 200, 500, 1_000])
        #expect(ChartScale.logarithmicTicks(from: 100, to: 100) == [100, 200])
        #expect(
            ChartScale.logarithmicTicks(from: 2.5, to: 9_000) == [2, 10, 100, 1_000, 10_000])
    }

    @Test func `Of many ticks none stands close to an end`() {
        #expect(
            ChartScale.logarithmicTicks(from: 20, to: 190_000)
                == [20, 100, 1_000, 10_000, 200_000])
    }
}
