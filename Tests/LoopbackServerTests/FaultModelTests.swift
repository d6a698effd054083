import Profile
import Testing
import Units

@testable import LoopbackServer

@Suite struct FaultModelTests {
    private static func model(
        seed: UInt64 = 1, worker: Int = 0, _ change: (inout Faults) -> Void
    ) -> FaultModel {
        var faults = Faults()
        change(&faults)
        return FaultModel(faults, seed: seed, worker: worker)
    }

    private static func fates(_ model: FaultModel, _ count: Int) -> [FaultModel.Fate] {
        var model = model
        return (0..<count).map { _ in model.fate() }
    }

    @Test func `each fate has its share`() {
        let model = Self.model {
            $0.lose = 0.01
            $0.duplicate = 0.02
            $0.reorder = 0.03
            $0.bounce = 0.04
        }
        let count = 100_000
        let fates = Self.fates(model, count)
        let shares: [(FaultModel.Fate, Double)] = [
            (.lost, 0.01), (.duplicated, 0.02), (.reordered, 0.03), (.bounced, 0.04),
            (.delivered, 0.9),
        ]
        for (fate, share) in shares {
            let seen = Double(fates.count { $0 == fate })
            // Five standard deviations of the binomial distribution.
            let allowed = 5 * (Double(count) * share * (1 - share)).squareRoot()
            #expect(abs(seen - Double(count) * share) < allowed, "\(fate): \(seen)")
        }
    }

    @Test func `shares of all and of nothing are exact`() {
        #expect(Self.fates(Self.model { $0.lose = 1 }, 1_000).allSatisfy { $0 == .lost })
        #expect(Self.fates(Self.model { $0.bounce = 1 }, 1_000).allSatisfy { $0 == .bounced })
        #expect(Self.fates(Self.model { _ in }, 1_000).allSatisfy { $0 == .delivered })
    }

    @Test func `the same seed decides the same, another seed or worker otherwise`() {
        let change = { (faults: inout Faults) in faults.lose = 0.5 }
        let first = Self.fates(Self.model(change), 200)
        #expect(Self.fates(Self.model(change), 200) == first)
        #expect(Self.fates(Self.model(seed: 2, change), 200) != first)
        #expect(Self.fates(Self.model(worker: 1, change), 200) != first)
    }

    @Test func `an element is looked at after its delay`() {
        var fixed = Self.model { $0.delay = .fixed(.milliseconds(20)) }
        let turns = ServiceTurns()
        #expect(
            fixed.release(arrivedAt: .origin + .seconds(1), turns: turns)
                == .origin + .milliseconds(1_020))
        var uniform = Self.model { $0.delay = .uniform(.milliseconds(10), .milliseconds(30)) }
        let drawn = (0..<1_000).map { _ in
            uniform.release(arrivedAt: .origin, turns: turns) - .origin
        }
        #expect(drawn.allSatisfy { $0 >= .milliseconds(10) && $0 <= .milliseconds(30) })
        #expect(Set(drawn).count > 900)
    }

    @Test func `what comes during a freeze waits for its end`() {
        var model = Self.model {
            $0.freeze = Recurrence(length: .seconds(1), period: .seconds(10))
        }
        let turns = ServiceTurns()
        for (arrival, release) in [(0, 0), (8_999, 8_999), (9_000, 10_000), (9_400, 10_000)] {
            #expect(
                model.release(arrivedAt: .origin + .milliseconds(Int64(arrival)), turns: turns)
                    == .origin + .milliseconds(Int64(release)))
        }
    }

    @Test func `a capped rate makes a queue, also after a freeze`() {
        var model = Self.model {
            $0.rateCap = Rate(perSecond: 500)
            $0.freeze = Recurrence(length: .seconds(1), period: .seconds(10))
        }
        let turns = ServiceTurns()
        func release(_ arrival: Int64) -> Int64 {
            (model.release(arrivedAt: .origin + .milliseconds(arrival), turns: turns) - .origin)
                .rawValue / 1_000_000
        }
        // Three at once, one when the server is idle again.
        #expect([0, 0, 0, 10].map(release) == [2, 4, 6, 12])
        // Three in the freeze: one after the other after it.
        #expect([9_100, 9_200, 9_999].map(release) == [10_002, 10_004, 10_006])
    }

    @Test func `elements of one read follow each other, and the queue waits for them`() {
        var model = Self.model { $0.rateCap = Rate(perSecond: 500) }
        let turns = ServiceTurns()
        func after(_ milliseconds: Int64) -> Instant { .origin + .milliseconds(milliseconds) }
        #expect(model.release(arrivedAt: .origin, turns: turns) == after(2))
        #expect(model.release(arrivedAt: .origin, turns: turns) == after(4))
        let next = model.releaseOfNext(arrivedAt: .origin, now: after(2), turns: turns)
        #expect(next == after(4))
        #expect(model.release(arrivedAt: after(3), turns: turns) == after(8))
    }

    @Test func `the delay comes before the freeze`() {
        var model = Self.model {
            $0.delay = .fixed(.milliseconds(200))
            $0.freeze = Recurrence(length: .seconds(1), period: .seconds(10))
        }
        #expect(
            model.release(arrivedAt: .origin + .milliseconds(8_900), turns: ServiceTurns())
                == .origin + .seconds(10))
    }
}
