import EventLoop
import Measurement
import Testing
import Units

@testable import LoadEngine

/// For each rule of the verdict a run just within its limit and one just beyond it.
@Suite struct SimulatedRunVerdictTests {
    /// Ten sessions, and a thousand messages of which the first is due at 2.005 s.
    private static func profile(
        arrivals: Int = 10, after: String = "2s", load: String = "rate: 100/s", extra: String = ""
    ) -> String {
        """
        title: Verdict
        target: {domain: localhost, address: loopback, security: none}
        accounts: {count: 10, username: "u${index}", password: "p", register: if-missing}
        sessions:
          arrival: {stages: [{rate: \(arrivals)/s, for: 1s}], spacing: even}
          scenarios: [{name: s, steps: [login, presence, {stay: until-end}]}]
        traffic:
          - message: {to: pair, body: x}
            after: \(after)
            \(load)
            spacing: even
        warmup: 2s
        duration: 12s
        drain: 1s
        \(extra)
        """
    }

    private static let firstDue = Instant.origin + .milliseconds(2_005)

    /// The severity that a rule has in a run; nil: it is kept.
    private func severity(
        _ rule: VerdictRule, _ yaml: String = profile(), control: RunControl = RunControl(),
        observer: (any RunObserver)? = nil, _ change: (inout SimulatedWorld) -> Void = { _ in }
    ) throws -> Verdict.Severity? {
        var world = SimulatedWorld()
        change(&world)
        let result = try world.run(yaml, observer: observer, control: control).result
        return result.verdict.reasons.first { $0.code == rule.rawValue }?.severity
    }

    /// A stall that makes every message as late as it is long.
    private static func lateness(_ length: Nanoseconds) -> SimulatedProcessor.Stall {
        .init(first: firstDue, length: length, every: .milliseconds(10))
    }

    @Test func `nothing is wrong with the run that all others are made from`() throws {
        let result = try SimulatedWorld().run(Self.profile()).result
        #expect(result.verdict.status == .valid, "\(result.verdict.reasons)")
        #expect(result.metric("message")?.counts.done == 1_000)
        #expect(result.runDelayRatio == 0)
    }

    @Test func `nothing-measured: one action is something`() throws {
        let one = Self.profile(load: "stages: [{rate: 1/s, for: 1s}]")
        #expect(try severity(.nothingMeasured, one) == nil)
        let none = Self.profile(load: "stages: [{rate: 0/s, for: 1s}]")
        #expect(try severity(.nothingMeasured, none) == .info)
        let dead = none.replacing("register: if-missing", with: "register: never")
        #expect(try severity(.nothingMeasured, dead) == .invalid)
    }

    @Test func `nobody-online: the first action that no session is there for counts`() throws {
        func start(_ time: String) throws -> Verdict.Severity? {
            let yaml = Self.profile(after: time).replacing("warmup: 2s", with: "warmup: 0s")
            return try severity(.nobodyOnline, yaml)
        }
        // The first session arrives at 50 ms and needs some milliseconds.
        #expect(try start("60ms") == nil)
        #expect(try start("45ms") == .suspect)
        #expect(try start("0ms") == .suspect)
    }

    @Test func `nobody-online: traffic that waits for a session that never comes counts`() throws {
        let waiting = Self.profile(after: "all-online")
        #expect(try severity(.nobodyOnline, waiting) == nil)
        #expect(try severity(.nobodyOnline, waiting) { $0.descriptorLimit = 9 } == .invalid)
    }

    @Test(
        arguments: [
            (100, nil), (101, .suspect), (500, .suspect), (501, .invalid),
        ] as [(Int64, Verdict.Severity?)])
    func `rate: a generator that stops sends too little`(
        missing: Int64, expected: Verdict.Severity?
    ) throws {
        // Ten times as many messages; the last ones, a millisecond apart, are not sent.
        let yaml = Self.profile(load: "rate: 1000/s")
        let stall = SimulatedProcessor.Stall(
            first: .origin + .seconds(Int64(12)) - .milliseconds(missing),
            length: .seconds(Int64(2)))
        #expect(try severity(.rate, yaml) { $0.processor.stall = stall } == expected)
    }

