import Measurement
import Testing
import Units

@Suite struct RunTotalsTests {
    private var catalogue = MetricCatalogue()
    private let talker: MetricID
    private let traffic: MetricID
    private let login: MetricID

    init() {
        talker = catalogue.register("message", tag: "talker", model: .closed)
        traffic = catalogue.register("message", tag: "traffic 1", model: .open)
        login = catalogue.register("login", model: .open)
    }

    private func at(_ milliseconds: Int64) -> Instant { .origin + .milliseconds(milliseconds) }

    private func totals(workers: Int) -> RunTotals {
        RunTotals(
            catalogue: catalogue, workers: workers, start: .origin, measureFrom: at(1_000),
            measureUntil: at(3_000))
    }

    /// What a worker tells of three seconds: a message each 10 ms, with `service` ms of delay.
    private func snapshots(worker: Int, service: Int64) -> [IntervalSnapshot] {
        var recorder = Recorder(
            worker: worker, catalogue: catalogue, start: .origin, measureFrom: at(1_000),
            measureUntil: at(3_000))
        var activity = WorkerActivity()
        var ledger = LedgerCounts()
        var result: [IntervalSnapshot] = []
        for second in 0..<3 {
            for tick in 0..<100 {
                let due = at(Int64(second * 1_000 + tick * 10))
                let metric = tick % 2 == 0 ? talker : traffic
                recorder.started(metric, due: due, sent: due)
                recorder.done(metric, due: due, sent: due, done: due + .milliseconds(service))
                if second == 0 {
                    ledger.unmeasured.sent += 1
                    ledger.unmeasured.delivered += 1
                } else {
                    ledger.measured.sent += 1
                    ledger.measured.delivered += 1
                }
            }
            activity.online = 10 * (second + 1)
            activity.logins += 10
            activity.sessionsStarted += 11
            activity.sessionsFailed += 1
            activity.bytesSent += 1_000
            activity.busy = activity.busy + .milliseconds(worker == 0 ? 100 : 300)
            activity.toldAt = .seconds(Int64(second + 1))
            result.append(
                recorder.takeInterval(
                    at: at(Int64(second + 1) * 1_000), activity: activity, ledger: ledger))
        }
        return result
    }

    private func facts() -> RunFacts {
        var facts = RunFacts()
        facts.measured = .seconds(Int64(2))
        return facts
    }

    @Test func `Warm-up is in the series but not in the totals`() throws {
        var totals = totals(workers: 1)
        for snapshot in snapshots(worker: 0, service: 20) { _ = totals.add(snapshot) }
        let result = totals.result(facts())
        let message = try #require(result.metric("message"))
        #expect(message.counts.started == 200)
        #expect(message.ratePerSecond == 100)
        #expect(result.messages.sent == 200)
        #expect(result.intervals.map(\.isMeasured) == [false, true, true])
        #expect(result.intervals.map(\.sent) == [100, 100, 100])
        #expect(result.intervals.map(\.start) == [0, 1, 2].map { .seconds(Int64($0)) })
        #expect(result.intervals[0].responseP50 == message.response.max)
        #expect(result.seriesMetric == "message")
    }

    @Test func `A base is the sum of its tagged metrics`() throws {
        var totals = totals(workers: 1)
        for snapshot in snapshots(worker: 0, service: 20) { _ = totals.add(snapshot) }
        let result = totals.result(facts())
        #expect(
            result.metrics.map(\.name) == ["message", "message/talker", "message/traffic 1"])
        let base = try #require(result.metric("message"))
        var sum = try #require(result.metric("message/talker")).response
        sum.add(try #require(result.metric("message/traffic 1")).response)
        #expect(base.response == sum)
        #expect(base.model == .closed)
        #expect(base.counts.done == 200)
        #expect(result.actionsStarted == 200)
    }

