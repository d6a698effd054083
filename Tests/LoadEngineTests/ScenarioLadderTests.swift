import LoopbackServer
import Measurement
import Testing
import Units

@testable import LoadEngine

/// What a run tells of steps, of what was due, and of sampled sessions.
@Suite struct ScenarioLadderTests {
    private static func profile(
        steps: String, faults: String = "", accounts: Int = 10, more: String = ""
    ) -> String {
        """
        title: Ladder
        target: {domain: localhost, address: loopback, security: none, faults: {\(faults)}}
        accounts:
          {count: \(accounts), username: "user${index}", password: "hush-hush", register: if-missing}
        sessions:
          arrival: {stages: [{rate: \(accounts)/s, for: 1s}]}
          scenarios: [{name: member, steps: \(steps)}]
        duration: 8s
        drain: 5s
        \(more)
        """
    }

    private func run(_ yaml: String, workers: Int = 1) throws -> RunResult {
        try SimulatedWorld(workers: workers).run(yaml).result
    }

    @Test(arguments: [1, 3])
    func `each step of a scenario has its line, with what became of it`(workers: Int) throws {
        let result = try run(
            Self.profile(
                steps: """
                    [login, roster, {repeat: 3, steps: [ping, {pause: 10ms}]},
                    {message: {to: self, body: a, await: delivery}}, {stay: until-end}, logout]
                    """),
            workers: workers)
        let ladder = try #require(result.ladders.first)
        #expect(result.ladders.count == 1 && ladder.name == "member")
        #expect(
            ladder.steps.map { "\($0.path) \($0.step)" } == [
                "1 login", "2 roster", "3.1 ping", "3.2 pause", "4 message", "5 stay", "6 logout",
            ])
        #expect(ladder.steps.map(\.started) == [10, 10, 30, 30, 10, 10, 0])
        #expect(ladder.steps.map(\.done) == [10, 10, 30, 30, 10, 10, 0])
        #expect(
            ladder.steps.map { $0.responseP50 != nil } == [
                true, true, true, false, true, false, false,
            ])
        // There and back, 50 µs each way.
        let ping = try #require(ladder.steps[2].responseP50)
        #expect(ping >= .microseconds(100) && ping < .microseconds(130), "\(ping)")
    }

    @Test func `steps that fail, time out, find nobody or are cut are told apart`() throws {
        let bounced = try run(
            Self.profile(
                steps: "[login, {message: {to: self, body: a, await: delivery}}, logout]",
                faults: "bounce: 100%")
        ).ladders[0].steps
        #expect(bounced.map(\.failed) == [0, 10, 0] && bounced.map(\.done) == [10, 0, 10])
        let lost = try run(
            Self.profile(
                steps: "[login, {message: {to: self, body: a, await: delivery, timeout: 1s}}]",
                faults: "lose: 100%")
        ).ladders[0].steps
        #expect(lost.map(\.timedOut) == [0, 10])
        let alone = try run(
            Self.profile(
                steps: "[login, {message: {to: online, body: a}}, logout]", accounts: 2)
        ).ladders[0].steps
        #expect(alone.map(\.skipped) == [0, 2, 0])
        let cut = try run(
            Self.profile(steps: "[login, {pause: 20s}, {message: {to: self, body: a}}, logout]")
        ).ladders[0].steps
        #expect(cut.map(\.cut) == [0, 10, 0, 0] && cut.map(\.started) == [10, 10, 0, 0])
        for steps in [bounced, lost, alone, cut] {
            for step in steps {
                let ends = step.done + step.failed + step.timedOut + step.skipped + step.cut
                #expect(step.started == ends, "\(step)")
            }
        }
    }

    @Test func `a freeze of the server shows in the intervals in which messages were due`() throws {
        // The last 3 s of each 6 s.
        let result = try run(
            Self.profile(
                steps: "[login, {stay: until-end}]", faults: "freeze: 3s/6s",
                more: """
                    traffic: [{message: {to: online, body: a}, after: 2s, rate: 50/s, spacing: even}]
                    """))
        let rows = result.intervals.filter { $0.sent > 0 }
        #expect(rows.allSatisfy { $0.dueUnfinished == 0 })
        let longest = rows.compactMap(\.dueP99).max() ?? .zero
        #expect(longest > .milliseconds(2_900) && longest < .milliseconds(3_100), "\(longest)")
        // Where nothing was done there is no response, but what was due there has one.
        let frozen = rows.filter { $0.responseP99 == nil }
        #expect(frozen.count >= 2)
        #expect(frozen.allSatisfy { ($0.dueP50 ?? .zero) > .milliseconds(400) })
    }

    @Test(arguments: [1, 3])
    func `sampled sessions show what they did, without passwords`(workers: Int) throws {
        let yaml = Self.profile(
            steps: "[login, {message: {to: self, body: hello, await: delivery}}, logout]",
            more: "sample_sessions: 2")
        let timelines = try run(yaml, workers: workers).facts.timelines
        #expect(timelines.count == 2)
        for timeline in timelines {
            #expect(timeline.account.hasPrefix("user") && timeline.account.hasSuffix("@localhost"))
            #expect(timeline.scenario == "member" && timeline.ended == "finished")
            let events = timeline.events.filter { $0.direction == .event }.map(\.text)
            #expect(events.contains("connected") && events.last == "closed", "\(events)")
            #expect(events.contains { $0.hasPrefix("bound as \(timeline.account)/") })
            let sent = timeline.events.filter { $0.direction == .out }.map(\.text)
            let received = timeline.events.filter { $0.direction == .in }.map(\.text)
            #expect(sent.contains { $0.contains("<body>hello</body>") })
            #expect(received.contains { $0.contains("<body>hello</body>") })
            #expect(sent.contains { $0.hasPrefix("<auth ") && $0.contains(">(hidden)</auth>") })
            #expect(!(sent + received).contains { $0.contains("hush-hush") })
            #expect(timeline.events.map(\.time) == timeline.events.map(\.time).sorted())
        }
        #expect(
            try run(yaml, workers: 1).facts.timelines.map(\.account) == timelines.map(\.account))
        let none = yaml.replacing("sample_sessions: 2", with: "sample_sessions: 0")
        #expect(try run(none).facts.timelines == [])
    }

    @Test func `a sampled session that fails says why`() throws {
        let result = try run(
            Self.profile(
                steps: "[login, {stay: until-end}]", faults: "close_after: 2s",
                more: "sample_sessions: 1"))
        let timeline = try #require(result.facts.timelines.first)
        #expect(timeline.ended?.hasPrefix("failed: ") == true, "\(timeline.ended ?? "")")
    }
}
