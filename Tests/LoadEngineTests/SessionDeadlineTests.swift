import Testing
import Units

@testable import LoadEngine

@Suite struct SessionDeadlineTests {
    /// A deadline that can be changed inside an expectation.
    private final class Deadline {
        private var value = SessionDeadline()

        func set(_ instant: Instant) -> Bool { value.set(instant) }
        func clear() { value.clear() }
        func entry(of instant: Instant, cameUpAt now: Instant) -> SessionDeadline.EntryMeaning {
            value.entry(of: instant, cameUpAt: now)
        }
    }

    private func at(_ seconds: Int64) -> Instant { .origin + .seconds(seconds) }

    @Test func `a deadline that nobody moves is reached once`() {
        let deadline = Deadline()
        #expect(deadline.set(at(5)))
        #expect(deadline.entry(of: at(5), cameUpAt: at(5)) == .reached)
        #expect(deadline.entry(of: at(5), cameUpAt: at(6)) == .stale)
    }

    @Test func `moving it on needs no entry, and the one there is put back`() {
        let deadline = Deadline()
        #expect(deadline.set(at(5)))
        #expect(!deadline.set(at(8)))
        #expect(!deadline.set(at(9)))
        #expect(deadline.entry(of: at(5), cameUpAt: at(5)) == .early(at(9)))
        #expect(deadline.entry(of: at(9), cameUpAt: at(9)) == .reached)
    }

    @Test func `an earlier one needs an entry, and the later entry still counts`() {
        let deadline = Deadline()
        #expect(deadline.set(at(30)))
        #expect(deadline.set(at(1)))
        #expect(deadline.entry(of: at(1), cameUpAt: at(1)) == .reached)
        #expect(!deadline.set(at(31)))
        #expect(deadline.set(at(2)))
        #expect(deadline.entry(of: at(2), cameUpAt: at(2)) == .reached)
        #expect(!deadline.set(at(32)))
        #expect(deadline.entry(of: at(30), cameUpAt: at(30)) == .early(at(32)))
        #expect(deadline.entry(of: at(32), cameUpAt: at(32)) == .reached)
    }

    @Test func `a cleared one is never reached`() {
        let deadline = Deadline()
        #expect(deadline.set(at(3)))
        deadline.clear()
        #expect(deadline.entry(of: at(3), cameUpAt: at(3)) == .stale)
        #expect(deadline.set(at(4)))
        #expect(deadline.entry(of: at(4), cameUpAt: at(4)) == .reached)
    }

    /// Drives a heap and deadlines that are set, moved and cleared at random, and compares with
    /// plain bookkeeping: each is reached when it is due, never twice, never too late.
    @Test(arguments: 1...20)
    func `every deadline that stands is reached when it is due`(seed: UInt64) {
        var state = seed
        func random(_ bound: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % bound
        }
        var heap = DeadlineHeap()
        let deadline = Deadline()
        var plain: Instant?
        for second in Int64(0)..<3_000 {
            let now = at(second)
            var isReached = false
            while let entry = heap.pop(dueAt: now) {
                switch deadline.entry(of: entry.at, cameUpAt: now) {
                case .stale: break
                case .early(let later): heap.push(at: later, owner: 0, token: 0)
                case .reached:
                    #expect(!isReached)
                    isReached = true
                }
            }
            #expect(isReached == (plain == now))
            if isReached { plain = nil }
            switch random(4) {
            case 0:
                deadline.clear()
                plain = nil
            case 1, 2:
                let next = at(second + 1 + Int64(random([2, 5, 40][Int(random(3))])))
                if deadline.set(next) { heap.push(at: next, owner: 0, token: 0) }
                plain = next
            default: break
            }
        }
        #expect(heap.count < 100)
    }
}
