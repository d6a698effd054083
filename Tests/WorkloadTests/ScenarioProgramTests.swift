import Testing
import Units

@testable import Profile
@testable import Workload

@Suite struct ScenarioProgramTests {
    private func program(_ steps: String) throws -> ScenarioProgram {
        let text = """
            target: {address: loopback}
            accounts: {count: 10}
            sessions:
              arrival: 1/s
              scenarios:
                - name: main
                  steps: \(steps)
            duration: 10s
            """
        let profile = try ProfileLoader.load(text: text, fileName: "t.yaml").get()
        return ScenarioProgram(profile.sessions.scenarios[0])
    }

    private func run(_ program: ScenarioProgram, atMost limit: Int = 1_000) -> [Intent] {
        var state = ProgramState()
        var random = SeededRandom(seed: 1, stream: 1)
        var intents: [Intent] = []
        while intents.count < limit {
            let intent = state.next(program, &random)
            if intent == .finished { break }
            intents.append(intent)
        }
        return intents
    }

    @Test func `steps become intents in their order`() throws {
        let program = try program(
            """
            [register, login, roster, presence, {presence: {show: away}}, \
            {message: {to: online, body: a}}, ping, {send: "<presence/>"}, {pause: 2s}, \
            {message: {to: self, body: b}}, {stay: 1s}, {stay: until-end}, logout]
            """)
        #expect(
            run(program) == [
                .register, .login, .roster, .presence(0), .presence(1), .message(0), .ping(0),
                .raw(0), .pause(.seconds(2)), .message(1), .stay(.seconds(1)), .stay(nil), .logout,
            ])
        #expect(program.messages.map(\.to) == [.online, .self])
        #expect(program.presences[1].show == .away)
    }

    @Test func `loops run as often as they say, inner ones anew each time`() throws {
        let program = try program(
            "[login, {repeat: 3, steps: [ping, {repeat: 2, steps: [roster]}]}, logout]")
        var expected: [Intent] = [.login]
        for _ in 0..<3 { expected += [.ping(0), .roster, .roster] }
        #expect(run(program) == expected + [.logout])
    }

    @Test func `eight loops deep multiply`() throws {
        var steps = "[ping]"
        for _ in 0..<8 { steps = "[{repeat: 2, steps: \(steps)}]" }
        let program = try program("[login, " + steps.dropFirst())
        #expect(run(program).count == 1 + 256)
    }

    @Test func `a finished program stays finished`() throws {
        let program = try program("[login]")
        var state = ProgramState()
        var random = SeededRandom(seed: 1, stream: 1)
        #expect(state.next(program, &random) == .login)
        for _ in 0..<5 { #expect(state.next(program, &random) == .finished) }
    }

    @Test func `a state knows the step of its last intent`() throws {
        let program = try program("[login, {repeat: 2, steps: [ping]}, logout]")
        var state = ProgramState()
        var random = SeededRandom(seed: 1, stream: 1)
        var keywords: [String] = []
        while state.next(program, &random) != .finished {
            keywords.append(program.origins[state.instruction].keyword)
        }
        #expect(keywords == ["login", "ping", "ping", "logout"])
        #expect(program.origins[0].position == SourcePosition(line: 7, column: 15))
    }

    @Test func `a state is small and copies are apart`() throws {
        #expect(MemoryLayout<ProgramState>.size <= 40)
        let program = try program("[login, {repeat: 5, steps: [ping]}, logout]")
        var random = SeededRandom(seed: 1, stream: 1)
        var first = ProgramState()
        _ = first.next(program, &random)
        _ = first.next(program, &random)
        var second = first
        var count = 0
        while first.next(program, &random) != .finished { count += 1 }
        #expect(count == 5)
        #expect(second.next(program, &random) == .ping(0))
    }

    @Test func `pauses have their distributions`() {
        var random = SeededRandom(seed: 1, stream: 1)
        #expect(Pause.fixed(.seconds(2)).draw(&random) == .seconds(2))
        let second = 1_000_000_000.0
        var sum = 0.0
        for _ in 0..<20_000 {
            let time = Pause.uniform(.seconds(1), .seconds(3)).draw(&random)
            #expect(time >= .seconds(1) && time <= .seconds(3))
            sum += Double(time.rawValue)
        }
        #expect(abs(sum / 20_000 - 2 * second) < 0.02 * second)
        sum = 0
        for _ in 0..<20_000 {
            sum += Double(Pause.exponential(mean: .seconds(1)).draw(&random).rawValue)
        }
        #expect(abs(sum / 20_000 - second) < 0.03 * second)
    }
}
