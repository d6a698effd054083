internal import EventLoop
package import Measurement
internal import Profile
internal import Units
package import XMPP

/// A run that is over: what was measured, and how it ended.
package struct RunCompletion: Sendable {
    package var result: RunResult
    /// Why it did not last for its whole duration; nil when it did.
    package var earlyEnd: RunDirector.EarlyEnd?
    /// Whether the user ended it, if only while sessions logged out.
    package var isInterrupted: Bool { earlyEnd == .interrupted || earlyEnd == .killed }
    /// Whether any session ever came online.
    package var everOnline: Bool
    /// Why the first session that could not reach the server could not.
    package var firstUnreachable: StreamFailure?
    /// How many could not.
    package var unreachableCount: Int

    /// What is known besides the workers' snapshots when the last worker is done.
    struct Circumstances {
        var director: RunDirector
        var end: Instant
        var facts: RunFacts
    }

    init(_ shared: RunShared, _ totals: inout RunTotals, _ circumstances: Circumstances) {
        let plan = shared.plan
        let gauges = shared.gauges
        let director = circumstances.director
        let measuredEnd = director.drainStart ?? circumstances.end
        var facts = circumstances.facts
        facts.seed = plan.seed
        facts.workers = plan.workers
        facts.duration = circumstances.end - .origin
        facts.measured = max(.zero, measuredEnd - (.origin + plan.profile.warmup))
        facts.onlinePeak = shared.directory.peak
        facts.schedules = shared.scheduleFacts
        facts.timelines = shared.timelines
        facts.isInterrupted = director.isCutShort
        if director.earlyEnd == .unreachable { facts.isTargetDead = true }
        facts.server = shared.serverVersion
        result = totals.result(facts)
        earlyEnd = director.earlyEnd
        everOnline = gauges.sum(.everOnline) > 0
        firstUnreachable = shared.firstUnreachable
        unreachableCount = Int(gauges.sum(.unreachable))
    }
}