    @Test func `skipped: an arrival that finds no account counts`() throws {
        #expect(try severity(.skipped, Self.profile(arrivals: 10)) == nil)
        #expect(try severity(.skipped, Self.profile(arrivals: 11)) == .suspect)
        #expect(try severity(.skipped, Self.profile(arrivals: 20)) == .suspect)
        #expect(try severity(.skipped, Self.profile(arrivals: 21)) == .invalid)
        // The arrivals lie in the warm-up here; where they are measured, `rate` has no part in it.
        let measured = Self.profile(arrivals: 21).replacing("warmup: 2s", with: "warmup: 0s")
        #expect(try severity(.skipped, measured) == .invalid)
        #expect(try severity(.rate, measured) == nil)
    }

    @Test(
        arguments: [
            (990, nil), (1_010, .suspect), (4_990, .suspect), (5_010, .invalid),
        ] as [(Int64, Verdict.Severity?)])
    func `lag: a worker that wakes late is seen`(
        microseconds: Int64, expected: Verdict.Severity?
    ) throws {
        let stall = Self.lateness(.microseconds(microseconds))
        #expect(try severity(.lag) { $0.processor.stall = stall } == expected)
    }

    @Test func `lag: a tenth of a long response may be lag`() throws {
        let stall = Self.lateness(.microseconds(1_200))
        func delay(_ oneWay: Int64) throws -> Verdict.Severity? {
            try severity(.lag) { world in
                world.processor.stall = stall
                world.oneWayDelay = .microseconds(oneWay)
            }
        }
        // The response is two ways and the lag itself.
        #expect(try delay(5_500) == nil)
        #expect(try delay(5_300) == .suspect)
    }

    @Test(
        arguments: [
            (0.87..<0.90, nil), (0.90..<0.93, .suspect), (0.95..<0.98, .suspect),
            (0.98..<1.0, .invalid),
        ] as [(Range<Double>, Verdict.Severity?)])
    func `busy: work that fills a worker's time is seen`(
        range: Range<Double>, expected: Verdict.Severity?
    ) throws {
        // A tenth of a second has 10 messages out and 10 in; ticks mostly come with them.
        let turn = Nanoseconds.seconds((range.lowerBound + range.upperBound) / 2 / 202.1)
        var world = SimulatedWorld()
        world.processor.turn = turn
        let result = try world.run(Self.profile()).result
        #expect(range.contains(result.busyRatio), "\(result.busyRatio)")
        #expect(result.verdict.reasons.first { $0.code == "busy" }?.severity == expected)
    }

    @Test(
        arguments: [
            (990, nil), (1_000, .suspect), (4_990, .suspect), (5_000, .invalid),
        ] as [(Int64, Verdict.Severity?)])
    func `overcommitted: a worker that waits for its processor is seen`(
        microseconds: Int64, expected: Verdict.Severity?
    ) throws {
        let stall = Self.lateness(.microseconds(microseconds))
        #expect(try severity(.overcommitted) { $0.processor.stall = stall } == expected)
    }

    @Test(
        arguments: [
            (0.099, nil), (0.10, .suspect), (0.499, .suspect), (0.50, .invalid),
        ] as [(Double, Verdict.Severity?)])
    func `overcommitted: time that the hypervisor keeps is seen`(
        stolen: Double, expected: Verdict.Severity?
    ) throws {
        #expect(try severity(.overcommitted) { $0.machine.stolenRatio = stolen } == expected)
    }

    @Test func `local-resources: a session without a descriptor counts`() throws {
        #expect(try severity(.localResources) { $0.descriptorLimit = 10 } == nil)
        #expect(try severity(.localResources) { $0.descriptorLimit = 9 } == .invalid)
    }