    @Test func `The order in which workers tell does not matter`() {
        let parts = (0..<3).map { snapshots(worker: $0, service: Int64(10 * ($0 + 1))) }
        var first = totals(workers: 3)
        var second = totals(workers: 3)
        for interval in 0..<3 {
            for worker in 0..<3 { _ = first.add(parts[worker][interval]) }
        }
        for worker in [2, 0, 1] {
            for interval in 0..<3 { _ = second.add(parts[worker][interval]) }
        }
        let (one, other) = (first.result(facts()), second.result(facts()))
        #expect(one == other)
    }

    @Test func `Intervals do not wait for a worker that is gone`() {
        let (a, b) = (snapshots(worker: 0, service: 10), snapshots(worker: 1, service: 30))
        var totals = totals(workers: 2)
        let first = [totals.add(b[0]), totals.add(a[0]), totals.add(a[1])].compactMap(\.self)
        #expect(first.map(\.row.start) == [.zero])
        let second = totals.fellSilent(worker: 1)
        #expect(second.map(\.row.start) == [.seconds(Int64(1))])
        let third = totals.add(a[2])
        #expect(third?.row.start == .seconds(Int64(2)))
        // Its sessions are gone with it.
        #expect((first + second + [third].compactMap(\.self)).map(\.row.online) == [20, 20, 30])
    }

    @Test func `An interval is complete when all workers have told of it`() throws {
        let (a, b) = (snapshots(worker: 0, service: 10), snapshots(worker: 1, service: 30))
        var totals = totals(workers: 2)
        let incomplete = totals.add(a[0])
        #expect(incomplete == nil)
        let complete = totals.add(b[0])
        let interval = try #require(complete)
        #expect(interval.row.sent == 200)
        #expect(interval.row.online == 20)
        #expect(interval.row.logins == 20)
        #expect(interval.row.busyRatio == 0.3)
        #expect(interval.slices.first?.response.count == 200)
        #expect(interval.slices.first?.isMeasured == false)
    }

    @Test func `What a worker that ended early told is not forgotten`() {
        let (a, b) = (snapshots(worker: 0, service: 10), snapshots(worker: 1, service: 30))
        var totals = totals(workers: 2)
        _ = totals.add(a[0])
        _ = totals.add(b[0])
        _ = totals.add(a[1])
        let rest = totals.flush()
        #expect(rest.count == 1)
        _ = totals.add(a[2])
        let result = totals.result(facts())
        #expect(result.intervals.map(\.sent) == [200, 100, 100])
        #expect(result.metric("message")?.counts.started == 200)
    }

    @Test func `Sessions are those of the whole run and of all workers`() {
        var totals = totals(workers: 2)
        for worker in 0..<2 {
            for snapshot in snapshots(worker: worker, service: 5) { _ = totals.add(snapshot) }
        }
        let result = totals.result(facts())
        #expect(result.sessions.started == 66)
        #expect(result.sessions.failed == 6)
        #expect(result.sessions.loggedIn == 60)
        #expect(result.bytesSent == 6_000)
    }

    @Test func `The busiest worker is told, over the measured part`() {
        var totals = totals(workers: 2)
        for worker in 0..<2 {
            for snapshot in snapshots(worker: worker, service: 5) { _ = totals.add(snapshot) }
        }
        let result = totals.result(facts())
        #expect(abs(result.busyRatio - 0.3) < 1e-9)
    }

    @Test func `A worker that tells late was busy for the time that it tells of`() {
        var recorder = Recorder(
            worker: 0, catalogue: catalogue, start: .origin, measureFrom: at(1_000),
            measureUntil: at(3_000))
        var totals = totals(workers: 1)
        var rows: [IntervalRow] = []
        // It stood still from 1.5 s to 4.5 s, busy all the while.
        for (told, busy) in [(1_000, 100), (4_500, 3_500), (4_500, 3_500), (4_510, 3_510)] {
            var activity = WorkerActivity()
            activity.toldAt = .milliseconds(Int64(told))
            activity.busy = .milliseconds(Int64(busy))
            activity.runDelay = .milliseconds(Int64(told / 2))
            let snapshot = recorder.takeInterval(
                at: at(Int64(rows.count + 1) * 1_000), activity: activity)
            if let interval = totals.add(snapshot) { rows.append(interval.row) }
        }
        let shown = rows.map { ($0.busyRatio * 1_000).rounded() }
        #expect(shown == [100, 971, 0, 1_000])
        let result = totals.result(facts())
        #expect(abs(result.busyRatio - 3.4 / 3.5) < 1e-9)
        #expect(result.runDelayRatio == 0.5)
    }

