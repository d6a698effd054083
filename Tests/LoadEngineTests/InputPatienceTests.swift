import Testing
import Units

@testable import LoadEngine

@Suite struct InputPatienceTests {
    private let tick = Nanoseconds.milliseconds(20)

    /// After two seconds in which so many stanzas came each tick.
    private func patience(perTick: UInt64, online: Int) -> (InputPatience, received: UInt64) {
        var patience = InputPatience()
        var received: UInt64 = 0
        for index in 1...100 {
            received += perTick
            patience.look(received: received, online: online, after: tick)
            if index % 50 == 0 { patience.secondEnded(received: received) }
        }
        return (patience, received)
    }

    @Test func `a 400th of the time between two stanzas of a session, 2 ms at most`() {
        #expect(patience(perTick: 20, online: 1_000).0.value == .milliseconds(2))
        #expect(patience(perTick: 100, online: 1_000).0.value == .microseconds(500))
        #expect(patience(perTick: 12, online: 12).0.value == .microseconds(50))
        #expect(patience(perTick: 0, online: 1).0.value == .milliseconds(2))
        #expect(patience(perTick: 20, online: 0).0.value == .zero)
        #expect(InputPatience().value == .zero)
    }

    @Test func `a rate that rises counts at once, one that falls after a second`() {
        var (patience, received) = patience(perTick: 20, online: 400)
        #expect(patience.value == .milliseconds(1))
        received += 200
        patience.look(received: received, online: 400, after: tick)
        #expect(patience.value == .microseconds(100))
        patience.look(received: received, online: 400, after: tick)
        #expect(patience.value == .milliseconds(1))
        patience.secondEnded(received: received)
        patience.secondEnded(received: received)
        patience.look(received: received, online: 400, after: tick)
        #expect(patience.value == .milliseconds(2))
    }
}
