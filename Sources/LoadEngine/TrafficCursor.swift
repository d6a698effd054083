internal import Profile
internal import Units
internal import Workload

/// One worker's way through the schedule of one traffic item.
struct TrafficCursor {
    let item: Int
    /// What each action does.
    let intent: Intent
    private var schedule: ArrivalSchedule
    private var next: ScheduledArrival?
    /// When the schedule begins; nil while it waits for all sessions.
    private var start: Instant?

    init(
        item: Int, _ traffic: Traffic, _ program: ScenarioProgram, seed: UInt64,
        share: ScheduleShare
    ) {
        self.item = item
        intent = program.firstIntent
        schedule = ArrivalSchedule(
            traffic.load, seed: seed, stream: RandomPurpose.trafficSchedule.stream(group: item),
            share: share)
        next = schedule.next()
        if case .after(let time) = traffic.start { start = .origin + time }
    }

    var isWaiting: Bool { start == nil }

    /// When the next action is due; nil when there is none or it is not known yet.
    var nextDue: Instant? {
        guard let start, let next else { return nil }
        return start + next.due
    }

    /// Takes every action that is left, when `begin` will never come.
    ///
    /// - Returns: how many they were.
    mutating func giveUp() -> Int {
        var count = 0
        while next != nil {
            next = schedule.next()
            count += 1
        }
        return count
    }

    mutating func begin(at start: Instant) { self.start = start }

    /// Takes the next action if it is due at `now`.
    mutating func take(dueAt now: Instant) -> (action: Int, due: Instant)? {
        guard let due = nextDue, due <= now, let taken = next else { return nil }
        next = schedule.next()
        return (taken.index, due)
    }
}