    @Test func `Skipped arrivals and skipped actions are kept apart`() {
        var recorder = Recorder(
            worker: 0, catalogue: catalogue, start: .origin, measureFrom: .origin,
            measureUntil: at(3_000))
        recorder.skipped(login, due: at(5))
        recorder.skipped(traffic, due: at(5))
        recorder.skipped(traffic, due: at(6))
        var activity = WorkerActivity()
        activity.sessionsSkipped = 1
        var totals = RunTotals(
            catalogue: catalogue, workers: 1, start: .origin, measureFrom: .origin,
            measureUntil: at(3_000))
        _ = totals.add(
            recorder.takeInterval(at: at(1_000), activity: activity, ledger: LedgerCounts()))
        let result = totals.result(facts())
        #expect(result.sessions.skipped == 1)
        #expect(result.actionsSkipped == 2)
        #expect(result.intervals[0].skipped == 3)
        #expect(result.metric("login")?.counts.unfinished == 1)
    }

    @Test func `Errors come with the most frequent first`() {
        var recorder = Recorder(
            worker: 0, catalogue: catalogue, start: .origin, measureFrom: at(1_000),
            measureUntil: at(3_000))
        recorder.error(at: at(5), stage: "connection", condition: "reset", sample: "a")
        recorder.failed(login, due: at(1_500), stage: "auth", condition: "b", sample: "b")
        recorder.failed(login, due: at(1_500), stage: "auth", condition: "b", sample: "c")
        recorder.started(login, due: at(1_500), sent: at(1_500))
        recorder.started(login, due: at(1_500), sent: at(1_500))
        var totals = totals(workers: 1)
        _ = totals.add(
            recorder.takeInterval(
                at: at(2_000), activity: WorkerActivity(), ledger: LedgerCounts()))
        let result = totals.result(facts())
        #expect(result.errors.map(\.condition) == ["b", "reset"])
        #expect(result.errors.map(\.measured) == [2, 0])
        #expect(result.errorRate == 1)
    }

    @Test func `Errors of an interval are told by stage, measured or not, over all workers`() {
        var totals = totals(workers: 2)
        var rows: [IntervalRow] = []
        for worker in 0..<2 {
            var recorder = Recorder(
                worker: worker, catalogue: catalogue, start: .origin, measureFrom: at(1_000),
                measureUntil: at(3_000))
            for second in 0..<2 {
                let now = at(Int64(second) * 1_000 + 5)
                recorder.error(at: now, stage: "connection", condition: "reset", sample: "")
                if second == 1 {
                    recorder.error(at: now, stage: "auth", condition: "a", sample: "")
                    recorder.error(at: now, stage: "auth", condition: "b", sample: "")
                }
                let snapshot = recorder.takeInterval(
                    at: at(Int64(second + 1) * 1_000), activity: WorkerActivity())
                if let interval = totals.add(snapshot) { rows.append(interval.row) }
            }
        }
        #expect(rows.map(\.errors) == [2, 6])
        let stages = rows.map { $0.errorsByStage.entries.map(\.stage) }
        #expect(stages == [["connection"], ["auth", "connection"]])
        #expect(rows.map { $0.errorsByStage["connection"] } == [2, 2])
        #expect(rows.map { $0.errorsByStage["auth"] } == [0, 4])
    }
}

extension Recorder {
    fileprivate mutating func takeInterval(
        at end: Instant, activity: WorkerActivity
    ) -> IntervalSnapshot {
        takeInterval(at: end, activity: activity, ledger: LedgerCounts())
    }
}
