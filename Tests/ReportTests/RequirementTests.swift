import Report
import Testing

@Suite struct RequirementTests {
    @Test(arguments: [
        ("message.response.p99 > 5%", 23, "has a sign", "+5%"),
        ("message.response.p99 < 5ms", 23, "has a sign", "-5ms"),
        ("message.response.p99", 20, "expected > or <", nil),
        ("> +5%", 0, "expected a figure", nil),
        ("message.response.p99 >", 22, "has a sign", nil),
        ("message.response.p99 > +5parsecs", 24, "is no limit", nil),
        ("message.response.p99 > +5sec", 24, "is no limit", "+5s"),
    ])
    func `mistakes have a place`(
        text: String, offset: Int, message: String, suggestion: String?
    ) throws {
        let mistake = try #require(throws: Requirement.Mistake.self) { try Requirement(text) }
        #expect(mistake.offset == offset)
        #expect(mistake.message.contains(message))
        #expect(mistake.suggestion == suggestion)
    }

    @Test func `the figure has to be there, and the limit in its unit`() throws {
        let figures = [
            Figure("message.response.p99", .duration, .latency),
            Figure("message.lost", .share, .messages),
        ]
        #expect(try Requirement("message.lost>+0.001").figure(among: figures) == figures[1])
        #expect(try Requirement("\"message.lost\" > +5%").figure(among: figures) == figures[1])
        #expect(
            try Requirement("message.response.p99 > +2ms").figure(among: figures) == figures[0])
        let unknown = try #require(throws: Requirement.Mistake.self) {
            try Requirement("mesage.lost > +5%").figure(among: figures)
        }
        #expect(unknown.suggestion == "message.lost")
        for text in ["message.lost > +2ms", "message.response.p99 > +3/s"] {
            #expect(throws: Requirement.Mistake.self) {
                try Requirement(text).figure(among: figures)
            }
        }
    }

    @Test(arguments: [
        ("generator.cpu_per_message > +5%", Requirement.Outcome.failed),
        ("generator.cpu_per_message > +25%", .held),
        ("generator.cpu_per_message > +50us", .failed),
        ("generator.cpu_per_message < -5%", .held),
        ("generator.cpu_per_message > -50%", .failed),
        ("message.lost > +0", .held),
    ])
    func `five runs a side tell whether it holds`(
        text: String, outcome: Requirement.Outcome
    ) throws {
        let samples = try ComparisonSamples()
        try samples.series(slower: 1.2)
        var comparison = try samples.comparison()
        try comparison.judge(try Requirement(text))
        #expect(comparison.requirements.map(\.outcome) == [outcome])
        #expect(comparison.hasPassed == (outcome == .held))
    }

    @Test func `three runs a side cannot tell, and a figure that is gone fails`() throws {
        let samples = try ComparisonSamples()
        for run in 0..<3 {
            try samples.write("old/\(run)") { $0.server.cpuPerLogin = .milliseconds(1) }
            try samples.write("new/\(run)")
        }
        var comparison = try samples.comparison()
        try comparison.judge(try Requirement("generator.cpu_per_message > +5%"))
        try comparison.judge(try Requirement("server.cpu_per_login > +5%"))
        #expect(comparison.requirements.map(\.outcome) == [.unclear, .failed])
        #expect(!comparison.hasPassed)
    }
}
