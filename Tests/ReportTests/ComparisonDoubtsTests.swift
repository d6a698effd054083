import Measurement
import Report
import Testing

@Suite struct ComparisonDoubtsTests {
    private func doubts(
        allowed: Set<ComparisonDoubts.Allowance> = [], seed: UInt64 = 42,
        profile: String = "title: Sample\n", isStarved: Bool = false
    ) throws -> ComparisonDoubts {
        let samples = try ComparisonSamples()
        try samples.write("old/0")
        try samples.write("new/0", profile: profile) { result in
            result.facts.seed = seed
            if isStarved {
                result.busyRatio = 0.99
                result.verdict = Verdict.judge(result)
            }
        }
        return ComparisonDoubts(
            [try samples.side("A", "old"), try samples.side("B", "new")], allowed: allowed)
    }

    @Test func `runs that are alike raise none`() throws {
        #expect(try doubts() == (try doubts(allowed: Set(ComparisonDoubts.Allowance.allCases))))
        #expect(try doubts().refusals == [])
    }

    @Test func `profiles that differ are refused, with what differs in them`() throws {
        let profile = "title: Sample\nduration: 30s\n"
        let refusal = try #require(try doubts(profile: profile).refusals.first)
        #expect(refusal.hasPrefix("the profiles differ: "))
        #expect(refusal.contains("\n  + duration: 30s\n"))
        #expect(refusal.hasSuffix("--allow profile"))
        let allowed = try doubts(allowed: [.profile], profile: profile)
        #expect(allowed.refusals == [])
        #expect(allowed.warnings.contains { $0.hasPrefix("the profiles differ: ") })
    }

    @Test func `another seed is no other profile, but it is said`() throws {
        let doubts = try doubts(seed: 7, profile: "title: Sample\nseed: 7\n")
        #expect(doubts.refusals == [])
        #expect(doubts.warnings.contains { $0.hasPrefix("the seeds differ") })
    }

    @Test func `a run that is INVALID is refused, with the reason`() throws {
        let refusal = try #require(try doubts(isStarved: true).refusals.first)
        #expect(refusal.contains("/new/0 (busy: "))
        #expect(try doubts(allowed: [.invalid], isStarved: true).refusals == [])
    }
}
