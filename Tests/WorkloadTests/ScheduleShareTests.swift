import Testing

@testable import Profile
@testable import Workload

@Suite struct ScheduleShareTests {
    private static let assignment = Assignment(
        scenarios: [
            Scenario(
                name: "a", weight: 1, steps: [], position: SourcePosition(line: 1, column: 1))
        ], accountCount: 101, seed: 7)

    /// What the shares of all workers of all ranks have of the first 1,000 events.
    private func union(
        _ ranks: Int, _ workers: Int, _ share: (_ worker: Int, _ rank: Rank) -> ScheduleShare
    ) -> [[Int]] {
        (0..<ranks * workers).map { place in
            let rank = Rank(index: place / workers, of: ranks)
            let share = share(place % workers, rank)
            return (0..<1_000).filter { share.contains($0) }
        }
    }

    @Test(arguments: [1, 2, 3, 8], [1, 2, 3])
    func `all workers of all ranks take every event once`(ranks: Int, workers: Int) {
        let turns = union(ranks, workers) { ScheduleShare(worker: $0, of: workers, rank: $1) }
        let byAccount = union(ranks, workers) {
            Self.assignment.share(worker: $0, of: workers, rank: $1)
        }
        for parts in [turns, byAccount] {
            #expect(parts.joined().sorted() == Array(0..<1_000))
        }
        for part in turns { #expect(abs(part.count - 1_000 / (ranks * workers)) <= 1) }
        for part in byAccount { #expect(part.count > 1_000 / (ranks * workers) / 2) }
    }

    @Test func `the arrivals of a rank take its own accounts, however often they come round`() {
        let rank = Rank(index: 1, of: 3)
        let share = Self.assignment.share(worker: 0, of: 1, rank: rank)
        let accounts = (0..<1_000).filter { share.contains($0) }
            .map(Self.assignment.preferredAccount(ofArrival:))
        #expect(accounts.allSatisfy(rank.owns))
        #expect(Set(accounts).count == rank.ownedCount(of: 101))
    }
}
