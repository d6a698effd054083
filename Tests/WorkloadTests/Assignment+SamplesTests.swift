import Testing

@testable import Profile
@testable import Workload

@Suite struct AssignmentSamplesTests {
    private func assignment(weights: [Double], seed: UInt64 = 3) -> Assignment {
        let scenarios = weights.enumerated().map { index, weight in
            Scenario(
                name: "\(index)", weight: weight, steps: [],
                position: SourcePosition(line: 1, column: 1))
        }
        return Assignment(scenarios: scenarios, accountCount: 1_000, seed: seed)
    }

    @Test func `samples are spread over the scenarios, however rare`() {
        let assignment = assignment(weights: [50, 1, 5])
        let samples = assignment.samples(6, of: 1_000)
        #expect(samples.count == 6 && samples.allSatisfy { (0..<1_000).contains($0) })
        let scenarios = samples.map { assignment.scenario(ofArrival: $0) }
        #expect(scenarios.sorted() == [0, 0, 1, 1, 2, 2])
    }

    @Test func `they follow from the seed`() {
        let samples = assignment(weights: [1]).samples(3, of: 1_000)
        #expect(assignment(weights: [1]).samples(3, of: 1_000) == samples)
        #expect(assignment(weights: [1], seed: 4).samples(3, of: 1_000) != samples)
    }

    @Test func `there are no more of them than arrivals`() {
        #expect(assignment(weights: [1, 1]).samples(5, of: 2) == [0, 1])
        #expect(assignment(weights: [1]).samples(0, of: 10) == [])
        #expect(assignment(weights: [1]).samples(3, of: 0) == [])
    }
}
