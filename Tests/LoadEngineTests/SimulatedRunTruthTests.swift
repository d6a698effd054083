import LoopbackServer
import Measurement
import Testing
import Units

@testable import LoadEngine

/// What a report says of a server whose faults are known: the same, exactly.
@Suite struct SimulatedRunTruthTests {
    /// From a sender to the server, or from there to an addressee.
    private static let oneWay = Nanoseconds.microseconds(50)

    /// Sessions that stay online and an open load of messages over them, measured from the first
    /// one on.
    private static func profile(
        faults: String, rate: Int = 200, seconds: Int = 30, accounts: Int = 4,
        scenarios: String = "[{name: member, steps: [login, presence, {stay: until-end}, logout]}]"
    ) -> String {
        """
        title: Truth
        target: {domain: localhost, address: loopback, security: none, faults: {\(faults)}}
        accounts:
          {count: \(accounts), username: "u${index}", password: "p", register: if-missing}
        sessions:
          online: \(accounts)
          scenarios: \(scenarios)
        traffic:
          - message: {to: online, body: "${text(40)}"}
            name: open
            after: 10s
            rate: \(rate)/s
            spacing: even
        warmup: 10s
        duration: \(10 + seconds)s
        drain: 10s
        """
    }

    private func run(
        _ yaml: String, workers: Int = 1
    ) throws -> (result: RunResult, injected: InjectedFaults) {
        var world = SimulatedWorld(workers: workers)
        world.oneWayDelay = Self.oneWay
        var injected = InjectedFaults()
        let result = try world.run(yaml, injected: { injected = $0 }).result
        return (result, injected)
    }

    // MARK: Messages

    @Test(arguments: [1, 3])
    func `each message that the server spoils is in its class, and no other is`(
        workers: Int
    ) throws {
        let (result, injected) = try run(
            Self.profile(faults: "lose: 1%, duplicate: 2%, reorder: 3%, bounce: 4%"),
            workers: workers)
        let messages = result.messages
        #expect(messages.sent == 6_000)
        #expect(injected.lost > 30 && messages.lost == injected.lost)
        #expect(injected.duplicated > 60 && messages.duplicated == injected.duplicated)
        #expect(injected.reordered > 90 && messages.reordered == injected.reordered)
        #expect(injected.bounced > 120 && messages.bounced == injected.bounced)
        #expect(messages.delivered == messages.sent - injected.lost - injected.bounced)
        #expect(messages.recipientGone == 0 && messages.pending == 0)
        #expect(messages.unexpected == 0 && messages.orderUnchecked == 0)
        let counts = try #require(result.metric("message")).counts
        #expect(counts.unfinished == injected.lost)
        #expect(counts.failed == injected.bounced)
        #expect(result.errors.map(\.condition) == ["internal-server-error"])
        #expect(result.verdict.status == .valid, "\(result.verdict.reasons)")
        #expect(result.outcome != .ok)
    }

    @Test func `a server without faults gets no fault in its report`() throws {
        let (result, injected) = try run(Self.profile(faults: ""))
        #expect(injected == InjectedFaults())
        #expect(result.messages.delivered == 6_000)
        #expect(result.messages.lost + result.messages.bounced + result.messages.reordered == 0)
        #expect(result.messages.duplicated == 0)
        #expect(result.outcome == .ok)
    }

    @Test func `a server that loses half is told so, and percentiles see the lost as infinite`()
        throws
    {
        let (result, injected) = try run(Self.profile(faults: "lose: 50%", seconds: 20))
        #expect(result.messages.lost == injected.lost)
        #expect(result.messages.delivered == 4_000 - injected.lost)
        #expect(result.value(at: ["message", "response", "p99"]) == .infinite)
        #expect(result.verdict.status == .valid, "\(result.verdict.reasons)")
    }

    @Test func `sessions that the server cuts fail, and their messages are accounted for`() throws {
        let (result, injected) = try run(Self.profile(faults: "close_after: 3s"))
        #expect(injected.closed >= 4 * 9)
        #expect(result.sessions.failed == injected.closed)
        #expect(result.errors.map(\.stage) == ["connection"])
        #expect(result.errors.map(\.count) == [injected.closed])
        #expect(result.messages.isConserved && result.messages.pending == 0)
        #expect(result.messages.duplicated + result.messages.unexpected == 0)
    }

    // MARK: Time

    @Test func `20 ms are 20 ms`() throws {
        let (result, _) = try run(Self.profile(faults: "delay: 20ms"))
        let response = try #require(result.metric("message")).response
        #expect(response.count == 6_000)
        #expect(response.min == .milliseconds(20) + Self.oneWay * 2)
        #expect(response.max == .milliseconds(20) + Self.oneWay * 2)
        let lag = try #require(result.metric("message")).lag
        #expect(lag.max == .zero)
        #expect(result.verdict.status == .valid, "\(result.verdict.reasons)")
    }

