import Testing

@testable import Profile
@testable import Workload

@Suite struct AssignmentTests {
    private func scenario(_ name: String, _ weight: Double) -> Scenario {
        Scenario(
            name: name, weight: weight, steps: [], position: SourcePosition(line: 1, column: 1))
    }

    @Test(arguments: [1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 500, 1_000, 4_097])
    func `a permutation takes each account once`(count: Int) {
        let permutation = AccountPermutation(count: count, seed: 99)
        #expect(Set((0..<count).map { permutation[$0] }) == Set(0..<count))
        #expect(permutation[count] == permutation[0])
    }

    @Test func `permutations of different seeds differ, and none is the order itself`() {
        let images = (0..<20).map { seed in
            let permutation = AccountPermutation(count: 100, seed: UInt64(seed))
            return (0..<100).map { permutation[$0] }
        }
        #expect(Set(images).count == 20)
        #expect(!images.contains(Array(0..<100)))
    }

    @Test func `where an account lands is uniform`() {
        var counts = [Int](repeating: 0, count: 10)
        for seed in 0..<10_000 {
            counts[AccountPermutation(count: 10, seed: SplitMix64.mix(UInt64(seed)))[3]] += 1
        }
        #expect(fits(counts, Array(repeating: 1_000, count: 10)))
    }

    @Test func `scenarios come by their weights`() {
        let scenarios = [scenario("a", 4), scenario("b", 1), scenario("c", 2.5)]
        let assignment = Assignment(scenarios: scenarios, accountCount: 10, seed: 1)
        var counts = [0, 0, 0]
        for index in 0..<75_000 { counts[assignment.scenario(ofArrival: index)] += 1 }
        #expect(fits(counts, [40_000, 10_000, 25_000]))
    }

    @Test func `an arrival gets the same whoever asks`() {
        let scenarios = [scenario("a", 1), scenario("b", 1)]
        let one = Assignment(scenarios: scenarios, accountCount: 50, seed: 5)
        let two = Assignment(scenarios: scenarios, accountCount: 50, seed: 5)
        for index in (0..<500).reversed() {
            #expect(one.scenario(ofArrival: index) == two.scenario(ofArrival: index))
            #expect(
                one.preferredAccount(ofArrival: index) == two.preferredAccount(ofArrival: index))
            var a = one.random(ofArrival: index)
            var b = two.random(ofArrival: index)
            #expect(a.next() == b.next())
        }
        let other = Assignment(scenarios: scenarios, accountCount: 50, seed: 6)
        #expect((0..<50).contains { one.scenario(ofArrival: $0) != other.scenario(ofArrival: $0) })
    }

    @Test func `as many arrivals as accounts use each account once`() {
        let assignment = Assignment(scenarios: [scenario("a", 1)], accountCount: 123, seed: 5)
        for start in [0, 123, 1_230] {
            let accounts = (start..<start + 123).map { assignment.preferredAccount(ofArrival: $0) }
            #expect(Set(accounts).count == 123)
        }
    }

    @Test func `sessions and traffic actions have sources of their own`() {
        let assignment = Assignment(scenarios: [scenario("a", 1)], accountCount: 5, seed: 5)
        var seen: Set<UInt64> = []
        for index in 0..<100 {
            var session = assignment.random(ofArrival: index)
            seen.insert(session.next())
            for traffic in 0..<3 {
                var action = Assignment.random(
                    ofTraffic: traffic, action: index, seed: 5)
                seen.insert(action.next())
            }
        }
        #expect(seen.count == 400)
    }
}
