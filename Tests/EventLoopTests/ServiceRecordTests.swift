import EventLoop
import Testing

/// A generator that tests can repeat (SplitMix64).
struct RepeatableGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

@Suite struct ServiceRecordTests {
    private func record(_ target: String, _ priority: UInt16, _ weight: UInt16) -> ServiceRecord {
        ServiceRecord(target: target, port: 5_222, priority: priority, weight: weight)
    }

    @Test func `lower priorities come first, and every record comes once`() {
        let records = [
            record("c", 20, 5), record("a", 0, 0), record("b", 10, 65_535), record("d", 20, 0),
        ]
        for seed in 0..<50 {
            var random = RepeatableGenerator(state: UInt64(seed))
            let order = ServiceRecord.ordered(records, using: &random).map(\.target)
            #expect(order.prefix(2) == ["a", "b"])
            #expect(Set(order.suffix(2)) == ["c", "d"])
        }
    }

    @Test func `within a priority the first is drawn in proportion to its weight`() {
        let records = [record("three", 1, 3_000), record("one", 1, 1_000), record("never", 1, 0)]
        var random = RepeatableGenerator(state: 42)
        var firsts: [String: Int] = [:]
        for _ in 0..<10_000 {
            firsts[ServiceRecord.ordered(records, using: &random)[0].target, default: 0] += 1
        }
        // Four standard deviations of a binomial with p = 3/4.
        #expect(abs((firsts["three"] ?? 0) - 7_500) < 175)
        // A weight of 0 is chosen when 0 of 4,000 is drawn.
        #expect((firsts["never"] ?? 0) < 20)
    }

    @Test func `without weights the order is that of the answer`() {
        var random = RepeatableGenerator(state: 1)
        let records = [record("a", 1, 0), record("b", 1, 0), record("c", 1, 0)]
        #expect(ServiceRecord.ordered(records, using: &random).map(\.target) == ["a", "b", "c"])
        #expect(ServiceRecord.ordered([], using: &random) == [])
    }
}
