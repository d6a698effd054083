import LoopbackServer
import Measurement
import Profile
import Report
import Testing
import Units

@testable import LoadEngine

/// Thresholds on parts of a run, and those that end it, against servers whose faults are known.
@Suite struct ConditionThresholdTests {
    /// Two hundred messages a second, measured from the eleventh second on.
    private static func profile(_ thresholds: [String], faults: String = "") -> String {
        """
        title: Thresholds
        target: {domain: localhost, address: loopback, security: none, faults: {\(faults)}}
        accounts: {count: 4, username: "u${index}", password: "p", register: if-missing}
        sessions:
          online: 4
          scenarios: [{name: member, steps: [login, presence, {stay: until-end}, logout]}]
        traffic:
          - message: {to: online, body: "${text(40)}"}
            after: 10s
            rate: 200/s
            spacing: even
        warmup: 10s
        duration: 40s
        drain: 5s
        thresholds: [\(thresholds.map { "'\($0)'" }.joined(separator: ", "))]
        """
    }

    private func run(
        _ thresholds: [String], faults: String = "", workers: Int = 1, silentFrom: Int64? = nil
    ) throws -> (completion: RunCompletion, judged: [ThresholdResult]) {
        var world = SimulatedWorld(workers: workers)
        world.silentFrom = silentFrom.map { .origin + .seconds($0) }
        let yaml = Self.profile(thresholds, faults: faults)
        let completion = try world.run(yaml)
        let profile = try ProfileLoader.load(text: yaml, fileName: "test.yaml").get()
        return (completion, ThresholdResult.judge(profile.thresholds, in: completion.result))
    }

    @Test(arguments: [1, 3])
    func `a freeze of the server breaks the windows that it lies in`(workers: Int) throws {
        let window = "message.response.p99 < 200ms in every 2s"
        let (completion, judged) = try run(
            [window, "message.response.p50 < 200ms", "message.lost == 0"],
            faults: "freeze: 1s/10s", workers: workers)
        #expect(completion.earlyEnd == nil)
        #expect(judged.map(\.passed) == [false, true, true])
        let windows = try #require(judged[0].windows)
        #expect(windows.count == 29)
        // What the freezes from 19, 29 and 39 s held up ends in the second after them: two windows
        // each, but for the last, which is in the last window alone.
        #expect(windows.failed == 5)
        #expect(judged[0].observed.comparable.map { $0 > 0.9e9 } == true)
    }

    @Test func `a server without faults keeps every window`() throws {
        let (_, judged) = try run(["message.response.p99 < 5ms in every 5s abort"])
        #expect(judged.map(\.passed) == [true])
        #expect(judged[0].windows?.count == 26)
        #expect(judged[0].aborts)
    }

    @Test(arguments: [1, 3])
    func `a run against a server that fell silent ends by its threshold`(workers: Int) throws {
        let abort = "message.response.p99 < 200ms in every 2s abort"
        let (completion, judged) = try run(
            ["message.count > 0", abort], workers: workers, silentFrom: 20)
        #expect(completion.earlyEnd == .aborted)
        #expect(!completion.isInterrupted)
        let facts = completion.result.facts
        #expect(facts.abortedBy == abort)
        #expect(!facts.isInterrupted)
        // The third second of silence is the first at whose end one has waited for two.
        #expect(facts.measured >= .seconds(Int64(13)) && facts.measured < .milliseconds(13_300))
        #expect(judged.map(\.passed) == [true, false])
        let reason = completion.result.verdict.reasons.first { $0.code == "aborted" }
        #expect(reason?.severity == .info)
        #expect(reason?.seen == "ended by the threshold \(abort)")
    }

    @Test func `a run that is ended by a threshold drains: every message is accounted for`() throws
    {
        let (completion, judged) = try run(
            ["message.response.p50 < 1ms abort after 3s"], faults: "delay: 10ms")
        #expect(completion.result.facts.abortedBy != nil)
        #expect(completion.result.facts.measured < .milliseconds(3_300))
        #expect(judged.map(\.passed) == [false])
        // It drained: nothing is pending.
        #expect(completion.result.messages.pending == 0)
        #expect(completion.result.messages.delivered == completion.result.messages.sent)
    }

    @Test func `what the server used is judged, or not known`() throws {
        var world = SimulatedWorld()
        let yaml = Self.profile(["server.cpu_ratio < 50%", "server.memory_peak < 1GiB"])
        let profile = try ProfileLoader.load(text: yaml, fileName: "test.yaml").get()
        func judged() throws -> [ThresholdResult] {
            ThresholdResult.judge(profile.thresholds, in: try world.run(yaml).result)
        }
        #expect(try judged().map(\.observed) == [.unknown, .unknown])
        #expect(try judged().map(\.passed) == [false, false])
        var usage = ServerUsage(source: "pid:1")
        for second in -1...46 {
            var sample = ServerUsage.Sample(time: .seconds(Int64(second)))
            sample.cpuRatio = second <= 10 ? 1 : 0.25
            sample.residentBytes = second == 20 ? 2 << 30 : 1 << 20
            usage.samples.append(sample)
        }
        world.machine.serverUsage = [usage]
        #expect(try judged().map(\.observed) == [.number(0.25), .bytes(2 << 30)])
        #expect(try judged().map(\.passed) == [true, false])
    }

    @Test func `a rank leaves it to the whole run when to end`() throws {
        var world = SimulatedWorld()
        world.rank = .init(index: 0, of: 2)
        let yaml = Self.profile(["message.sent < 1 abort"])
        #expect(try world.run(yaml).earlyEnd == nil)
        let control = RunControl()
        control.abort(by: "message.sent < 1 abort")
        let told = try world.run(yaml, control: control)
        #expect(told.earlyEnd == .aborted)
        #expect(told.result.facts.abortedBy == "message.sent < 1 abort")
    }
}
