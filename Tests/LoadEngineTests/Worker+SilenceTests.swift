import Measurement
import Testing
import Units

@testable import LoadEngine

@Suite struct WorkerSilenceTests {
    /// Four sessions that arrive in the first second of ten.
    private static func profile(_ steps: String, arrivals: Int = 4) -> String {
        """
        title: Silence
        target: {domain: localhost, address: loopback, security: none}
        accounts: {count: 8, username: "u${index}", password: "p", register: if-missing}
        sessions:
          arrival: {stages: [{rate: \(arrivals)/s, for: 1s}]}
          scenarios: [{name: s, steps: \(steps)}]
        timeouts: {connect: 1s, login: 1s, iq: 1s, delivery: 1s, close: 1s}
        duration: 10s
        drain: 3s
        """
    }

    private static let pinging =
        "[login, presence, {repeat: 100, steps: [{pause: 500ms}, ping]}, {stay: until-end}, logout]"
    private static let listening = "[login, presence, {stay: until-end}, logout]"

    @Test(arguments: [pinging, listening])
    func `a server that freezes fails every session, and is dead at the end`(
        steps: String
    ) throws {
        var world = SimulatedWorld()
        world.silentFrom = .origin + .seconds(5)
        let done = try world.run(Self.profile(steps))
        #expect(done.result.sessions.failed == 4)
        #expect(done.result.sessions.cut == 0)
        let lost = done.result.errors.filter { $0.stage == "connection" }
        #expect(lost.map(\.condition) == ["connection-timeout"])
        #expect(lost.map(\.count) == [4])
        #expect(done.result.facts.isTargetDead)
        #expect(done.result.outcome == .failed)
    }

    @Test func `a session of a silent server fails while the run goes on`() throws {
        var world = SimulatedWorld()
        world.silentFrom = .origin + .seconds(5)
        let result = try world.run(Self.profile(Self.pinging)).result
        // A ping, and the one that asks again: two seconds after the last answer at the latest.
        let row = try #require(result.intervals.first { $0.start == .seconds(8) })
        #expect(row.online == 0)
    }

    @Test(arguments: [pinging, listening])
    func `a server that is silent to some sessions is not dead`(steps: String) throws {
        var world = SimulatedWorld()
        world.silentFrom = .origin + .seconds(5)
        // Eight connections of set-up come before the sessions'.
        world.isSilentTo = { $0 >= 8 && $0 % 2 == 0 }
        let result = try world.run(Self.profile(steps, arrivals: 5)).result
        #expect(result.sessions.failed == 3)
        #expect(!result.facts.isTargetDead)
        #expect(result.errors.filter { $0.stage == "connection" }.map(\.count) == [3])
    }

    @Test func `a server that is slower than the timeouts loses no session`() throws {
        var world = SimulatedWorld()
        world.oneWayDelay = .milliseconds(600)
        let result = try world.run(
            Self.profile(Self.pinging).replacing("login: 1s", with: "login: 10s")
                .replacing("close: 1s", with: "close: 5s")
                .replacing("connect: 1s", with: "connect: 5s")
        ).result
        #expect(result.sessions.failed == 0)
        #expect(result.errors.contains { $0.stage == "ping" && $0.condition == "timeout" })
    }

    @Test func `a server that leaves one kind of request unanswered keeps its sessions`() throws {
        let steps = """
            [login, presence,
              {send: "<presence id='${id}' to='u9@localhost' type='unavailable'/>",
               expect: {kind: presence, id: "${id}", within: 1s}},
              {stay: until-end}, logout]
            """
        let result = try SimulatedWorld().run(Self.profile(steps)).result
        #expect(result.sessions.failed == 0)
        #expect(result.errors.map(\.stage) == ["send"])
        #expect(result.errors.map(\.condition) == ["timeout"])
    }
}
