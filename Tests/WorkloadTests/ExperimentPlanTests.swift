import Testing
import Workload

@Suite struct ExperimentPlanTests {
    @Test func `each round has each variant once, with one seed`() {
        let plan = ExperimentPlan(variants: 3, rounds: 40, warmupRounds: 2, seed: 5)
        #expect(plan.slots.count == 126)
        let warmups = plan.slots.map(\.isWarmup)
        #expect(warmups == Array(repeating: true, count: 6) + Array(repeating: false, count: 120))
        var orders: Set<[Int]> = []
        var seeds: Set<UInt64> = []
        for start in stride(from: 0, to: 126, by: 3) {
            let round = plan.slots[start..<start + 3]
            #expect(Set(round.map(\.variant)) == [0, 1, 2])
            #expect(Set(round.map(\.round)).count == 1)
            #expect(Set(round.map(\.seed)).count == 1)
            seeds.insert(round[start].seed)
            orders.insert(round.map(\.variant))
        }
        #expect(plan.slots.last?.round == 40)
        #expect(seeds.count == 42)
        #expect(orders.count == 6)
    }

    @Test func `the seed fixes it`() {
        func plan(_ seed: UInt64) -> ExperimentPlan {
            ExperimentPlan(variants: 4, rounds: 5, warmupRounds: 1, seed: seed)
        }
        #expect(plan(1) == plan(1))
        #expect(plan(1) != plan(2))
    }
}
