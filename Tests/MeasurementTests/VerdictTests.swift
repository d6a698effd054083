import Measurement
import Testing
import Units

/// Each rule just within its limit and just beyond it.
@Suite struct VerdictTests {
    /// Severity by rule, of a good run that was changed.
    private func judge(_ change: (inout RunResult) -> Void) -> [String: Verdict.Severity] {
        var result = SampleRun.result()
        change(&result)
        let reasons = Verdict.judge(result).reasons.map { ($0.code, $0.severity) }
        return Dictionary(reasons, uniquingKeysWith: max)
    }

    @Test func `A run without doubts is VALID`() {
        let verdict = Verdict.judge(SampleRun.result())
        #expect(verdict.reasons.isEmpty)
        #expect(verdict.status == .valid)
    }

    @Test func `The rate may be off by one per cent`() {
        func off(_ achieved: UInt64, of asked: UInt64 = 10_000) -> [String: Verdict.Severity] {
            judge { result in
                result.facts.schedules = [
                    ScheduleFacts(name: "traffic", asked: asked, achieved: achieved)
                ]
            }
        }
        #expect(off(9_900) == [:])
        #expect(off(9_899) == ["rate": .suspect])
        #expect(off(10_101) == ["rate": .suspect])
        #expect(off(9_500) == ["rate": .suspect])
        #expect(off(9_499) == ["rate": .invalid])
        // The last action may be sent just after the end.
        #expect(off(9, of: 10) == [:])
        #expect(off(8, of: 10) == ["rate": .invalid])
        #expect(off(3, of: 0) == ["rate": .invalid])
    }

    @Test func `Nothing may be skipped`() {
        #expect(judge { $0.actionsSkipped = 1 } == ["skipped": .suspect])
        #expect(judge { $0.sessions.skipped = 1 } == ["skipped": .suspect])
        #expect(judge { $0.actionsSkipped = 121 } == ["skipped": .suspect])
        #expect(judge { $0.actionsSkipped = 122 } == ["skipped": .invalid])
    }

    @Test func `Lag is below a millisecond or a tenth of the response`() {
        func lag(_ lag: Int64, response: Int64) -> [String: Verdict.Severity] {
            judge { result in
                result.metrics[0] = SampleRun.message(
                    response: .microseconds(response), lag: .microseconds(lag))
            }
        }
        #expect(lag(999, response: 1_100) == [:])
        #expect(lag(1_001, response: 1_100) == ["lag": .suspect])
        #expect(lag(1_980, response: 20_000) == [:])
        #expect(lag(2_020, response: 20_000) == ["lag": .suspect])
        #expect(lag(9_900, response: 20_000) == ["lag": .suspect])
        #expect(lag(10_100, response: 20_000) == ["lag": .invalid])
        // Below the limit, although its step in the histogram ends above.
        let almost = judge { result in
            result.metrics[0] = SampleRun.message(
                response: .microseconds(1_100), lag: Nanoseconds(999_950))
        }
        #expect(almost == [:])
        #expect(lag(4_900, response: 5_000) == ["lag": .suspect])
        #expect(lag(5_100, response: 5_200) == ["lag": .invalid])
    }

