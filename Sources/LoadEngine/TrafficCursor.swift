internal import Profile
internal import Units
internal import Workload

/// One worker's way through the schedule of one traffic item.
struct TrafficCursor {
    let item: Int
    /// What each action does.
    let intent: Intent
    var schedule: PacedSchedule

    /// - Parameter duration: of the run.
    init(
        item: Int, _ traffic: Traffic, _ program: ScenarioProgram, seed: UInt64,
        share: ScheduleShare, duration: Nanoseconds
    ) {
        self.item = item
        intent = program.firstIntent
        var start: Instant?
        var delay = Nanoseconds.zero
        if case .after(let time) = traffic.start {
            start = .origin + time
            delay = time
        }
        schedule = PacedSchedule(
            traffic.load, seed: seed, stream: RandomPurpose.trafficSchedule.stream(group: item),
            share: share, start: start, lastsToEnd: delay + traffic.load.length >= duration)
    }
}
