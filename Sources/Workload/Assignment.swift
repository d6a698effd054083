package import Profile

/// Which scenario, which account and which random source an arrival gets: pure functions of the
/// seed and the arrival's index, so they are the same whoever executes it.
package struct Assignment: Sendable {
    /// Running sums of the weights.
    private let cumulativeWeights: [Double]
    private let accounts: AccountPermutation
    let seed: UInt64

    /// Bounds: at least one scenario and one account.
    package init(scenarios: [Scenario], accountCount: Int, seed: UInt64) {
        precondition(!scenarios.isEmpty, "a run has a scenario")
        var sum = 0.0
        cumulativeWeights = scenarios.map { scenario in
            sum += scenario.weight
            return sum
        }
        let stream = RandomPurpose.accounts.stream()
        var random = SeededRandom(seed: seed, stream: stream)
        accounts = AccountPermutation(count: accountCount, seed: random.next())
        self.seed = seed
    }

    /// Scenarios to choose from.
    var scenarioCount: Int { cumulativeWeights.count }

    /// An index into the scenarios, drawn by weight.
    package func scenario(ofArrival index: Int) -> Int {
        let total = cumulativeWeights[cumulativeWeights.count - 1]
        let stream = RandomPurpose.scenarios.stream(index: index)
        var random = SeededRandom(seed: seed, stream: stream)
        let draw = random.unit() * total
        return cumulativeWeights.firstIndex { draw < $0 } ?? cumulativeWeights.count - 1
    }

    /// The account to take if it is free, from 0; each comes once in as many arrivals.
    package func preferredAccount(ofArrival index: Int) -> Int {
        accounts[index]
    }

    /// The arrivals that a worker takes: those whose account belongs to its rank.
    package func share(worker: Int, of workers: Int, rank: Rank) -> ScheduleShare {
        ScheduleShare(worker: worker, of: workers, rank: rank, accounts: accounts)
    }

    /// The source of everything that the session of an arrival draws.
    package func random(ofArrival index: Int) -> SeededRandom {
        SeededRandom(seed: seed, stream: RandomPurpose.sessions.stream(index: index))
    }

    /// The source of everything that one action of the traffic item `traffic` draws.
    package static func random(
        ofTraffic traffic: Int, action index: Int, seed: UInt64
    ) -> SeededRandom {
        let stream = RandomPurpose.trafficActions.stream(group: traffic, index: index)
        return SeededRandom(seed: seed, stream: stream)
    }
}
