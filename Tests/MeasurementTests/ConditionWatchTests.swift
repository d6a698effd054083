import Measurement
import Testing
import Units

/// Conditions watched through seconds of which it is known what happens in them.
@Suite struct ConditionWatchTests {
    /// One second: actions begun in it, and which of them end when.
    private struct Second {
        var begun = 100
        var response = Nanoseconds.milliseconds(5)
        /// Of those begun in it, so many are never answered.
        var unanswered = 0
        /// Of those begun in it, so many fail at once.
        var failed = 0
    }

    private func condition(
        _ path: String, below limit: Double, window: Int64? = nil, abortAfter: Int64? = nil,
        patience: Nanoseconds? = nil
    ) -> Condition {
        Condition(
            expression: path, path: path.split(separator: ".").map(String.init),
            window: window.map { .seconds($0) }, abortAfter: abortAfter.map { .seconds($0) },
            patience: patience, worse: .high, holds: { $0 < limit })
    }

    private func p99(
        below milliseconds: Int64, window: Int64? = nil, abortAfter: Int64? = nil
    ) -> Condition {
        condition(
            "message.response.p99", below: Double(milliseconds) * 1e6, window: window,
            abortAfter: abortAfter, patience: .milliseconds(milliseconds))
    }

    private struct Outcome {
        var result: RunResult
        /// The second at whose end the run was to end.
        var aborted: Int?
    }

    /// Plays seconds of two workers, each with half of the actions; the first second is warm-up,
    /// and two more after the last are the drain.
    private func play(_ seconds: [Second], _ conditions: [Condition]) -> Outcome {
        var catalogue = MetricCatalogue()
        let message = catalogue.register("message", tag: "talk", model: .open)
        let from = Instant.origin + .seconds(Int64(1))
        let until = Instant.origin + .seconds(Int64(seconds.count))
        var totals = RunTotals(
            catalogue: catalogue, workers: 2, start: .origin, measureFrom: from,
            measureUntil: until, conditions: conditions)
        var recorders = (0..<2).map { worker in
            Recorder(
                worker: worker, catalogue: catalogue, start: .origin, measureFrom: from,
                measureUntil: until)
        }
        var waiting: [(done: Instant, due: Instant, worker: Int)] = []
        var aborted: Int?
        for number in 0..<seconds.count + 2 {
            let start = Instant.origin + .seconds(Int64(number))
            let end = start + .seconds(Int64(1))
            let second = number < seconds.count ? seconds[number] : Second(begun: 0)
            for action in 0..<second.begun {
                let due = start + Nanoseconds(Int64(action) * 1_000_000_000 / Int64(second.begun))
                let worker = action % 2
                recorders[worker].started(message, due: due, sent: due)
                if action < second.failed {
                    recorders[worker].failed(
                        message, due: due, stage: "message", condition: "forbidden", sample: "")
                } else if action >= second.failed + second.unanswered {
                    waiting.append((due + second.response, due, worker))
                }
            }
            for item in waiting where item.done < end {
                recorders[item.worker].done(
                    message, due: item.due, sent: item.due, done: item.done)
            }
            waiting.removeAll { $0.done < end }
            for worker in recorders.indices {
                _ = totals.add(
                    recorders[worker].takeInterval(
                        at: end, activity: WorkerActivity(), ledger: LedgerCounts()))
            }
            if totals.abortedBy != nil, aborted == nil { aborted = number }
        }
        var facts = RunFacts()
        facts.measured = until - from
        return Outcome(result: totals.result(facts), aborted: aborted)
    }

    private let steady = Array(repeating: Second(), count: 11)

    @Test func `each window that is full is judged, the warm-up in none of them`() throws {
        var seconds = steady
        seconds[0].response = .milliseconds(900)
        let windows = try #require(play(seconds, [p99(below: 10, window: 3)]).result.windows[0])
        // Ten measured seconds: windows end with the third to the tenth.
        #expect(windows.count == 8)
        #expect(windows.failed == 0)
        #expect(windows.worst.comparable.map { abs($0 - 5e6) < 10_000 } == true)
    }

