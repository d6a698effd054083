import Measurement
import Report
import Testing
import Units

@Suite struct CapacityTextTests {
    /// A search that ended as given, after a level that was met and one that was missed.
    static func document(
        _ reason: CapacitySearch.Reason?, low: Double? = 400.5, high: Double? = 420
    ) throws -> CapacityDocument {
        let limits = CapacitySearch.Limits(
            from: 100, upTo: .infinity, tolerance: 0.05, repeats: 2, isWhole: false)
        var document = CapacityDocument(
            profile: "Chat", objective: "message.response.p99 < 100ms",
            thresholds: try ThresholdResultTests.thresholds(["message.response.p99 < 100ms"]),
            target: "localhost at loopback, security: starttls", axis: .rate,
            over: "the rate of traffic", unit: "/s", metric: "message", limits: limits,
            warmup: .seconds(5), hold: .seconds(20))
        var search = CapacitySearch(limits)
        for (level, outcome) in [
            (400.5, CapacitySearch.Outcome.met), (420, .missed), (420, .missed),
        ] {
            search.add(outcome, at: level)
            document.add(
                CapacityDocument.Trial(
                    .init(level: level, purpose: .bisecting), outcome,
                    because: outcome == .met ? "" : "too slow", report: "trials/01", run: nil,
                    metric: "message"), search, in: SampleReport.environment)
        }
        if let reason { document.conclude(.init(reason: reason, low: low, high: high)) }
        return document
    }

    @Test func `the interval comes first, with its width and the reason for the end`() throws {
        let text = try CapacityText.render(Self.document(.found))
        #expect(text.hasPrefix("Capacity   between 400.5/s and 420/s (4.6 % wide)\n"))
        #expect(text.contains("\nEnded      both ends were confirmed, the upper one first\n"))
        #expect(text.contains("\nObjective  message.response.p99 < 100ms\n"))
    }

    @Test func `without an upper end it is at least so much`() throws {
        let text = try CapacityText.render(Self.document(.generator, high: nil))
        #expect(text.hasPrefix("Capacity   at least 400.5/s\n"))
        #expect(text.contains("the generator was the limit, not the server"))
    }

    @Test func `what the generator lacked is told of a level above the lower end`() throws {
        var document = try Self.document(nil)
        for (place, level, because) in [(1, 420.0, "too late"), (2, 300, "too busy")] {
            document.trials[place].level = level
            document.trials[place].outcome = .generator
            document.trials[place].because = because
        }
        document.conclude(.init(reason: .generator, low: 400.5, high: nil))
        #expect(
            document.conclusion == "the generator was the limit, not the server: too late")
    }

    @Test func `a search that was broken off says what it knows`() throws {
        let text = try CapacityText.render(Self.document(nil))
        #expect(text.hasPrefix("Capacity   between 400.5/s and 420/s"))
        #expect(text.contains("\nEnded      the search was broken off\n"))
    }

    @Test func `each level is a line of the curve`() throws {
        let lines = try CapacityText.render(Self.document(.found)).split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("  400.5/s") && $0.contains(" met ") })
        #expect(lines.contains { $0.hasPrefix("  420/s") && $0.contains("missed       2") })
    }

    @Test func `the curve as CSV has a line for each level`() throws {
        let lines = try CapacityCSV.render(Self.document(.found)).split(separator: "\n")
        #expect(
            lines == [
                "level,standing,trials,met,rate_per_s,response_p50_ns,response_p99_ns",
                "400.5,met,1,1,,,", "420,missed,2,0,,,",
            ])
    }
}
