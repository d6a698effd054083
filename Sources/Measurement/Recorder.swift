public import Units

/// What one worker has measured since its last snapshot.
///
/// Each action is announced once with `started` (or `sentOnly`, or `skipped`) and ends with at most
/// one of `done`, `failed`, `timedOut` and `withdrawn`; one that does not is unfinished. An action belongs to
/// the measured part of the run by its due instant; the others are kept apart for the time series.
///
/// Recording allocates nothing once a metric has been used. `public` because it is on the path of
/// every stanza.
public struct Recorder: Sendable {
    private struct Cell {
        var counts = MetricCounts()
        var response = Histogram()
        var service = Histogram()
        var lag = Histogram()

        /// What was seen since the last time; `nil` if nothing was.
        mutating func take(metric: MetricID, isMeasured: Bool) -> MetricSlice? {
            if counts == MetricCounts() && lag.count == 0 { return nil }
            defer {
                counts = MetricCounts()
                response.reset()
                service.reset()
                lag.reset()
            }
            return MetricSlice(
                metric: metric, isMeasured: isMeasured, counts: counts,
                response: response.sparse(), service: service.sparse(), lag: lag.sparse())
        }
    }

    /// An action that was announced by `started`.
    private struct Begun {
        let metric: MetricID
        let due: Instant
        let sent: Instant
    }

    /// Actions that were begun are recorded so many at once: for each alone, the counters and what
    /// finds them would be fetched into the cache anew.
    private static let begunAtOnce = 64

    private let worker: Int
    private let isKeeping: Bool
    private let measureFrom: Instant
    private var measureUntil: Instant
    private var measured: [Cell]
    private var unmeasured: [Cell]
    private var begun: [Begun] = []
    private var errors = ErrorTable()
    private var steps: StepRecorder
    private var dues: DueRecorder
    /// By metric, whether it is the one of the time series or a part of that.
    private let isSeries: [Bool]
    private var nextInterval = 0
    private var intervalStart: Instant

    /// - Parameters:
    ///   - start: when the run, and so its first interval, begins.
    ///   - measureFrom: end of the warm-up; what is due before it is not measured.
    ///   - measureUntil: end of the run; what is due then or later is not measured.
    ///   - interval: from one snapshot to the next.
    ///   - steps: of all scenarios.
    ///   - isKeeping: without, actions are not recorded: what a run costs apart from that.
    package init(
        worker: Int, catalogue: MetricCatalogue, start: Instant, measureFrom: Instant,
        measureUntil: Instant, interval: Nanoseconds = .seconds(Int64(1)), steps: Int = 0,
        isKeeping: Bool = true
    ) {
        self.worker = worker
        self.isKeeping = isKeeping
        self.measureFrom = measureFrom
        self.measureUntil = measureUntil
        measured = Array(repeating: Cell(), count: catalogue.entries.count)
        unmeasured = measured
        self.steps = StepRecorder(count: steps)
        dues = DueRecorder(start: start, length: interval)
        let series = catalogue.seriesMetric
        isSeries = catalogue.ids.map { id in
            isKeeping && (id == series || (series != nil && catalogue[id].base == series))
        }
        intervalStart = start
        begun.reserveCapacity(Self.begunAtOnce)
    }

    /// Whether an action due at that instant counts.
    public func isMeasured(due: Instant) -> Bool { due >= measureFrom && due < measureUntil }

    /// The run ends earlier than planned: what is due from now on does not count.
    package mutating func endMeasuring(at now: Instant) {
        recordBegun()
        measureUntil = min(measureUntil, now)
    }

    /// An action was begun; its lag is `sent - due`.
    public mutating func started(_ metric: MetricID, due: Instant, sent: Instant) {
        begun.append(Begun(metric: metric, due: due, sent: sent))
        if begun.count == Self.begunAtOnce { recordBegun() }
    }

    private mutating func recordBegun() {
        for action in begun {
            with(action.metric, due: action.due) { cell in
                cell.counts.started += 1
                cell.lag.record(action.sent - action.due)
            }
            if isSeries[action.metric.index] { dues.began(due: action.due) }
        }
        begun.removeAll(keepingCapacity: true)
    }

    /// An action was begun and is complete with that (directed presence): it has lag only.
    public mutating func sentOnly(_ metric: MetricID, due: Instant, sent: Instant) {
        with(metric, due: due) { cell in
            cell.counts.started += 1
            cell.counts.sentOnly += 1
            cell.lag.record(sent - due)
        }
    }

