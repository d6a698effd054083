import Profile
import Testing
import Units

@testable import Workload

@Suite struct ArrivalScheduleTests {
    private static let ramp = [stage(0, 200, 5), stage(200, 200, 15)]
    private static let shapes: [[LoadStage]] = [
        [stage(25, 25, 30)], ramp, [stage(100, 0, 10)], [stage(0, 0, 3), stage(50, 50, 2)],
        [stage(0.3, 0.3, 60)], [stage(1, 3, 7), stage(0, 0, 5), stage(3, 1_000, 1)],
        [stage(7.3, 7.3, 1)],
    ]

    private func schedule(
        _ stages: [LoadStage], _ spacing: Spacing, seed: UInt64 = 1,
        share: ScheduleShare = .whole
    ) -> [ScheduledArrival] {
        Array(
            ArrivalSchedule(
                Arrival(stages: stages, spacing: spacing), seed: seed, stream: 1, share: share))
    }

    /// Events asked for from the start to a time, from the rates alone.
    private func asked(_ stages: [LoadStage], upTo seconds: Double) -> Double {
        var left = seconds
        var sum = 0.0
        for stage in stages {
            let length = stage.duration.inSeconds
            let part = min(left, length)
            let (from, to) = (stage.from.perSecond, stage.to.perSecond)
            sum += from * part + (to - from) / length * part * part / 2
            left -= part
            if left <= 0 { break }
        }
        return sum
    }

    @Test(arguments: shapes, [Spacing.even, .shuffled])
    func `even and shuffled schedules have the exact count`(
        stages: [LoadStage], spacing: Spacing
    ) {
        let arrivals = schedule(stages, spacing)
        let length = stages.reduce(0) { $0 + $1.duration.inSeconds }
        #expect(arrivals.count == Int(asked(stages, upTo: length).rounded()))
        let load = Arrival(stages: stages, spacing: spacing)
        #expect(ArrivalSchedule.count(of: load) == arrivals.count)
    }

    @Test(arguments: shapes, Spacing.allCases)
    func `indices count up, instants never go back and end within the stages`(
        stages: [LoadStage], spacing: Spacing
    ) {
        let arrivals = schedule(stages, spacing)
        let length = stages.reduce(Nanoseconds.zero) { $0 + $1.duration }
        #expect(arrivals.map(\.index) == Array(0..<arrivals.count))
        #expect(zip(arrivals, arrivals.dropFirst()).allSatisfy { $0.due <= $1.due })
        #expect(arrivals.allSatisfy { $0.due >= .zero && $0.due < length })
    }

    @Test(arguments: shapes, Spacing.allCases)
    func `the shares of any number of workers are the whole`(
        stages: [LoadStage], spacing: Spacing
    ) {
        let whole = schedule(stages, spacing)
        for count in [2, 3, 7] {
            var parts: [ScheduledArrival] = []
            for index in 0..<count {
                let share = ScheduleShare(worker: index, of: count)
                let part = schedule(stages, spacing, share: share)
                #expect(part.allSatisfy { $0.index % count == index })
                parts += part
            }
            #expect(parts.sorted { $0.index < $1.index } == whole)
        }
    }

    @Test(arguments: Spacing.allCases)
    func `a seed fixes the schedule`(spacing: Spacing) {
        #expect(schedule(Self.ramp, spacing) == schedule(Self.ramp, spacing))
        let other = schedule(Self.ramp, spacing, seed: 2)
        #expect((schedule(Self.ramp, spacing) == other) == (spacing == .even))
    }

    @Test func `even spacing is even, half a gap from either end`() {
        let dues = schedule([stage(10, 10, 1)], .even).map(\.due)
        #expect(dues == (0..<10).map { Nanoseconds.milliseconds(50 + 100 * Int64($0)) })
    }

    @Test(arguments: shapes) func `even spacing follows the integrated rate of any shape`(
        stages: [LoadStage]
    ) {
        for arrival in schedule(stages, .even) {
            let place = asked(stages, upTo: arrival.due.inSeconds)
            #expect(abs(place - Double(arrival.index) - 0.5) < 1e-4)
        }
    }

    @Test func `a stage goes on where the one before ended`() {
        // 0.5 events in each of four stages: two in all, none lost at the borders.
        let stages = Array(repeating: stage(1, 1, 0.5), count: 4)
        #expect(schedule(stages, .even).map(\.due) == [.milliseconds(500), .milliseconds(1_500)])
        #expect(schedule(stages, .shuffled).count == 2)
    }

    @Test func `shuffled load has its exact count in every second`() {
        let dues = schedule([stage(40, 40, 60)], .shuffled).map(\.due)
        var counts = [Int](repeating: 0, count: 60)
        for due in dues { counts[Int(due.rawValue / 1_000_000_000)] += 1 }
        #expect(counts == Array(repeating: 40, count: 60))
    }

    @Test func `shuffled load follows a ramp`() {
        let dues = schedule(Self.ramp, .shuffled).map(\.due)
        for seconds in 1...20 {
            let seen = dues.filter { $0 < .seconds(Int64(seconds)) }.count
            // One chunk of the ramp is the most that it can be off.
            #expect(abs(Double(seen) - asked(Self.ramp, upTo: Double(seconds))) < 100)
        }
        #expect(dues.filter { $0 < .seconds(5) }.count == 500)
    }

    @Test func `gaps of shuffled and Poisson load are exponential`() {
        for spacing in [Spacing.shuffled, .poisson] {
            let dues = schedule([stage(200, 200, 500)], spacing).map(\.due)
            let gaps = zip(dues.dropFirst(), dues).map { ($0 - $1).inSeconds * 200 }
            // Ten classes of the same probability.
            var counts = [Int](repeating: 0, count: 10)
            for gap in gaps {
                let share = 1 - exponentialTail(gap)
                counts[min(9, Int(share * 10))] += 1
            }
            let expected = Array(repeating: Double(gaps.count) / 10, count: 10)
            let (value, _) = chiSquare(counts, expected)
            // Bound counts shorten the gaps a little: 200 per chunk, within half a percent.
            #expect(value < 150, "\(spacing): \(counts)")
        }
    }

    @Test func `Poisson counts vary as Poisson counts do`() {
        var counts: [Double] = []
        for seed in 0..<400 {
            counts.append(Double(schedule([stage(50, 50, 2)], .poisson, seed: UInt64(seed)).count))
        }
        let mean = counts.reduce(0, +) / 400
        let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 399
        #expect(abs(mean - 100) < 2.5)
        #expect(abs(variance - 100) < 36)
    }

    @Test func `a day of load needs no memory and keeps its count`() {
        let load = Arrival(stages: [stage(20, 20, 86_400)], spacing: .shuffled)
        var count = 0
        var last = Nanoseconds.zero
        for arrival in ArrivalSchedule(load, seed: 1, stream: 1) {
            count += 1
            last = arrival.due
        }
        #expect(count == 1_728_000)
        #expect(last > .seconds(86_398))
        #expect(MemoryLayout<ArrivalSchedule>.size < 512)
    }

    /// e to the power of -x, by its series, apart from the library under test.
    private func exponentialTail(_ x: Double) -> Double {
        var term = 1.0
        var sum = 1.0
        for n in 1..<200 {
            term *= x / Double(n)
            sum += term
        }
        return 1 / sum
    }
}
