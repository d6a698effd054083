import Measurement
import Testing
import Units

@Suite struct RecorderTests {
    private var catalogue = MetricCatalogue()
    private let ping: MetricID
    private let presence: MetricID

    init() {
        ping = catalogue.register("ping", model: .closed)
        presence = catalogue.register("presence", model: .closed)
    }

    /// Measures from 10 s to 20 s.
    private func recorder() -> Recorder {
        Recorder(
            worker: 0, catalogue: catalogue, start: .origin, measureFrom: at(10_000),
            measureUntil: at(20_000))
    }

    private func at(_ milliseconds: Int64) -> Instant { .origin + .milliseconds(milliseconds) }

    private func take(_ recorder: inout Recorder, at now: Instant) -> IntervalSnapshot {
        recorder.takeInterval(at: now, activity: WorkerActivity(), ledger: LedgerCounts())
    }

    @Test func `Response counts from due, service from sent, lag in between`() throws {
        var recorder = recorder()
        recorder.started(ping, due: at(10_000), sent: at(10_003))
        recorder.done(ping, due: at(10_000), sent: at(10_003), done: at(10_050))
        let slice = try #require(take(&recorder, at: at(11_000)).slices.first)
        #expect(slice.counts.started == 1 && slice.counts.done == 1)
        #expect(slice.response.max == .milliseconds(50))
        #expect(slice.service.max == .milliseconds(47))
        #expect(slice.lag.max == .milliseconds(3))
        #expect(slice.counts.unfinished == 0)
    }

    @Test func `An action belongs to the measured part by its due instant`() {
        var recorder = recorder()
        for due in [9_999, 10_000, 19_999, 20_000] {
            recorder.started(ping, due: at(Int64(due)), sent: at(Int64(due)))
        }
        let slices = take(&recorder, at: at(21_000)).slices
        #expect(slices.map(\.isMeasured) == [true, false])
        #expect(slices.map(\.counts.started) == [2, 2])
    }

    @Test func `A run that ends early measures no longer`() {
        var recorder = recorder()
        recorder.endMeasuring(at: at(15_000))
        #expect(recorder.isMeasured(due: at(14_999)))
        #expect(!recorder.isMeasured(due: at(15_000)))
        recorder.endMeasuring(at: at(18_000))
        #expect(!recorder.isMeasured(due: at(16_000)))
    }

    @Test func `What was begun before a run ends early is measured`() throws {
        var recorder = recorder()
        recorder.started(ping, due: at(14_000), sent: at(14_000))
        recorder.endMeasuring(at: at(14_000))
        recorder.started(ping, due: at(14_000), sent: at(14_000))
        let slices = take(&recorder, at: at(15_000)).slices
        #expect(slices.map(\.isMeasured) == [true, false])
        #expect(slices.allSatisfy { $0.counts.started == 1 && $0.lag.count == 1 })
    }

    @Test func `Each way to end has its count`() throws {
        var recorder = recorder()
        let due = at(12_000)
        for _ in 0..<6 { recorder.started(ping, due: due, sent: due) }
        recorder.done(ping, due: due, sent: due, done: due)
        recorder.failed(ping, due: due, stage: "ping", condition: "forbidden", sample: "<iq/>")
        recorder.timedOut(ping, due: due, stage: "ping", sample: "ping 3")
        recorder.withdrawn(ping, due: due)
        recorder.skipped(ping, due: due)
        let snapshot = take(&recorder, at: at(13_000))
        let counts = try #require(snapshot.slices.first).counts
        #expect(counts.started == 6 && counts.done == 1 && counts.failed == 1)
        #expect(counts.errors == 2)
        // Timed out, two still under way, one skipped.
        #expect(counts.unfinished == 4)
        #expect(snapshot.errors.count == 2)
        let timeout = ErrorTable.Key(stage: "ping", condition: "timeout")
        #expect(snapshot.errors.tallies[timeout]?.sample == "ping 3")
    }

    @Test func `Directed presence has lag only and is never unfinished`() throws {
        var recorder = recorder()
        recorder.sentOnly(presence, due: at(10_000), sent: at(10_001))
        let slice = try #require(take(&recorder, at: at(11_000)).slices.first)
        #expect(slice.counts.started == 1 && slice.counts.unfinished == 0)
        #expect(slice.lag.count == 1 && slice.response.count == 0)
    }

    @Test func `The enclosing action fails without a second error`() {
        var recorder = recorder()
        recorder.failed(ping, due: at(10_000), stage: "auth", condition: "x", sample: "")
        recorder.failed(presence, due: at(10_000))
        recorder.timedOut(presence, due: at(10_000))
        let snapshot = take(&recorder, at: at(11_000))
        #expect(snapshot.errors.count == 1)
        #expect(snapshot.slices.map(\.counts.errors) == [1, 2])
    }

    @Test func `Errors of the warm-up are counted but not measured`() {
        var recorder = recorder()
        recorder.error(at: at(1), stage: "connection", condition: "reset", sample: "by peer")
        recorder.error(at: at(10_001), stage: "connection", condition: "reset", sample: "again")
        let errors = take(&recorder, at: at(11_000)).errors
        #expect(errors.tallies.values.first == .init(count: 2, measured: 1, sample: "by peer"))
    }

    @Test func `Each interval starts where the last one ended, and empty`() {
        var recorder = recorder()
        recorder.started(ping, due: at(10_000), sent: at(10_000))
        let first = take(&recorder, at: at(10_500))
        let second = take(&recorder, at: at(11_000))
        #expect(first.index == 0 && first.start == .origin && first.end == at(10_500))
        #expect(second.index == 1 && second.start == at(10_500) && second.slices.isEmpty)
    }
}
