package import Measurement
internal import Units

/// Who wants to see a run while it lasts: a progress line, files that are streamed.
///
/// All calls come on the thread that performs the run.
package protocol RunObserver: AnyObject {
    /// Accounts are being registered; `total` is how many there are.
    func registering(_ progress: Provisioning, total: Int)
    /// The clock goes.
    func began(_ plan: RunPlan, startedAt: Int64)
    /// A worker told about an interval.
    func snapshot(_ snapshot: IntervalSnapshot)
    /// All workers told about an interval.
    func interval(_ interval: MergedInterval, phase: RunPhase)
}

extension RunObserver {
    /// Most look at all workers together only.
    package func snapshot(_ snapshot: IntervalSnapshot) {}
}
