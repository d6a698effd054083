import EventLoop
import LoadEngine
import Measurement
import Profile
import Report
import Units
import Workload

/// Sees a run while it lasts: shows progress and streams intervals to the report's files; a rank
/// also tells the process that started it.
final class RunProgress: RunObserver {
    private let display: ProgressDisplay
    private let files: ReportDirectory?
    private let clock = MonotonicClock()
    private var lastRegistrationLine = Instant.origin
    private var errors = 0
    private let warmup: Nanoseconds
    private let isRank: Bool
    /// The view of a terminal; nil: a line for each interval.
    private let live: LiveDisplay?

    /// - Parameters:
    ///   - files: where intervals are written; nil when there is no report.
    ///   - live: on a terminal.
    ///   - isRank: whether this process was started as a rank.
    init(
        display: ProgressDisplay, files: ReportDirectory?, profile: Profile,
        live: LiveDisplay? = nil, isRank: Bool = false
    ) {
        self.live = live
        self.display = display
        self.files = files
        self.isRank = isRank
        warmup = profile.warmup
    }

    func registering(_ progress: Provisioning, total: Int) {
        registered(progress.changed + progress.unchanged + progress.failed, of: total)
    }

    /// So many accounts are as they should be.
    func registered(_ done: Int, of total: Int) {
        let now = clock.now
        guard now >= lastRegistrationLine + .seconds(1) || done == total else { return }
        lastRegistrationLine = now
        display.show("accounts: \(done) of \(total)")
        if isRank { RankChannel.send(.accounts(done: done, of: total)) }
    }

    func began(_ plan: RunPlan, startedAt: Int64) {
        files?.begin(startedAt: startedAt, catalogue: plan.metrics.catalogue)
        began(plan.metrics.catalogue)
        guard isRank else { return }
        let opening = RankRecord.opening(
            RankOpening(
                nonce: plan.nonce, rank: plan.rank.index, ranks: plan.rank.count,
                workers: plan.workers, startedAt: startedAt,
                profile: ResolvedProfile.yaml(plan.profile), environment: .ofThisTool)
        ).line
        files?.begin(rankLine: opening)
        RankChannel.send(line: opening)
    }

    /// The load begins.
    func began(_ catalogue: MetricCatalogue) {
        guard let live else { return }
        display.end()
        live.begin(catalogue)
    }

    func snapshot(_ snapshot: IntervalSnapshot) {
        if isRank { record(.interval(snapshot)) }
    }

    /// The last word on the run.
    func ended(_ result: RunResult) {
        if isRank { record(.ending(RankEnding(result))) }
    }

    private func record(_ record: RankRecord) {
        let line = record.line
        files?.write(rankLine: line)
        RankChannel.send(line: line)
    }

    func interval(_ interval: MergedInterval, phase: RunPhase) {
        files?.write(interval)
        let row = interval.row
        let phase = name(of: phase, row)
        if let live { return live.show(interval, phase: phase) }
        display.show(ProgressRecord(phase: phase, row: row))
        errors += Int(row.errors)
        let seconds = max(row.length.inSeconds, 1e-3)
        display.show(
            ProgressLine(
                phase: phase, elapsed: row.start + row.length, online: row.online,
                loginsPerSecond: Double(row.logins) / seconds,
                messagesPerSecond: Double(row.sent) / seconds, p50: row.responseP50,
                p99: row.responseP99, errors: errors, lag: row.lagP99
            ).text)
    }

    private func name(of phase: RunPhase, _ row: IntervalRow) -> String {
        switch phase {
        case .running: row.start < warmup ? "warm-up" : "run"
        case .draining: "drain"
        case .loggingOut, .finished: "logout"
        }
    }
}
