package import Units

/// One interval of all workers.
package struct MergedInterval: Sendable {
    /// In the words of the time series.
    package let row: IntervalRow
    /// What metrics saw, bases with their tagged ones added up; in the order of registration.
    package let slices: [MetricSlice]
}

/// Adds up the snapshots of all workers: intervals as they become complete, and the whole run.
///
/// The result does not depend on the order in which snapshots of different workers come.
package struct RunTotals: Sendable {
    private struct Cell {
        var counts = MetricCounts()
        var response = Histogram()
        var service = Histogram()
        var lag = Histogram()
    }

    private struct Worker {
        var activity = WorkerActivity()
        var ledger = LedgerCounts()
        var measuredBusy = Nanoseconds.zero
        /// In which it was busy; an interval that a worker tells late has more of it.
        var measuredTime = Nanoseconds.zero
        /// nil as soon as an interval does not tell.
        var measuredRunDelay: Nanoseconds? = .zero
    }

    private let catalogue: MetricCatalogue
    private let start: Instant
    private let measureFrom: Instant
    private var measureUntil: Instant
    private var workers: [Worker]
    private var cells: [Cell]
    private var errors = ErrorTable()
    private var rows: [IntervalRow] = []
    /// Snapshots of intervals that not all workers have told about.
    private var waiting: [Int: [IntervalSnapshot]] = [:]
    /// Workers that will tell nothing more.
    private var silent: Set<Int> = []
    private let seriesMetric: MetricID?
    private var steps: StepTotals
    private var dues = DueTotals()
    /// The number of each row's interval.
    private var rowIntervals: [Int] = []
    /// For each condition that is judged while the run lasts; nil for those judged at its end.
    private var watches: [ConditionWatch?]
    private let judgedPercentiles: [JudgedPercentile]
    /// The condition by which the run is to end before its time.
    package private(set) var abortedBy: String?

    /// Times are those of `Recorder`; `workers` is how many will tell of each interval, and
    /// `ladders` has the steps of all scenarios.
    package init(
        catalogue: MetricCatalogue, workers: Int, start: Instant, measureFrom: Instant,
        measureUntil: Instant, conditions: [Condition] = [], ladders: [ScenarioLadder] = []
    ) {
        self.catalogue = catalogue
        self.start = start
        self.measureFrom = measureFrom
        self.measureUntil = measureUntil
        self.workers = Array(repeating: Worker(), count: workers)
        cells = Array(repeating: Cell(), count: catalogue.entries.count)
        seriesMetric = catalogue.seriesMetric
        steps = StepTotals(ladders)
        judgedPercentiles = conditions.compactMap(JudgedPercentile.init)
        watches = conditions.map { condition in
            condition.window == nil && condition.abortAfter == nil
                ? nil
                : ConditionWatch(
                    condition, catalogue: catalogue, measureFrom: measureFrom - start)
        }
    }

    /// The run ends earlier than planned: intervals from now on are not of its measured part.
    package mutating func endMeasuring(at now: Instant) { measureUntil = min(measureUntil, now) }

    /// Takes in a snapshot.
    ///
    /// - Returns: the interval, if this was the last worker to tell about it.
    package mutating func add(_ snapshot: IntervalSnapshot) -> MergedInterval? {
        waiting[snapshot.index, default: []].append(snapshot)
        return mergeIfComplete(snapshot.index)
    }

    /// A worker is gone; intervals no longer wait for it.
    ///
    /// - Returns: those that only it was missing from.
    package mutating func fellSilent(worker: Int) -> [MergedInterval] {
        silent.insert(worker)
        return waiting.keys.sorted().compactMap { mergeIfComplete($0) }
    }

    private mutating func mergeIfComplete(_ index: Int) -> MergedInterval? {
        guard let parts = waiting[index],
            silent.union(parts.map(\.worker)).count == workers.count
        else { return nil }
        waiting[index] = nil
        return merge(parts.sorted { $0.worker < $1.worker })
    }

    /// Merges intervals that some workers never told about, because they ended before the others.
    package mutating func flush() -> [MergedInterval] {
        let parts = waiting.sorted { $0.key < $1.key }.map(\.value)
        waiting = [:]
        return parts.map { merge($0.sorted { $0.worker < $1.worker }) }
    }

    /// The result, once all snapshots are in; judged and with its outcome.
    package mutating func result(_ facts: RunFacts) -> RunResult {
        _ = flush()
        for (place, interval) in rowIntervals.enumerated() {
            dues.describe(interval, &rows[place])
        }
        var result = unjudged(facts, metrics(seconds: facts.measured.inSeconds))
        for place in watches.indices {
            result.windows.append(watches[place]?.result())
        }
        result.judgedPercentiles = judgedPercentiles
        result.ladders = steps.result
        result.server = ServerCosts(facts.serverUsage, rows)
        result.verdict = Verdict.judge(result)
        result.outcome = Outcome(of: result)
        return result
    }

    private func unjudged(_ facts: RunFacts, _ metrics: [MetricResult]) -> RunResult {
        var activity = WorkerActivity()
        var ledger = LedgerCounts()
        for worker in workers {
            Self.add(worker.activity, to: &activity)
            ledger += worker.ledger
        }
        var sessions = SessionCounts()
        sessions.started = activity.sessionsStarted
        sessions.failed = activity.sessionsFailed
        sessions.skipped = activity.sessionsSkipped
        sessions.cut = activity.sessionsCut
        sessions.loggedIn = activity.logins
        sessions.onlinePeak = facts.onlinePeak
        return RunResult(
            facts: facts, sessions: sessions, messages: ledger.measured,
            actionsSkipped: metrics.reduce(0) {
                $1.isTagged || $1.name == "login" ? $0 : $0 + $1.counts.skipped
            },
            bytesSent: activity.bytesSent, bytesReceived: activity.bytesReceived,
            stanzasSent: activity.stanzasSent, stanzasReceived: activity.stanzasReceived,
            busyRatio: workers.map { Self.ratio($0.measuredBusy, of: $0.measuredTime) }.max() ?? 0,
            runDelayRatio: runDelayRatio,
            sendQueuePeak: activity.sendQueuePeak, resourceFailures: activity.resourceFailures,
            metrics: metrics, errors: errorResults(), intervals: rows,
            seriesMetric: seriesMetric.map { catalogue[$0].name } ?? "",
            verdict: Verdict(reasons: []), outcome: .ok)
    }

    private mutating func merge(_ parts: [IntervalSnapshot]) -> MergedInterval {
        let first = parts[0]
        var slices: [Int: MetricSlice] = [:]
        var row = IntervalRow()
        row.start = first.start - start
        row.length = first.end - first.start
        row.isMeasured = first.start >= measureFrom && first.start < measureUntil
        for part in parts {
            for slice in part.slices {
                collect(slice, as: slice.metric, into: &slices)
                if let base = catalogue[slice.metric].base {
                    collect(slice, as: base, into: &slices)
                }
            }
            steps.add(part.steps)
            dues.add(part.dues)
            errors.add(part.errors)
            row.errors += part.errors.count
            row.errorsByStage.add(part.errors)
            advance(part, &row)
        }
        let gone = silent.subtracting(parts.map(\.worker))
        row.online = workers.indices.reduce(0) {
            gone.contains($1) ? $0 : $0 + workers[$1].activity.online
        }
        let ordered = slices.sorted { $0.key < $1.key }.map(\.value)
        total(ordered)
        describe(ordered, &row)
        rows.append(row)
        rowIntervals.append(first.index)
        watch(row, ordered, errors: parts.reduce(0) { $0 + $1.errors.measuredCount })
        return MergedInterval(row: row, slices: ordered)
    }

    /// Shows an interval to the conditions that are judged while the run lasts.
    private mutating func watch(_ row: IntervalRow, _ slices: [MetricSlice], errors: UInt64) {
        let end = row.start + row.length
        guard end > measureFrom - start else { return }
        for place in watches.indices {
            guard var watch = watches[place] else { continue }
            // What is copied out is not to be copied again when it changes.
            watches[place] = nil
            let path = watch.condition.path
            if row.start < measureUntil - start {
                let isBroken = watch.add(
                    slices, errors: errors, from: row.start, to: end, catalogue: catalogue
                ) {
                    var facts = RunFacts()
                    facts.onlinePeak = rows.reduce(0) { max($0, $1.online) }
                    return unjudged(facts, []).value(at: path)
                }
                if isBroken, abortedBy == nil { abortedBy = watch.condition.expression }
            } else {
                watch.addAfter(slices, errors: errors, catalogue: catalogue)
            }
            watches[place] = watch
        }
    }

    private func collect(
        _ slice: MetricSlice, as metric: MetricID, into slices: inout [Int: MetricSlice]
    ) {
        let key = metric.index * 2 + (slice.isMeasured ? 0 : 1)
        if slices[key] == nil {
            slices[key] = MetricSlice(
                metric: metric, isMeasured: slice.isMeasured, counts: slice.counts,
                response: slice.response, service: slice.service, lag: slice.lag)
        } else {
            slices[key]?.add(slice)
        }
    }

    /// Adds to a row what a worker did since its last snapshot.
    private mutating func advance(_ part: IntervalSnapshot, _ row: inout IntervalRow) {
        let former = workers[part.worker]
        func difference(_ value: (LedgerCounts) -> UInt64) -> UInt64 {
            value(part.ledger) - value(former.ledger)
        }
        row.logins += part.activity.logins - former.activity.logins
        row.sent += difference { $0.measured.sent + $0.unmeasured.sent }
        row.delivered += difference { $0.measured.delivered + $0.unmeasured.delivered }
        row.skipped += part.activity.sessionsSkipped - former.activity.sessionsSkipped
        let busy = part.activity.busy - former.activity.busy
        // Not the interval's length: a worker that has hardly any time tells of it late, and what
        // it did meanwhile is part of what it tells.
        let time = part.activity.toldAt - former.activity.toldAt
        row.busyRatio = max(row.busyRatio, Self.ratio(busy, of: time))
        if row.isMeasured {
            workers[part.worker].measuredBusy = former.measuredBusy + busy
            workers[part.worker].measuredTime = former.measuredTime + time
            workers[part.worker].measuredRunDelay =
                former.measuredRunDelay.flatMap { sum in
                    part.activity.runDelay.map { sum + $0 - (former.activity.runDelay ?? .zero) }
                }
        }
        workers[part.worker].activity = part.activity
        workers[part.worker].ledger = part.ledger
    }

    private mutating func total(_ slices: [MetricSlice]) {
        for slice in slices where slice.isMeasured {
            cells[slice.metric.index].counts += slice.counts
            cells[slice.metric.index].response.add(slice.response)
            cells[slice.metric.index].service.add(slice.service)
            cells[slice.metric.index].lag.add(slice.lag)
        }
    }

    /// Fills in what a row says of durations.
    private func describe(_ slices: [MetricSlice], _ row: inout IntervalRow) {
        var response = SparseHistogram()
        var lag = SparseHistogram()
        for slice in slices {
            let entry = catalogue[slice.metric]
            if slice.metric == seriesMetric { response.add(slice.response) }
            if entry.base == nil && entry.kind == .action {
                lag.add(slice.lag)
                // A skipped arrival is counted by the activity.
                if entry.name != "login" { row.skipped += slice.counts.skipped }
            }
        }
        // As in `DistributionSummary`: not beyond the exact maximum.
        func percentile(_ value: Double, of durations: SparseHistogram) -> Nanoseconds? {
            durations.percentile(value).map { min($0, durations.max) }
        }
        row.responseP50 = percentile(50, of: response)
        row.responseP99 = percentile(99, of: response)
        row.lagP99 = percentile(99, of: lag)
    }

    private func metrics(seconds: Double) -> [MetricResult] {
        catalogue.ids.compactMap { id in
            let cell = cells[id.index]
            let entry = catalogue[id]
            if cell.counts == MetricCounts() { return nil }
            let completed = cell.counts.done + cell.counts.sentOnly
            return MetricResult(
                name: entry.name, model: entry.model, kind: entry.kind,
                base: entry.base.map { catalogue[$0].name }, counts: cell.counts,
                ratePerSecond: seconds > 0 ? Double(completed) / seconds : 0,
                response: cell.response, service: cell.service, lag: cell.lag)
        }
    }

    private func errorResults() -> [ErrorResult] {
        errors.tallies.sorted {
            $0.value.count != $1.value.count
                ? $0.value.count > $1.value.count : $0.key < $1.key
        }.map { key, tally in
            ErrorResult(
                stage: key.stage, condition: key.condition, count: tally.count,
                measured: tally.measured, sample: tally.sample)
        }
    }

    /// At most 1: what the system counts for a thread has another clock than the thread.
    private static func ratio(_ part: Nanoseconds, of time: Nanoseconds) -> Double {
        time > .zero ? min(1, part.inSeconds / time.inSeconds) : 0
    }

    private var runDelayRatio: Double? {
        let known = workers.compactMap { worker in
            worker.measuredRunDelay.map { Self.ratio($0, of: worker.measuredTime) }
        }
        return known.count == workers.count ? known.max() : nil
    }

    private static func add(_ part: WorkerActivity, to sum: inout WorkerActivity) {
        sum.sessionsStarted += part.sessionsStarted
        sum.sessionsFailed += part.sessionsFailed
        sum.sessionsSkipped += part.sessionsSkipped
        sum.sessionsCut += part.sessionsCut
        sum.logins += part.logins
        sum.bytesSent += part.bytesSent
        sum.bytesReceived += part.bytesReceived
        sum.stanzasSent += part.stanzasSent
        sum.stanzasReceived += part.stanzasReceived
        sum.sendQueuePeak = max(sum.sendQueuePeak, part.sendQueuePeak)
        sum.resourceFailures += part.resourceFailures
    }
}
