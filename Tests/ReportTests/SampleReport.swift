import Measurement
import Profile
import Report
import Units

/// A report of a small run that is recorded as an engine does it.
struct SampleReport {
    let report: Report
    let intervals: [MergedInterval]
    let catalogue: MetricCatalogue

    /// 2026-11-30 03:57:44.123 UTC.
    static let startedAt: Int64 = 1_796_011_064_123_000_000

    /// As `run.json` has it.
    var document: RunDocument { RunDocument(report) }

    static let environment = Environment(
        clamor: "0.1", swift: "6.3", operatingSystem: "Debian", kernel: "6.1",
        processorModel: "CPU",
        processorCount: 2, openSSL: "3.0", libuv: "1.44")

    static let echo = ProfileEcho(title: "Sample", resolved: "title: Sample\n")

    private static var timeline: SessionTimeline {
        var timeline = SessionTimeline(
            account: "user7@localhost", scenario: "talker, chatty", started: .milliseconds(20))
        timeline.append(at: .milliseconds(21), .event) { "connected" }
        timeline.append(at: .milliseconds(22), .out) { "<message to='user8@localhost'/>" }
        timeline.append(at: .milliseconds(29), .in) { "<message to='user7@localhost'/>" }
        timeline.ended = "finished"
        return timeline
    }

    private static var serverUsage: ServerUsage {
        var usage = ServerUsage(source: "pid:1234")
        for second in -1...5 {
            var sample = ServerUsage.Sample(time: .seconds(Int64(second)))
            sample.cpuRatio = second < 1 ? 0 : 0.25
            sample.residentBytes = 30_000_000
            usage.samples.append(sample)
            usage.series.append(
                ServerUsage.Point(time: sample.time, value: Double(second)), to: "sessions")
        }
        return usage
    }

    /// - Parameters:
    ///   - seconds: intervals; the first is warm-up.
    ///   - messages: sent in each second.
    init(
        seconds: Int = 5, messages: Int = 400, change: (inout RunResult) -> Void = { _ in },
        thresholds: (RunResult) -> [ThresholdResult] = { _ in [] }
    ) {
        var catalogue = MetricCatalogue()
        let login = catalogue.register("login", model: .open)
        let auth = catalogue.register("auth", model: .open)
        let message = catalogue.register("message", tag: "talker, chatty", model: .closed)
        self.catalogue = catalogue
        let measureFrom = Instant.origin + .seconds(Int64(1))
        let measureUntil = Instant.origin + .seconds(Int64(seconds))
        var recorder = Recorder(
            worker: 0, catalogue: catalogue, start: .origin, measureFrom: measureFrom,
            measureUntil: measureUntil)
        var totals = RunTotals(
            catalogue: catalogue, workers: 1, start: .origin, measureFrom: measureFrom,
            measureUntil: measureUntil)
        var activity = WorkerActivity()
        var ledger = LedgerCounts()
        var intervals: [MergedInterval] = []
        for second in 0..<seconds {
            for tick in 0..<messages {
                let due =
                    Instant.origin + .seconds(Int64(second))
                    + Nanoseconds(Int64(tick) * 1_000_000_000 / Int64(messages))
                let number = Int64(second * messages + tick)
                let sent = due + .microseconds(20 + number % 70)
                // From 1 ms on, with a tail up to 1.2 s.
                let response = Nanoseconds(1_000_000 + (number * number * 7_919) % 20_000_000)
                let tail = number % 97 == 0 ? Nanoseconds.milliseconds(number * 2 % 1_200) : .zero
                recorder.started(message, due: due, sent: sent)
                recorder.done(message, due: due, sent: sent, done: due + response + tail)
                if second == 0 {
                    ledger.unmeasured.sent += 1
                    ledger.unmeasured.delivered += 1
                } else {
                    ledger.measured.sent += 1
                    ledger.measured.delivered += 1
                }
                if tick % 4 == 0 {
                    recorder.started(login, due: due, sent: sent)
                    recorder.done(login, due: due, sent: sent, done: sent + response)
                    recorder.started(auth, due: sent, sent: sent)
                    recorder.done(auth, due: sent, sent: sent, done: sent + response / 2)
                    activity.logins += 1
                    activity.sessionsStarted += 1
                    activity.online += 1
                }
            }
            activity.bytesSent += 40_000
            activity.bytesReceived += 50_000
            activity.stanzasSent += UInt64(messages)
            activity.stanzasReceived += UInt64(messages)
            activity.busy = activity.busy + .milliseconds(125)
            activity.toldAt = .seconds(Int64(second + 1))
            let now = Instant.origin + .seconds(Int64(second + 1))
            let snapshot = recorder.takeInterval(at: now, activity: activity, ledger: ledger)
            if let interval = totals.add(snapshot) { intervals.append(interval) }
        }
        self.intervals = intervals
        var facts = RunFacts()
        facts.seed = 42
        facts.startedAt = Self.startedAt
        facts.duration = .seconds(Int64(seconds))
        facts.measured = .seconds(Int64(seconds - 1))
        facts.cpu = .milliseconds(1_250)
        facts.onlinePeak = activity.online
        facts.loopbackCPU = .milliseconds(900)
        facts.peakResidentBytes = 25_165_824
        facts.server = ServerVersion(name: "Clamor loopback", version: "0.1")
        facts.timelines = [Self.timeline]
        facts.serverUsage = [Self.serverUsage]
        var result = totals.result(facts)
        change(&result)
        report = Report(
            result: result, thresholds: thresholds(result), profile: Self.echo,
            environment: Self.environment)
    }
}
