import Testing
import Units

@testable import LoadEngine

@Suite struct InputPatienceTests {
    private let tick = Nanoseconds.milliseconds(20)

    /// After two seconds in which so much came each tick.
    private func value(stanzas: UInt64, messages: UInt64, online: Int) -> Nanoseconds {
        var patience = InputPatience()
        for index in 1...100 as ClosedRange<UInt64> {
            patience.look(
                stanzas: index * stanzas, messages: index * messages, online: online, after: tick)
            if index.isMultiple(of: 50) { patience.secondEnded() }
        }
        return patience.value
    }

    @Test func `the time in which eight stanzas come, 8 ms at most`() {
        #expect(value(stanzas: 20, messages: 20, online: 10) == .milliseconds(8))
        #expect(value(stanzas: 100, messages: 100, online: 10) == .microseconds(1_600))
        #expect(value(stanzas: 2_000, messages: 2_000, online: 10) == .microseconds(80))
        #expect(value(stanzas: 0, messages: 0, online: 10) == .milliseconds(8))
        #expect(value(stanzas: 0, messages: 0, online: 0) == .zero)
        #expect(InputPatience().value == .zero)
    }

    @Test func `a 400th of the time between two of a session that are no messages of the run`() {
        #expect(value(stanzas: 20, messages: 0, online: 1_000) == .microseconds(2_500))
        #expect(value(stanzas: 20, messages: 10, online: 1_000) == .milliseconds(5))
        #expect(value(stanzas: 24, messages: 12, online: 12) == .microseconds(50))
    }

    @Test func `a rate that rises counts at once, one that falls after a second`() {
        var patience = InputPatience()
        func look(_ stanzas: UInt64) {
            patience.look(stanzas: stanzas, messages: stanzas, online: 400, after: tick)
        }
        look(20)
        #expect(patience.value == .milliseconds(8))
        look(220)
        #expect(patience.value == .microseconds(800))
        look(240)
        #expect(patience.value == .milliseconds(8))
        look(840)
        patience.secondEnded()
        look(860)
        // 840 in the second before.
        #expect(patience.value == .milliseconds(8))
        for _ in 0..<50 { look(860) }
        patience.secondEnded()
        look(3_860)
        patience.secondEnded()
        look(3_860)
        #expect(patience.value == .seconds(Int64(8)) / 3_000)
    }
}
