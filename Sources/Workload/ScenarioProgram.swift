package import Profile
public import Units

/// What a session is to do next.
///
/// A number is an index into the program's steps of that kind. Public, as it crosses targets
/// once per step.
public enum Intent: Hashable, Sendable, BitwiseCopyable {
    case login
    case logout
    case presence(Int)
    case roster
    case message(Int)
    /// Nothing, for so long.
    case pause(Nanoseconds)
    /// Stay online for so long; nil: to the end of the run's duration.
    case stay(Nanoseconds?)
    case ping(Int)
    case register
    case raw(Int)
    /// The scenario is over; a session that is still online is logged out.
    case finished
}

/// A scenario's steps in a row, loops as jumps.
///
/// A class, since every step of every session looks at it: one reference instead of six arrays.
public final class ScenarioProgram: Sendable {
    package let name: String
    package let presences: [PresenceStep]
    package let messages: [MessageStep]
    package let pings: [PingStep]
    package let rawStanzas: [RawStanza]
    package let instructions: [Instruction]
    /// The keyword and place of each instruction, for the ladder of a report.
    package let origins: [Origin]
    /// Of each instruction, its number among the steps of the scenario; -1 for jumps and the end.
    package let stepNumbers: [Int32]

    /// Loops within loops; profiles that nest deeper are refused when loaded.
    package static let maximumNesting = 8

    /// One thing to do or one jump.
    package enum Instruction: Sendable {
        case intent(Intent)
        case pause(Pause)
        case loopStart(level: Int, count: UInt32)
        /// Back to the instruction `body` while passes are left.
        case loopEnd(level: Int, body: Int)
    }

    /// Where an instruction comes from.
    package struct Origin: Sendable {
        package var keyword: String
        package var position: SourcePosition
        /// Loops around it.
        package var depth: Int
        /// Its place among the steps: `4.2` is the second within the fourth.
        package var path: String
    }

    package convenience init(_ scenario: Scenario) {
        self.init(name: scenario.name, scenario.steps, scenario.position)
    }

    /// A program of the one action of a traffic item.
    package convenience init(_ traffic: Traffic) {
        self.init(name: traffic.name, [traffic.action], traffic.position)
    }

    private init(name: String, _ steps: [Step], _ position: SourcePosition) {
        self.name = name
        var flattened = FlattenedSteps()
        flattened.append(steps, level: 0)
        flattened.append(
            .intent(.finished), Origin(keyword: "end", position: position, depth: 0, path: ""))
        presences = flattened.presences
        messages = flattened.messages
        pings = flattened.pings
        rawStanzas = flattened.rawStanzas
        instructions = flattened.instructions
        origins = flattened.origins
        var count: Int32 = 0
        stepNumbers = flattened.instructions.map { instruction in
            guard instruction.isStep else { return -1 }
            defer { count += 1 }
            return count
        }
    }

    /// Of the steps, without jumps and the end.
    package var steps: [Origin] {
        zip(instructions, origins).filter { $0.0.isStep }.map(\.1)
    }
}

/// A program while it is made.
private struct FlattenedSteps {
    typealias Instruction = ScenarioProgram.Instruction
    typealias Origin = ScenarioProgram.Origin

    var presences: [PresenceStep] = []
    var messages: [MessageStep] = []
    var pings: [PingStep] = []
    var rawStanzas: [RawStanza] = []
    var instructions: [Instruction] = []
    var origins: [Origin] = []

    mutating func append(_ instruction: Instruction, _ origin: Origin) {
        instructions.append(instruction)
        origins.append(origin)
    }

    mutating func append(_ steps: [Step], level: Int, below parent: String = "") {
        for (place, step) in steps.enumerated() {
            let path = "\(parent)\(place + 1)"
            let origin = Origin(
                keyword: step.keyword, position: step.position, depth: level, path: path)
            switch step.action {
            case .login: append(.intent(.login), origin)
            case .logout: append(.intent(.logout), origin)
            case .roster: append(.intent(.roster), origin)
            case .register: append(.intent(.register), origin)
            case .pause(let pause): append(.pause(pause), origin)
            case .stay(.untilEnd): append(.intent(.stay(nil)), origin)
            case .stay(.time(let time)): append(.intent(.stay(time)), origin)
            case .presence(let presence):
                append(.intent(.presence(presences.count)), origin)
                presences.append(presence)
            case .message(let message):
                append(.intent(.message(messages.count)), origin)
                messages.append(message)
            case .ping(let ping):
                append(.intent(.ping(pings.count)), origin)
                pings.append(ping)
            case .send(let stanza):
                append(.intent(.raw(rawStanzas.count)), origin)
                rawStanzas.append(stanza)
            case .loop(let count, let body):
                precondition(level < ScenarioProgram.maximumNesting, "the loader bounds nesting")
                append(.loopStart(level: level, count: UInt32(clamping: count)), origin)
                let start = instructions.count
                append(body, level: level + 1, below: path + ".")
                append(.loopEnd(level: level, body: start), origin)
            }
        }
    }
}

extension ScenarioProgram.Instruction {
    /// Whether it is a step of the profile: no jump and not the end.
    var isStep: Bool {
        switch self {
        case .intent(.finished), .loopStart, .loopEnd: false
        case .intent, .pause: true
        }
    }
}

/// How far a session is in its program; a small plain value, one per session.
public struct ProgramState: Sendable, BitwiseCopyable {
    /// The instruction to look at next.
    private var counter: UInt32 = 0
    /// Passes left of each loop around it.
    private var passes = InlineArray<8, UInt32>(repeating: 0)

    public init() {}

    /// The instruction of the last intent; an index into `ScenarioProgram.origins`.
    public var instruction: Int { max(0, Int(counter) - 1) }

    /// What to do next; `finished` again and again once the program is over.
    public mutating func next(
        _ program: ScenarioProgram, _ random: inout SeededRandom
    ) -> Intent {
        while true {
            let instruction = program.instructions[Int(counter)]
            counter += 1
            switch instruction {
            case .intent(.finished):
                counter -= 1
                return .finished
            case .intent(let intent):
                return intent
            case .pause(let pause):
                return .pause(pause.draw(&random))
            case .loopStart(let level, let count):
                passes[level] = count
            case .loopEnd(let level, let body):
                passes[level] -= 1
                if passes[level] > 0 { counter = UInt32(body) }
            }
        }
    }
}

extension Pause {
    /// One length of this pause.
    package func draw(_ random: inout SeededRandom) -> Nanoseconds {
        switch self {
        case .fixed(let time): time
        case .uniform(let from, let to):
            Nanoseconds(random.between(from.rawValue, to.rawValue))
        case .exponential(let mean): random.exponential(mean: mean)
        }
    }
}