    @Test func `interrupted: a run that the user ends is not what was asked for`() throws {
        #expect(try severity(.interrupted) == nil)
        let control = RunControl()
        let user = ImpatientUser(control)
        #expect(try severity(.interrupted, control: control, observer: user) == .suspect)
    }

    @Test(arguments: [(64, nil), (69, .suspect)] as [(Int, Verdict.Severity?)])
    func `send-queue: what a server leaves unread is seen from 64 KiB on`(
        messages: Int, expected: Verdict.Severity?
    ) throws {
        // One session sends about a KiB at a time, and the server stops reading.
        let body = String(repeating: "x", count: 900)
        let yaml = Self.profile(arrivals: 1, load: "stages: [{rate: \(messages)/s, for: 1s}]")
            .replacing("{to: pair, body: x}", with: "{to: self, body: \(body)}")
        var world = SimulatedWorld()
        world.silentFrom = .origin + .seconds(Int64(2))
        world.isReadWhenSilent = false
        let result = try world.run(yaml).result
        let limit = UInt64(VerdictLimits.sendQueue.rawValue)
        #expect((limit * 9 / 10..<limit * 11 / 10).contains(result.sendQueuePeak))
        #expect(
            result.verdict.reasons.first { $0.code == "send-queue" }?.severity == expected)
    }

    @Test(arguments: [(499, nil), (500, .suspect)] as [(Int64, Verdict.Severity?)])
    func `clock-step: a clock that was set is seen`(
        milliseconds: Int64, expected: Verdict.Severity?
    ) throws {
        let step = Nanoseconds.milliseconds(milliseconds)
        #expect(try severity(.clockStep) { $0.machine.clockStep = step } == expected)
    }

    @Test(arguments: [(3_599_900, nil), (3_600_100, .suspect)] as [(Int64, Verdict.Severity?)])
    func `histogram-overflow: an action that is an hour late is seen`(
        milliseconds: Int64, expected: Verdict.Severity?
    ) throws {
        let yaml = Self.profile(load: "stages: [{rate: 1/s, for: 1s}]")
            .replacing("duration: 12s", with: "duration: 3700s")
        // The only message is due at 2.5 s.
        let stall = SimulatedProcessor.Stall(
            first: .origin + .milliseconds(2_500), length: .milliseconds(milliseconds))
        #expect(try severity(.histogramOverflow, yaml) { $0.processor.stall = stall } == expected)
    }

    @Test func `order-unchecked: a pair more than the table holds is told`() throws {
        // Five pairs of accounts, each both ways.
        func pairs(_ count: Int) throws -> Verdict.Severity? {
            try severity(
                .orderUnchecked, Self.profile(extra: "ledger: {order_pairs: \(count)}"))
        }
        #expect(try pairs(10) == nil)
        #expect(try pairs(9) == .info)
    }

    @Test func `too-few-samples: a p99 wants a thousand values`() throws {
        func few(_ yaml: String) throws -> Bool {
            let reasons = try SimulatedWorld().run(yaml).result.verdict.reasons
            return reasons.contains {
                $0.code == "too-few-samples" && $0.seen.contains("message: 999")
            }
        }
        #expect(try !few(Self.profile()))
        #expect(try few(Self.profile(load: "stages: [{rate: 100/s, for: 9990ms}]")))
    }

    /// Presses Ctrl-C when the first interval has passed.
    private final class ImpatientUser: RunObserver {
        private let control: RunControl

        init(_ control: RunControl) { self.control = control }

        func registering(_ progress: Provisioning, total: Int) {}
        func began(_ plan: RunPlan, startedAt: Int64) {}
        func interval(_ interval: MergedInterval, phase: RunPhase) {
            if control.interruptions == 0 { control.interrupt() }
        }
    }
}