    @Test func `a delay that is drawn has its distribution`() throws {
        let (result, _) = try run(Self.profile(faults: "delay: 10ms..30ms", accounts: 50))
        let response = try #require(result.metric("message")).response
        let ways = Self.oneWay * 2
        #expect(response.min >= .milliseconds(10) + ways)
        // Messages of one session keep their order, so some wait for the one before them.
        #expect(response.percentile(50) > .milliseconds(19))
        #expect(response.percentile(50) < .milliseconds(21))
        #expect(response.percentile(95) > .milliseconds(28))
        #expect(response.max <= .milliseconds(30) + ways)
    }

    /// A second in each ten: nine tenths of the messages are as fast as ever, the others wait for
    /// up to a second, each length as often as any other. So of all messages 95 % wait for half a
    /// second at most, and 99 % for nine tenths of one.
    @Test func `a freeze is seen as it was by an open load, and hardly by a closed one`() throws {
        let scenarios = """
            [{name: member, steps: [login, presence, {stay: until-end}, logout]},
                {name: waiting, steps: [login, presence, {repeat: 1000000, steps:
                  [{message: {to: self, body: x, await: delivery, timeout: 5s}}, {pause: 50ms}]}]}]
            """
        let rate = 500
        let (result, _) = try run(
            Self.profile(
                faults: "freeze: 1s/10s", rate: rate, accounts: 8, scenarios: scenarios))
        let open = try #require(result.metric("message/open"))
        #expect(open.model == .open && open.counts.unfinished == 0)
        #expect(open.response.count == UInt64(30 * rate))
        let spacing = Nanoseconds.seconds(1) / Int64(rate)
        func expect(_ seen: Nanoseconds, _ wait: Nanoseconds) {
            let expected = wait + Self.oneWay * 2
            // Three digits, and the messages' distance from each other.
            let allowed = expected / 1_000 + spacing
            #expect(seen >= expected - allowed && seen <= expected + allowed, "\(seen)")
        }
        expect(open.response.percentile(50), .zero)
        expect(open.response.percentile(95), .milliseconds(500))
        expect(open.response.percentile(99), .milliseconds(900))
        expect(open.response.max, .seconds(1))
        #expect(open.lag.max == .zero)

        let closed = try #require(result.metric("message/waiting"))
        #expect(closed.model == .closed)
        #expect(closed.response.percentile(99) < .milliseconds(1))
        #expect(closed.response.max > .milliseconds(900))
        #expect(result.verdict.status == .valid, "\(result.verdict.reasons)")
    }

    /// Three messages come in the time that two take, so the n-th waits for half the time of n.
    @Test func `a server that is too slow shows its queue, and the generator is not blamed`() throws
    {
        let (result, injected) = try run(
            Self.profile(faults: "rate_cap: 100/s", rate: 150, seconds: 10))
        let message = try #require(result.metric("message"))
        #expect(injected.delayed >= 1_500)
        #expect(message.response.count == 1_500)
        for (percentile, wait) in [(50.0, Int64(2_500)), (90, 4_500), (99, 4_950)] {
            let seen = message.response.percentile(percentile)
            #expect(abs((seen - .milliseconds(wait)).rawValue) < 25_000_000, "\(seen)")
        }
        #expect(message.lag.max == .zero)
        #expect(result.verdict.status == .valid, "\(result.verdict.reasons)")
    }

    /// A turn of the loop takes half a millisecond, and a message two of them.
    @Test func `a worker that cannot keep up is INVALID, with a tenth of the load VALID`() throws {
        func run(rate: Int) throws -> RunResult {
            var world = SimulatedWorld()
            world.oneWayDelay = Self.oneWay
            world.processor.turn = .microseconds(500)
            let yaml = Self.profile(faults: "delay: 20ms", rate: rate, seconds: 10, accounts: 40)
            return try world.run(yaml).result
        }
        let starved = try run(rate: 2_000)
        #expect(starved.verdict.status == .invalid)
        #expect(starved.verdict.reasons.contains { $0.code == "busy" && $0.severity == .invalid })
        let light = try run(rate: 200)
        #expect(light.verdict.status == .valid, "\(light.verdict.reasons)")
        let response = try #require(light.metric("message")).response
        #expect(response.percentile(50) >= .milliseconds(20) + Self.oneWay * 2)
        #expect(response.percentile(50) < .milliseconds(22))
    }
}
