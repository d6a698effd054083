package import Measurement
internal import Units

/// Adds the reports of the ranks of a run up to one.
///
/// All that was recorded goes once more through `RunTotals`, as if one process had had all workers:
/// histograms are added, and every figure follows from the sum.
package struct RankMerge {
    private struct Part {
        let reader: RankReader
        /// Its workers are numbered from here on in the whole.
        let firstWorker: Int
        /// Of the snapshot read last.
        var interval = -1
        var ending: RankEnding?
        /// Why its file could not be read to the end.
        var fault: ReportError?
        var isAtEnd = false

        /// In the whole.
        var workers: Range<Int> { firstWorker..<firstWorker + reader.opening.workers }
    }

    private var parts: [Part]
    /// Over all ranks.
    package let workers: Int
    private var onlinePeak = 0

    /// - Parameter reports: the ranks' report directories, in any order.
    /// - Throws: also for reports that are not of ranks of the same run.
    package init(_ reports: [String]) throws(ReportError) {
        precondition(!reports.isEmpty, "nothing to merge")
        var readers: [RankReader] = []
        for report in reports {
            let reader = try RankReader(report: report)
            if let first = readers.first,
                first.opening.nonce != reader.opening.nonce
                    || first.opening.ranks != reader.opening.ranks
                    || first.opening.profile != reader.opening.profile
            {
                throw .otherRun(path: report)
            }
            if let same = readers.first(where: { $0.opening.rank == reader.opening.rank }) {
                throw .sameRank(path: report, other: same.path, rank: reader.opening.rank)
            }
            readers.append(reader)
        }
        readers.sort { $0.opening.rank < $1.opening.rank }
        var workers = 0
        parts = readers.map { reader in
            defer { workers += reader.opening.workers }
            return Part(reader: reader, firstWorker: workers)
        }
        self.workers = workers
    }

    /// The profile that all ranks had, resolved.
    package var profile: String { parts[0].reader.opening.profile }
    /// Of the first rank.
    package var environment: Environment { parts[0].reader.opening.environment }
    /// Of the first to start; nanoseconds since 1970-01-01 UTC.
    package var startedAt: Int64 { parts.map(\.reader.opening.startedAt).min() ?? 0 }

    /// Reads everything; `interval` is called for each interval, in their order. What cannot be read
    /// makes the result INVALID.
    ///
    /// - Parameters:
    ///   - totals: for so many `workers`; with the catalogue of the profile.
    ///   - metrics: how many that has.
    package mutating func result(
        _ totals: RunTotals, metrics: Int, interval: (MergedInterval) -> Void
    ) -> RunResult {
        var totals = totals
        // Those that lag behind first, so that hardly anything waits for its interval's others.
        while let place = parts.indices.filter({ !parts[$0].isAtEnd }).min(by: {
            parts[$0].interval < parts[$1].interval
        }) {
            do throws(ReportError) {
                if let snapshot = try snapshot(of: place, metrics: metrics) {
                    if let merged = totals.add(snapshot) { see(merged, interval) }
                }
            } catch {
                parts[place].fault = error
                parts[place].isAtEnd = true
            }
            guard parts[place].isAtEnd else { continue }
            for worker in parts[place].workers {
                for merged in totals.fellSilent(worker: worker) { see(merged, interval) }
            }
        }
        return totals.result(facts)
    }

    private mutating func see(_ merged: MergedInterval, _ interval: (MergedInterval) -> Void) {
        onlinePeak = max(onlinePeak, merged.row.online)
        interval(merged)
    }

    /// The next one of a part; nil at its end.
    private mutating func snapshot(
        of place: Int, metrics: Int
    ) throws(ReportError) -> IntervalSnapshot? {
        switch try parts[place].reader.next() {
        case .interval(let snapshot)?:
            guard snapshot.slices.allSatisfy({ Int($0.metric.rawValue) < metrics }) else {
                throw .damaged(path: parts[place].reader.path, line: nil)
            }
            parts[place].interval = snapshot.index
            return snapshot.renumbered(worker: parts[place].firstWorker + snapshot.worker)
        case .ending(let ending)?: parts[place].ending = ending
        case .opening?, nil: parts[place].isAtEnd = true
        }
        return nil
    }

    /// What the ranks knew besides, once all is read.
    private var facts: RunFacts {
        let ends = parts.compactMap(\.ending?.facts)
        var facts = RunFacts()
        for (number, end) in ends.enumerated() {
            facts.seed = end.seed
            facts.duration = max(facts.duration, end.duration)
            facts.measured = max(facts.measured, end.measured)
            facts.cpu = facts.cpu + end.cpu
            if let spent = end.loopbackCPU {
                facts.loopbackCPU = (facts.loopbackCPU ?? .zero) + spent
            }
            facts.peakResidentBytes += end.peakResidentBytes
            if abs(end.clockStep.rawValue) > abs(facts.clockStep.rawValue) {
                facts.clockStep = end.clockStep
            }
            if let stolen = end.stolenRatio {
                facts.stolenRatio = max(facts.stolenRatio ?? 0, stolen)
            }
            facts.isInterrupted = facts.isInterrupted || end.isInterrupted
            if facts.loadChanges.isEmpty { facts.loadChanges = end.loadChanges }
            facts.abortedBy = facts.abortedBy ?? end.abortedBy
            facts.isTargetDead = facts.isTargetDead || end.isTargetDead
            facts.server = facts.server ?? end.server
            facts.timelines += end.timelines
            facts.serverUsage += end.serverUsage
            facts.schedules =
                number == 0 ? end.schedules : zip(facts.schedules, end.schedules).map(+)
        }
        facts.timelines.sort { ($0.started, $0.account) < ($1.started, $1.account) }
        facts.startedAt = startedAt
        facts.workers = workers
        facts.ranks = parts[0].reader.opening.ranks
        // Most that all had at once is known at the ends of intervals; a rank knows its own better.
        facts.onlinePeak = max(onlinePeak, ends.map(\.onlinePeak).max() ?? 0)
        facts.brokenRanks = brokenRanks
        return facts
    }

    private var brokenRanks: [String] {
        let count = parts[0].reader.opening.ranks
        return (0..<count).compactMap { rank in
            let name = "rank \(rank) of \(count)"
            guard let part = parts.first(where: { $0.reader.opening.rank == rank }) else {
                return "\(name) is missing"
            }
            if let fault = part.fault { return "\(name): \(fault)" }
            guard let ending = part.ending else { return "\(name) did not come to its end" }
            return ending.invalid.map { "\(name) is INVALID: \($0)" }
        }
    }
}