    /// An action did what it was to do: response is `done - due`, service `done - sent`.
    public mutating func done(_ metric: MetricID, due: Instant, sent: Instant, done: Instant) {
        with(metric, due: due) { cell in
            cell.counts.done += 1
            cell.response.record(done - due)
            cell.service.record(done - sent)
        }
        if isSeries[metric.index] { dues.done(due: due, at: done) }
    }

    /// An action failed; `stage` names the metric at fault, which may be a part of this one.
    ///
    /// - Parameter sample: asked for only if it is the first error of its kind in the interval.
    public mutating func failed(
        _ metric: MetricID, due: Instant, stage: String, condition: String,
        sample: @autoclosure () -> String
    ) {
        failed(metric, due: due)
        errors.record(
            stage: stage, condition: condition, isMeasured: isMeasured(due: due), sample: sample)
    }

    /// An action failed because of an error that is in the table already, as part of another one.
    public mutating func failed(_ metric: MetricID, due: Instant) {
        with(metric, due: due) { $0.counts.failed += 1 }
        if isSeries[metric.index] { dues.ended(due: due) }
    }

    /// An action was given up; the table of errors counts it under `timeout`.
    public mutating func timedOut(
        _ metric: MetricID, due: Instant, stage: String, sample: @autoclosure () -> String
    ) {
        timedOut(metric, due: due)
        errors.record(
            stage: stage, condition: "timeout", isMeasured: isMeasured(due: due), sample: sample)
    }

    /// An action was given up, as told already by the error of another one.
    public mutating func timedOut(_ metric: MetricID, due: Instant) {
        with(metric, due: due) { $0.counts.timedOut += 1 }
    }

    /// An action came to nothing by no fault of the server: the addressee of a message had left.
    public mutating func withdrawn(_ metric: MetricID, due: Instant) {
        with(metric, due: due) { $0.counts.withdrawn += 1 }
        if isSeries[metric.index] { dues.ended(due: due) }
    }

    /// An action was due but there was nobody to do it.
    public mutating func skipped(_ metric: MetricID, due: Instant) {
        with(metric, due: due) { $0.counts.skipped += 1 }
        if isSeries[metric.index] { dues.began(due: due) }
    }

    /// A session began a step of its scenario.
    package mutating func stepBegan(_ step: Int, due: Instant) {
        if isKeeping, isMeasured(due: due) { steps.began(step) }
    }

    /// The step that the session began is over.
    ///
    /// - Parameter answered: when the server had done what it asked; nil for one that waits for no
    ///   server.
    package mutating func stepEnded(
        _ step: Int, _ ending: StepEnding, due: Instant, at answered: Instant?
    ) {
        guard isKeeping, isMeasured(due: due) else { return }
        steps.ended(step, ending, response: answered.map { $0 - due })
    }

    /// Something went wrong that belongs to no action (a stream that broke while idle).
    public mutating func error(
        at now: Instant, stage: String, condition: String, sample: @autoclosure () -> String
    ) {
        errors.record(
            stage: stage, condition: condition, isMeasured: isMeasured(due: now), sample: sample)
    }

    /// Ends the interval and gives out what it saw.
    ///
    /// All workers take their snapshots at the same instants, so that equal indices mean the same
    /// interval.
    package mutating func takeInterval(
        at now: Instant, activity: WorkerActivity, ledger: LedgerCounts
    ) -> IntervalSnapshot {
        recordBegun()
        var slices: [MetricSlice] = []
        for index in measured.indices {
            let metric = MetricID(index)
            if let slice = measured[index].take(metric: metric, isMeasured: true) {
                slices.append(slice)
            }
            if let slice = unmeasured[index].take(metric: metric, isMeasured: false) {
                slices.append(slice)
            }
        }
        defer {
            errors = ErrorTable()
            nextInterval += 1
            intervalStart = now
        }
        return IntervalSnapshot(
            worker: worker, index: nextInterval, start: intervalStart, end: now, slices: slices,
            steps: steps.take(), dues: dues.take(), errors: errors, activity: activity,
            ledger: ledger)
    }

    private mutating func with(_ metric: MetricID, due: Instant, _ body: (inout Cell) -> Void) {
        guard isKeeping else { return }
        if isMeasured(due: due) {
            body(&measured[metric.index])
        } else {
            body(&unmeasured[metric.index])
        }
    }
}