    @Test func `a bad second breaks the windows that contain it, and no others`() throws {
        var seconds = steady
        seconds[6].response = .milliseconds(50)
        let outcome = play(seconds, [p99(below: 10, window: 3), p99(below: 10)])
        let windows = try #require(outcome.result.windows[0])
        // The last five of it end in the next second, which is in one window more.
        #expect(windows.failed == 4)
        #expect(windows.worstStart == .seconds(Int64(4)))
        #expect(windows.worst.comparable.map { abs($0 - 50e6) < 100_000 } == true)
        #expect(outcome.result.windows[1] == nil)
        #expect(outcome.aborted == nil)
    }

    @Test func `a server that stops to answer is seen while it does`() throws {
        var seconds = steady
        for number in 5..<11 { seconds[number].unanswered = 100 }
        let outcome = play(seconds, [p99(below: 500, window: 2, abortAfter: 0)])
        let windows = try #require(outcome.result.windows[0])
        #expect(windows.worst == .infinite)
        // Those of second 5 have waited for the whole of the window of seconds 6 and 7.
        #expect(outcome.aborted == 7)
    }

    @Test func `what is still to be answered in time breaks nothing`() throws {
        let slow = Array(repeating: Second(response: .milliseconds(1_700)), count: 11)
        let windows = try #require(
            play(slow, [p99(below: 3_000, window: 1, abortAfter: 0)]).result.windows[0])
        #expect(windows.failed == 0)
        // In the first second nothing had ended yet.
        #expect(windows.count == 9)
    }

    @Test func `what never ends counts in the last window`() throws {
        var seconds = steady
        seconds[10].unanswered = 30
        let windows = try #require(play(seconds, [p99(below: 10, window: 2)]).result.windows[0])
        #expect(windows.failed == 1)
        #expect(windows.worst == .infinite)
        #expect(windows.worstStart == .seconds(Int64(9)))
    }

    @Test func `a run that is shorter than the window is one window`() throws {
        let windows = try #require(
            play(Array(steady.prefix(3)), [p99(below: 4, window: 60)]).result.windows[0])
        #expect((windows.count, windows.failed) == (1, 1))
    }

    @Test func `errors have windows, too`() throws {
        var seconds = steady
        seconds[4].failed = 10
        let outcome = play(
            seconds,
            [
                condition("errors.rate", below: 0.02, window: 2),
                condition("message.error_rate", below: 0.05, window: 2),
                condition("message/talk.errors", below: 10, window: 2),
                condition("errors.count", below: 11, window: 2),
            ])
        let windows = outcome.result.windows.compactMap(\.self)
        #expect(windows.map(\.failed) == [2, 2, 2, 0])
        #expect(windows.map(\.worst) == [.number(0.05), .number(0.05), .count(10), .count(10)])
    }

    @Test func `a condition on the whole run aborts it once what was seen so far breaks it`() {
        var seconds = steady
        for number in 3..<11 { seconds[number].failed = 50 }
        let rate = { (after: Int64) in
            condition("errors.rate", below: 0.3, abortAfter: after)
        }
        // 50 of 300, 100 of 400, 150 of 500 are not below 0.3.
        #expect(play(seconds, [rate(0)]).aborted == 5)
        #expect(play(seconds, [rate(7)]).aborted == 7)
        #expect(play(seconds, [rate(11)]).aborted == nil)
    }

    @Test func `a condition on what is counted for the run can abort it`() {
        var sent = condition("message.sent", below: 1, abortAfter: 2)
        #expect(play(steady, [sent]).aborted == nil)
        sent = condition("message.sent", below: 0, abortAfter: 2)
        #expect(play(steady, [sent]).aborted == 2)
    }
}
