import Measurement
import Testing

/// Searches on servers whose capacity is known.
@Suite struct CapacitySearchTests {
    private typealias Search = CapacitySearch

    /// What a search found and what it took.
    private struct Found {
        var conclusion: Search.Conclusion
        var trials: [Search.Trial]
        var levels: [Double] { trials.map(\.level) }
    }

    private func limits(
        from: Double = 100, upTo: Double = .infinity, tolerance: Double = 0.05, repeats: Int = 2,
        isWhole: Bool = false
    ) -> Search.Limits {
        Search.Limits(
            from: from, upTo: upTo, tolerance: tolerance, repeats: repeats, isWhole: isWhole)
    }

    /// Searches on a server; `server` is asked for the outcome of each trial in turn.
    private func search(
        _ limits: Search.Limits, _ server: (Double) -> Search.Outcome
    ) -> Found {
        var search = Search(limits)
        var trials: [Search.Trial] = []
        while true {
            switch search.next {
            case .run(let trial):
                trials.append(trial)
                search.add(server(trial.level), at: trial.level)
            case .conclude(let conclusion): return Found(conclusion: conclusion, trials: trials)
            }
        }
    }

    @Test(arguments: [3.0, 50, 101, 480, 500, 3_333, 77_777])
    func `the interval contains the knee of a steady server and is narrow`(knee: Double) throws {
        let found = search(limits()) { $0 <= knee ? .met : .missed }
        #expect(found.conclusion.reason == .found)
        let low = try #require(found.conclusion.low)
        let high = try #require(found.conclusion.high)
        #expect(low <= knee && knee < high)
        #expect((high - low) / high <= 0.05)
        // Doublings or halves, some five bisections, and the pass downward.
        #expect(found.trials.count <= 20)
    }

