import Profile
import Testing
import Units
import Workload

@Suite struct PacedScheduleTests {
    private static let start = Instant.origin + .seconds(Int64(5))

    private func load(_ rate: Double, seconds: Int64, spacing: Spacing = .even) -> Arrival {
        let rate = Rate(perSecond: rate)
        return Arrival(
            stages: [LoadStage(from: rate, to: rate, duration: .seconds(seconds))],
            spacing: spacing)
    }

    private func paced(
        _ load: Arrival, share: ScheduleShare = .whole, lastsToEnd: Bool = true
    ) -> PacedSchedule {
        PacedSchedule(
            load, seed: 7, stream: 3, share: share, start: Self.start, lastsToEnd: lastsToEnd)
    }

    private func at(_ seconds: Double) -> Instant { Self.start + .seconds(seconds) }

    private func take(_ schedule: inout PacedSchedule, until end: Instant) -> [(Int, Instant)] {
        var taken: [(Int, Instant)] = []
        while let (index, due) = schedule.take(dueAt: end) { taken.append((index, due)) }
        return taken
    }

    @Test(arguments: Spacing.allCases)
    func `without a change it is the schedule itself`(spacing: Spacing) {
        let load = load(40, seconds: 10, spacing: spacing)
        var paced = paced(load)
        let taken = take(&paced, until: .distantFuture)
        let plain = Array(ArrivalSchedule(load, seed: 7, stream: 3))
        #expect(taken.map(\.0) == plain.map(\.index))
        #expect(taken.map(\.1) == plain.map { Self.start + $0.due })
    }

    @Test func `from a change on it is faster, and no event is left out or comes twice`() {
        var schedule = paced(load(100, seconds: 10))
        let before = take(&schedule, until: at(4))
        #expect(before.count == 400)
        schedule.setPace(1.1, at: at(4))
        let faster = take(&schedule, until: at(6))
        #expect(faster.count == 220)
        #expect(faster.allSatisfy { $0.1 > at(4) && $0.1 <= at(6) })
        schedule.setPace(0.5, at: at(6))
        let slower = take(&schedule, until: at(8))
        #expect(slower.count == 100)
        let indices = (before + faster + slower).map(\.0)
        #expect(indices == Array(0..<720))
    }

    @Test func `paused it has nothing due, and goes on where it was`() {
        var schedule = paced(load(10, seconds: 10))
        _ = take(&schedule, until: at(2))
        schedule.setPace(0, at: at(2))
        #expect(schedule.nextDue == nil)
        #expect(take(&schedule, until: at(7)).isEmpty)
        schedule.setPace(1, at: at(7))
        #expect(schedule.nextDue == at(7.05))
        #expect(take(&schedule, until: .distantFuture).map(\.0) == Array(20..<100))
    }

    @Test func `a load that lasts to the end does not end sooner for being faster`() {
        var schedule = paced(load(100, seconds: 10))
        schedule.setPace(2, at: at(0))
        let taken = take(&schedule, until: at(10))
        #expect(taken.count == 2_000)
        #expect(taken.map(\.0) == Array(0..<2_000))
        var ending = paced(load(100, seconds: 10), lastsToEnd: false)
        ending.setPace(2, at: at(0))
        #expect(take(&ending, until: at(10)).count == 1_000)
    }

    @Test func `the shares of workers are the whole at every pace`() {
        var indices: [Int] = []
        for worker in 0..<3 {
            var schedule = paced(
                load(50, seconds: 4, spacing: .shuffled),
                share: ScheduleShare(worker: worker, of: 3))
            indices += take(&schedule, until: at(1)).map(\.0)
            schedule.setPace(1.5, at: at(1))
            // Two seconds beyond the end of the load, which is used up at 3 s.
            indices += take(&schedule, until: at(5)).map(\.0)
        }
        #expect(indices.sorted() == Array(0..<350))
    }

    @Test func `one that waits begins when it is told, at the pace of then`() {
        var schedule = PacedSchedule(
            load(10, seconds: 4), seed: 1, stream: 1, share: .whole, start: nil, lastsToEnd: true)
        #expect(schedule.isWaiting)
        schedule.setPace(2, at: at(0))
        #expect(schedule.nextDue == nil)
        schedule.begin(at: at(3))
        #expect(schedule.nextDue == at(3.025))
    }
}
