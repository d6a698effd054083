import Measurement
import Testing
import Units

@testable import LoadEngine

/// What a user who stops a run gets, in each of its phases.
@Suite struct RunControlTests {
    /// Presses Ctrl-C at the end of intervals, or while accounts are registered.
    private final class User: RunObserver {
        let control = RunControl()
        private var presses: [Nanoseconds]
        private let registered: Int?
        private(set) var phases: [RunPhase] = []

        init(pressing presses: [Nanoseconds] = [], afterRegistering registered: Int? = nil) {
            self.presses = presses
            self.registered = registered
        }

        func registering(_ progress: Provisioning, total: Int) {
            if progress.changed == registered { control.interrupt() }
        }

        func began(_ plan: RunPlan, startedAt: Int64) {}

        func interval(_ interval: MergedInterval, phase: RunPhase) {
            let end = interval.row.start + interval.row.length
            while let first = presses.first, end >= first {
                presses.removeFirst()
                phases.append(phase)
                control.interrupt()
            }
        }
    }

    /// Runs for ten seconds, drains for at most five and logs out for at most eight.
    private static let profile = """
        title: Stopped
        target: {domain: localhost, address: loopback, security: none}
        accounts: {count: 4, username: "u${index}", password: "p", register: if-missing}
        sessions:
          arrival: {stages: [{rate: 4/s, for: 1s}]}
          scenarios: [{name: s, steps: [login, presence, {stay: until-end}, logout]}]
        traffic:
          - message: {to: online, body: x}
            after: 2s
            rate: 10/s
        timeouts: {close: 3s}
        duration: 10s
        drain: 5s
        """

    /// - Parameter silentFrom: makes drain and logout last.
    private func run(
        pressing presses: [Int64], silentFrom: Int64? = nil
    ) throws -> (done: RunCompletion, phases: [RunPhase]) {
        var world = SimulatedWorld()
        world.silentFrom = silentFrom.map { .origin + .seconds($0) }
        let user = User(pressing: presses.map { .seconds($0) })
        let done = try world.run(Self.profile, observer: user, control: user.control)
        #expect(done.isInterrupted)
        #expect(done.result.messages.isConserved)
        return (done, user.phases)
    }

    @Test func `once in the run: it drains, logs out and reports`() throws {
        let (done, phases) = try run(pressing: [5])
        #expect(phases == [.running])
        #expect(done.earlyEnd == .interrupted)
        #expect(done.result.facts.duration < .milliseconds(5_500))
        #expect(done.result.sessions.failed == 0)
        #expect(done.result.sessions.cut == 0)
        #expect(done.result.messages.sent > 0)
        #expect(done.result.messages.delivered == done.result.messages.sent)
        #expect(done.result.verdict.reasons.map(\.code).contains("interrupted"))
    }

    @Test func `once in the drain: it goes on, and what is under way at its end is pending`() throws
    {
        let (done, phases) = try run(pressing: [12], silentFrom: 8)
        #expect(phases == [.draining])
        #expect(done.earlyEnd == .interrupted)
        #expect(done.result.messages.lost == 0)
        #expect(done.result.messages.pending > 0)
        #expect(done.result.facts.duration > .seconds(15))
        #expect(done.result.verdict.reasons.map(\.code).contains("interrupted"))
    }

    @Test func `once in the logout: the measurement is complete, and the caller is told`() throws {
        let (done, phases) = try run(pressing: [16], silentFrom: 8)
        #expect(phases == [.loggingOut])
        #expect(done.earlyEnd == .interrupted)
        #expect(done.result.messages.pending == 0)
        #expect(done.result.messages.lost > 0)
        #expect(!done.result.facts.isInterrupted)
        #expect(done.result.sessions.failed == 4)
    }

    @Test(arguments: [
        ([5, 5], RunPhase.running), ([5, 6], .draining), ([12, 12], .draining),
        ([12, 16], .loggingOut), ([16, 16], .loggingOut),
    ])
    func `twice: it ends at once and still reports`(presses: [Int64], last: RunPhase) throws {
        let (done, phases) = try run(pressing: presses, silentFrom: 4)
        #expect(phases.last == last)
        #expect(done.earlyEnd == .killed)
        let end = Nanoseconds.seconds(presses[1])
        #expect(done.result.facts.duration <= end + .milliseconds(50))
        #expect(done.result.sessions.started == 4)
        #expect(!done.result.facts.isTargetDead)
    }

    @Test func `in set-up: nothing more is registered, and there is nothing to report`() throws {
        let user = User(afterRegistering: 1)
        #expect {
            try SimulatedWorld().run(Self.profile, observer: user, control: user.control)
        } throws: { error in
            guard case .interrupted = error as? SetUpFailure else { return false }
            return true
        }
    }

    @Test(arguments: [1, 3])
    func `a load that is made faster asks for more, and everything is accounted for`(
        workers: Int
    ) throws {
        var world = SimulatedWorld(workers: workers)
        world.seed = 3
        let hand = Hand(at: .seconds(Int64(4))) { $0.faster() }
        let done = try world.run(Self.profile, observer: hand, control: hand.control)
        let result = done.result
        // Twenty in two seconds, then eleven in each of six, but for a tick or two.
        let traffic = try #require(result.facts.schedules.last)
        #expect((85...87).contains(traffic.asked), "\(traffic)")
        #expect(traffic.achieved == traffic.asked)
        #expect(result.messages.sent == traffic.asked)
        #expect(result.messages.delivered == traffic.asked)
        let reasons = result.verdict.reasons
        #expect(reasons.first { $0.code == "rate-changed" }?.severity == .suspect)
        #expect(reasons.first { $0.code == "rate-changed" }?.seen == "0:04 rates × 1.10")
        #expect(!reasons.contains { $0.code == "rate" }, "\(reasons)")
    }

    @Test func `paused, no sessions come`() throws {
        let hand = Hand(at: .seconds(Int64(2))) { $0.isPaused = true }
        let yaml = Self.profile.replacing(
            "{stages: [{rate: 4/s, for: 1s}]}", with: "{rate: 1/s, spacing: even}")
        let result = try SimulatedWorld().run(yaml, observer: hand, control: hand.control).result
        #expect(result.sessions.started == 2)
        #expect(result.facts.schedules.first?.asked == 2)
    }

    /// Changes the load once, at the end of an interval.
    private final class Hand: RunObserver {
        let control = RunControl()
        private let at: Nanoseconds
        private let change: (inout LoadSetting) -> Void
        private var hasChanged = false

        init(at: Nanoseconds, change: @escaping (inout LoadSetting) -> Void) {
            self.at = at
            self.change = change
        }

        func registering(_ progress: Provisioning, total: Int) {}
        func began(_ plan: RunPlan, startedAt: Int64) {}

        func interval(_ interval: MergedInterval, phase: RunPhase) {
            guard !hasChanged, interval.row.start + interval.row.length >= at else { return }
            hasChanged = true
            change(&control.setting)
        }
    }
}