    @Test func `A lag without any response is judged by itself`() {
        func reason(_ lag: Nanoseconds) -> Verdict.Reason? {
            var result = SampleRun.result()
            result.metrics[0] = SampleRun.message(lag: lag, unfinished: 100, samples: 0)
            return Verdict.judge(result).reasons.first { $0.code == "lag" }
        }
        #expect(reason(.microseconds(990)) == nil)
        #expect(reason(.milliseconds(2))?.severity == .suspect)
        let long = reason(.milliseconds(6))
        #expect(long?.severity == .invalid)
        #expect(
            long?.seen
                == "message: lag p99 6.00 ms, and no response to compare it with (limit: 1.00 ms)")
    }

    @Test func `Parts of a login have no lag of their own`() {
        var counts = MetricCounts()
        counts.started = 1_000
        counts.done = 1_000
        let findings = judge { result in
            result.metrics.append(
                SampleRun.metric(
                    "auth", counts, response: .milliseconds(10), lag: .milliseconds(10),
                    kind: .stage))
        }
        #expect(findings == [:])
    }

    @Test func `A worker is busy less than nine tenths of the time`() {
        #expect(judge { $0.busyRatio = 0.899 } == [:])
        #expect(judge { $0.busyRatio = 0.90 } == ["busy": .suspect])
        #expect(judge { $0.busyRatio = 0.979 } == ["busy": .suspect])
        #expect(judge { $0.busyRatio = 0.98 } == ["busy": .invalid])
    }

    @Test func `This machine has processors for those that want to run`() {
        #expect(judge { $0.runDelayRatio = 0.099 } == [:])
        #expect(judge { $0.runDelayRatio = 0.10 } == ["overcommitted": .suspect])
        #expect(judge { $0.runDelayRatio = 0.499 } == ["overcommitted": .suspect])
        #expect(judge { $0.runDelayRatio = 0.50 } == ["overcommitted": .invalid])
        #expect(judge { $0.facts.stolenRatio = 0.099 } == [:])
        #expect(judge { $0.facts.stolenRatio = 0.10 } == ["overcommitted": .suspect])
        #expect(judge { $0.facts.stolenRatio = 0.50 } == ["overcommitted": .invalid])
    }

    @Test func `Send queues stay below their limit`() {
        let limit = UInt64(VerdictLimits.sendQueue.rawValue)
        #expect(judge { $0.sendQueuePeak = limit - 1 } == [:])
        #expect(judge { $0.sendQueuePeak = limit } == ["send-queue": .suspect])
    }

    @Test func `This machine has descriptors and ports for all`() {
        #expect(judge { $0.resourceFailures = 1 } == ["local-resources": .invalid])
    }

    @Test func `Load that nobody was online for is no fault of the workers`() {
        func nobodyOnline(_ count: UInt64) -> [String: Verdict.Severity] {
            judge { result in
                result.facts.schedules = [
                    ScheduleFacts(
                        name: "traffic", asked: 10_000, achieved: 10_000 - count,
                        nobodyOnline: count)
                ]
                result.actionsSkipped = count
            }
        }
        #expect(nobodyOnline(0) == [:])
        #expect(nobodyOnline(1) == ["nobody-online": .suspect])
        #expect(nobodyOnline(100) == ["nobody-online": .suspect])
        #expect(nobodyOnline(101) == ["nobody-online": .invalid])
        #expect(nobodyOnline(10_000) == ["nobody-online": .invalid])
    }

    @Test func `Actions that had no recipient are skipped beside those nobody was online for`() {
        let reasons = judge { result in
            result.facts.schedules = [
                ScheduleFacts(name: "traffic", asked: 10_000, achieved: 9_999, nobodyOnline: 1)
            ]
            result.actionsSkipped = 2
        }
        #expect(reasons == ["nobody-online": .suspect, "skipped": .suspect])
    }

    @Test func `Arrivals without an account are no fault of the workers`() {
        let reasons = judge { result in
            result.facts.schedules = [
                ScheduleFacts(name: "sessions", asked: 1_000, achieved: 900, skipped: 100)
            ]
            result.sessions.skipped = 100
        }
        #expect(reasons == ["skipped": .suspect])
        let slow = judge { result in
            result.facts.schedules = [
                ScheduleFacts(name: "sessions", asked: 1_000, achieved: 800, skipped: 100)
            ]
            result.sessions.skipped = 100
        }
        #expect(slow == ["rate": .invalid, "skipped": .suspect])
    }

    @Test func `Clocks stay together`() {
        #expect(judge { $0.facts.clockStep = .milliseconds(499) } == [:])
        #expect(judge { $0.facts.clockStep = .milliseconds(500) } == ["clock-step": .suspect])
        #expect(judge { $0.facts.clockStep = .milliseconds(-500) } == ["clock-step": .suspect])
    }

    @Test func `No duration is above an hour`() {
        let atLimit = judge { $0.metrics[0] = SampleRun.message(response: .seconds(Int64(3_600))) }
        #expect(atLimit == [:])
        let above = judge { $0.metrics[0] = SampleRun.message(response: .seconds(Int64(3_601))) }
        #expect(above == ["histogram-overflow": .suspect])
    }

    @Test func `An interrupted run is SUSPECT`() {
        #expect(judge { $0.facts.isInterrupted = true } == ["interrupted": .suspect])
    }

    @Test func `A rank that is missing makes it INVALID`() {
        #expect(judge { $0.facts.ranks = 2 } == [:])
        #expect(judge { $0.facts.brokenRanks = ["rank 1 of 2 is missing"] } == ["ranks": .invalid])
    }

    @Test func `Messages whose order was not checked are told`() {
        #expect(judge { $0.messages.orderUnchecked = 1 } == ["order-unchecked": .info])
    }

    @Test func `A p99 wants a thousand values`() {
        #expect(judge { $0.metrics[0] = SampleRun.message(samples: 1_000) } == [:])
        let few = judge { $0.metrics[0] = SampleRun.message(samples: 999) }
        #expect(few == ["too-few-samples": .info])
    }

    @Test func `A run that measured nothing is INVALID unless sessions were online`() {
        let silent = judge { $0.metrics = [] }
        #expect(silent == ["nothing-measured": .info])
        let onlySetUp = judge { result in
            result.metrics = [SampleRun.registration("register")]
        }
        #expect(onlySetUp == ["nothing-measured": .info])
        let registers = judge { result in
            result.metrics = ["register", "register/all"].map { SampleRun.registration($0) }
        }
        #expect(registers == [:])
        let dead = judge { result in
            result.metrics = []
            result.sessions.onlinePeak = 0
        }
        #expect(dead == ["nothing-measured": .invalid])
    }

    @Test func `The gravest reason decides and comes first`() {
        var result = SampleRun.result()
        result.busyRatio = 0.99
        result.facts.isInterrupted = true
        result.messages.orderUnchecked = 3
        let verdict = Verdict.judge(result)
        #expect(verdict.status == .invalid)
        #expect(verdict.reasons.map(\.code) == ["busy", "interrupted", "order-unchecked"])
        result.busyRatio = 0
        #expect(Verdict.judge(result).status == .suspect)
        result.facts.isInterrupted = false
        #expect(Verdict.judge(result).status == .valid)
    }

    @Test func `Each reason says what was seen, what it means and what to do`() {
        var result = SampleRun.result()
        result.busyRatio = 0.955
        let reason = Verdict.judge(result).reasons[0]
        #expect(reason.seen == "a worker was busy 95.5 % of the time (limit: 90.0 %)")
    }
}
