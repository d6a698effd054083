import EventLoop
import LoadEngine
import Measurement
import Profile
import Report
import Units

/// Sees a run while it lasts: shows progress and streams intervals to the report's files.
final class RunProgress: RunObserver {
    private let display: ProgressDisplay
    private let files: ReportDirectory?
    private let clock = MonotonicClock()
    private var lastRegistrationLine = Instant.origin
    private var errors = 0
    private var warmup = Nanoseconds.zero

    /// - Parameter files: where intervals are written; nil when there is no report.
    init(display: ProgressDisplay, files: ReportDirectory?) {
        self.display = display
        self.files = files
    }

    func registering(_ progress: Provisioning, total: Int) {
        let done = progress.changed + progress.unchanged + progress.failed
        let now = clock.now
        guard now >= lastRegistrationLine + .seconds(1) || done == total else { return }
        lastRegistrationLine = now
        display.show("accounts: \(done) of \(total)")
    }

    func began(_ plan: RunPlan, startedAt: Int64) {
        warmup = plan.profile.warmup
        files?.begin(startedAt: startedAt, catalogue: plan.metrics.catalogue)
    }

    func interval(_ interval: MergedInterval, phase: RunPhase) {
        files?.write(interval)
        let row = interval.row
        errors += Int(row.errors)
        let seconds = max(row.length.inSeconds, 1e-3)
        display.show(
            ProgressLine(
                phase: name(of: phase, row), elapsed: row.start + row.length, online: row.online,
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
