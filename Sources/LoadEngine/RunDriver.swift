internal import EventLoop
internal import Measurement
internal import Profile
internal import Units
internal import Workload

/// The part of a run that is the same in real and in simulated time: the director is asked, and
/// snapshots become totals and intervals.
struct RunDriver {
    let shared: RunShared
    private(set) var director: RunDirector
    private var totals: RunTotals
    private weak var observer: (any RunObserver)?
    private var setting = LoadSetting()
    /// What the user changed, and when.
    private var changes: [String] = []
    /// More than these are not kept apart.
    private static let mostChanges = 100

    init(_ shared: RunShared, observer: (any RunObserver)?) {
        let profile = shared.plan.profile
        self.shared = shared
        self.observer = observer
        director = RunDirector(
            duration: profile.duration, drain: profile.drain, close: profile.timeouts.close)
        totals = RunTotals(
            profile: profile, catalogue: shared.plan.metrics.catalogue,
            workers: shared.plan.workers)
    }

    /// Whether the load lasts.
    var isRunning: Bool { director.phase == .running }
    /// Whether the workers have been told to stop.
    var isFinished: Bool { director.phase == .finished }

    /// Looks at the workers at `now`; says whether the phase changed.
    mutating func step(at now: Instant) -> Bool {
        let before = director.phase
        let seen = RunDirector.Observation(
            shared.gauges, interruptions: shared.interruptions, isAborted: abortedBy != nil)
        let phase = director.step(at: now, seen)
        if director.isCutShort { shared.cutShort() }
        if phase != .running, before == .running { totals.endMeasuring(at: now) }
        shared.phase = phase
        if before == .running { noteChange(at: now) }
        collect()
        return phase != before
    }

    /// Whether the last thing known of the target is that a session lost it, so that it has to be
    /// asked (`TargetCheck`).
    var isTargetInDoubt: Bool {
        director.earlyEnd != .killed && director.earlyEnd != .unreachable
            && shared.gauges.maximum(.lastConnectionFailure) > shared.gauges.maximum(.lastReceived)
    }

    private mutating func noteChange(at now: Instant) {
        let next = shared.setting
        guard next != setting else { return }
        var words: [String] = []
        if next.pace != setting.pace { words.append("rates × \(next.pace.threeDigits)") }
        if next.isPaused != setting.isPaused {
            words.append(next.isPaused ? "no new sessions" : "new sessions again")
        }
        setting = next
        guard changes.count < Self.mostChanges else { return }
        changes.append("\((now - .origin).onClock) \(words.joined(separator: ", "))")
    }

    /// The threshold by which the run is to end; of ranks only who sees them all can tell.
    private var abortedBy: String? {
        shared.abortedBy ?? (shared.plan.rank.count == 1 ? totals.abortedBy : nil)
    }

    private mutating func collect() {
        for snapshot in shared.takeSnapshots() {
            observer?.snapshot(snapshot)
            if let interval = totals.add(snapshot) {
                observer?.interval(interval, phase: director.phase)
            }
        }
    }

    /// The result, once every worker is done.
    mutating func complete(at end: Instant, facts: RunFacts) -> RunCompletion {
        var facts = facts
        facts.loadChanges = changes
        if director.earlyEnd == .aborted { facts.abortedBy = abortedBy }
        collect()
        for interval in totals.flush() {
            observer?.interval(interval, phase: director.phase)
        }
        return RunCompletion(
            shared, &totals,
            RunCompletion.Circumstances(director: director, end: end, facts: facts))
    }
}