    @Test func `it doubles, bisects, and then goes down over both ends`() {
        let found = search(limits(tolerance: 0.2)) { $0 <= 500 ? .met : .missed }
        #expect(
            found.trials == [
                .init(level: 100, purpose: .doubling), .init(level: 200, purpose: .doubling),
                .init(level: 400, purpose: .doubling), .init(level: 800, purpose: .doubling),
                .init(level: 600, purpose: .bisecting), .init(level: 500, purpose: .bisecting),
                .init(level: 600, purpose: .confirming), .init(level: 500, purpose: .confirming),
            ])
        #expect(found.conclusion == .init(reason: .found, low: 500, high: 600))
    }

    @Test func `each end is tried as often as was asked for`() {
        let found = search(limits(tolerance: 0.2, repeats: 4)) { $0 <= 500 ? .met : .missed }
        #expect(found.levels.filter { $0 == 500 }.count == 4)
        #expect(found.levels.filter { $0 == 600 }.count == 4)
        #expect(found.conclusion.reason == .found)
    }

    @Test func `sessions are whole`() {
        let found = search(limits(from: 3, tolerance: 0.01, isWhole: true)) {
            $0 <= 17 ? .met : .missed
        }
        #expect(found.conclusion == .init(reason: .found, low: 17, high: 18))
        #expect(found.levels.allSatisfy { $0 == $0.rounded() })
    }

    @Test func `a server that bears the highest level that may be tried is said to bear it`() {
        let found = search(limits(upTo: 700)) { _ in .met }
        #expect(found.conclusion == .init(reason: .upperEnd, low: 700, high: nil))
        #expect(found.levels.filter { $0 == 700 }.count == 2)
        #expect(found.levels.max() == 700)
    }

    @Test func `a server that bears nothing is said to bear nothing`() {
        let found = search(limits()) { _ in .missed }
        #expect(found.conclusion.reason == .neverMet)
        #expect(found.conclusion.low == nil)
        #expect(found.trials.count < 20)
    }

    @Test func `where the generator is the limit there is no upper end`() throws {
        let found = search(limits()) { $0 <= 300 ? .met : .generator }
        #expect(found.conclusion.reason == .generator)
        #expect(found.conclusion.high == nil)
        let low = try #require(found.conclusion.low)
        #expect(low <= 300 && low > 270)
    }

    @Test func `the server's limit is found below the generator's`() {
        let found = search(limits()) {
            $0 <= 250 ? .met : $0 <= 300 ? .missed : .generator
        }
        #expect(found.conclusion.reason == .found)
        #expect(found.conclusion.low.map { $0 <= 250 } == true)
        #expect(found.conclusion.high.map { $0 > 250 && $0 <= 300 } == true)
    }

    @Test func `a generator that is starved from the start is never the server's fault`() {
        let found = search(limits()) { _ in .generator }
        #expect(found.conclusion == .init(reason: .generator, low: nil, high: nil))
        // It does not take long to see that less load does not help.
        #expect(found.levels == [100, 100, 12.5, 12.5, 1.563, 1.563, 0.1954, 0.1954])
    }

    @Test func `one bad moment of the generator is tried again, and counts for nothing`() throws {
        var isFirst = true
        let found = search(limits()) { level in
            if level > 300, isFirst {
                isFirst = false
                return .generator
            }
            return level <= 500 ? .met : .missed
        }
        #expect(found.conclusion.reason == .found)
        let low = try #require(found.conclusion.low)
        let high = try #require(found.conclusion.high)
        #expect(low <= 500 && 500 < high)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 9])
    func `one bad moment of the server does not decide`(moment: Int) throws {
        var trial = 0
        let found = search(limits()) { level in
            trial += 1
            return level <= 500 && trial != moment ? .met : .missed
        }
        #expect(found.conclusion.reason == .found)
        let low = try #require(found.conclusion.low)
        let high = try #require(found.conclusion.high)
        #expect(low <= 500 && 500 < high)
    }

    @Test func `a server that does not recover from overload is found unsteady`() throws {
        // Once it has borne 500 or more it bears no more than 450, like one that swaps.
        var capacity = 520.0
        let found = search(limits()) { level in
            defer { if level > 520 { capacity = 450 } }
            return level <= capacity ? .met : .missed
        }
        // It was pushed over the edge while doubling, so the lower value is what it can be trusted
        // with.
        let low = try #require(found.conclusion.low)
        #expect(low <= 450)
        let high = try #require(found.conclusion.high)
        #expect(high > 450)
    }

    /// A server whose capacity varies from trial to trial.
    private struct NoisyServer {
        var random: RandomNumbers
        let knee: Double
        let spread: Double

        mutating func outcome(_ level: Double) -> CapacitySearch.Outcome {
            let share = Double(random.next() >> 11) / Double(1 << 53)
            return level <= knee * (1 + spread * (2 * share - 1)) ? .met : .missed
        }
    }

    @Test(arguments: [0.02, 0.05, 0.1])
    func `two searches on a noisy server overlap and end`(spread: Double) throws {
        for seed in 0..<200 as Range<UInt64> {
            var server = NoisyServer(
                random: RandomNumbers(seed: seed), knee: 730, spread: spread)
            let intervals = try (0..<2).map { _ in
                let found = search(limits()) { server.outcome($0) }
                #expect([.found, .unsteady].contains(found.conclusion.reason))
                let low = try #require(found.conclusion.low)
                let high = try #require(found.conclusion.high)
                // Each end lies where such trials do come out so.
                #expect(low < 730 * (1 + spread) && high > 730 * (1 - spread))
                #expect((high - low) / high < 2 * spread + 0.2)
                return low...high
            }
            // What is between them is no wider than the server's spread and the tolerance.
            let slack = 730 * (spread + 0.05)
            let gap = max(
                intervals[0].lowerBound - intervals[1].upperBound,
                intervals[1].lowerBound - intervals[0].upperBound)
            #expect(gap < slack)
        }
    }
}
