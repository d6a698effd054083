internal import Glibc
package import Profile
public import Units

/// One event of an open schedule.
public struct ScheduledArrival: Hashable, Sendable, BitwiseCopyable {
    /// Counted from 0 over the whole schedule, whoever executes it.
    public var index: Int
    /// Since the start of the schedule.
    public var due: Nanoseconds
}

/// The instants of an open load, in order: a pure function of load and seed.
///
/// Each event has a place on the axis of the integrated rate, where a load of any shape has one
/// event per unit; its instant is that place carried back through the inverse of the integral.
/// The union of all shares is the whole schedule. Bounds: memory does not depend on length.
public struct ArrivalSchedule: Sequence, IteratorProtocol, Sendable {
    private let load: Arrival
    private let share: ScheduleShare
    private var random: SeededRandom
    private var nextIndex = 0
    private var stage = 0
    /// The schedule's time at which `stage` begins.
    private var stageStart = Nanoseconds.zero
    /// The integrated rate of all earlier stages.
    private var stageBase = 0.0
    private var previousDue = Nanoseconds.zero
    /// Poisson: the place of the next event within the stage; may lie beyond it.
    private var place = 0.0
    private var chunk = Chunk()
    /// Events that were worked out already. Many at once: the code and the tables of the logarithm
    /// would else be fetched into the cache anew for each, a good part of what an event costs.
    private var ahead = InlineArray<16, ScheduledArrival>(
        repeating: ScheduledArrival(index: 0, due: .zero))
    /// The first of them that was not given out, and how many there are.
    private var taken = 0
    private var known = 0

    /// A piece of a stage with an exact count, for `shuffled`.
    private struct Chunk {
        /// Chunks begun in this stage.
        var number = 0
        var remaining = 0
        var lower = 0.0
        var upper = 0.0
        /// 1 minus the last order statistic, the share of the chunk that is not yet used.
        var rest = 1.0
        /// How many chunks the stage has; nil until its first event.
        var chunks: Int?
    }

    /// Fewer events per chunk would show as a grid in the gaps.
    private static let minimumChunkCount = 16.0

    package init(
        _ load: Arrival, seed: UInt64, stream: UInt64, share: ScheduleShare = .whole
    ) {
        self.load = load
        self.share = share
        random = SeededRandom(seed: seed, stream: stream)
        if load.spacing == .poisson { place = random.exponential() }
    }

    /// The next event of this share; nil after the last stage.
    public mutating func next() -> ScheduledArrival? {
        if taken == known { lookAhead() }
        guard taken < known else { return nil }
        defer { taken += 1 }
        return ahead[taken]
    }

    private mutating func lookAhead() {
        (taken, known) = (0, 0)
        while known < ahead.count, let arrival = nextOfWhole() {
            guard share.contains(arrival.index) else { continue }
            ahead[known] = arrival
            known += 1
        }
    }

    private mutating func nextOfWhole() -> ScheduledArrival? {
        while stage < load.stages.count {
            let current = load.stages[stage]
            let found =
                switch load.spacing {
                case .even: nextEvenPlace(in: current)
                case .poisson: nextPoissonPlace(in: current)
                case .shuffled: nextShuffledPlace(in: current)
                }
            if let found { return arrival(at: found, in: current) }
            stageStart = stageStart + current.duration
            stageBase += current.count
            stage += 1
            chunk = Chunk()
        }
        return nil
    }

    private mutating func arrival(at place: Double, in current: LoadStage) -> ScheduledArrival {
        let offset = Nanoseconds.seconds(current.time(at: place))
        let last = stageStart + current.duration - Nanoseconds(1)
        let due = Swift.max(previousDue, Swift.min(stageStart + offset, last))
        previousDue = due
        defer { nextIndex += 1 }
        return ScheduledArrival(index: nextIndex, due: due)
    }

    /// Halves of units, so that a load of 7.6 events has 8 and one of 7.4 has 7.
    private func nextEvenPlace(in current: LoadStage) -> Double? {
        let place = Double(nextIndex) + 0.5 - stageBase
        // One on the border of two stages belongs to the later one.
        let isLast = stage == load.stages.count - 1
        let end = current.count + (isLast ? Self.tolerance : -Self.tolerance)
        return place < end ? Swift.max(0, place) : nil
    }

    private mutating func nextPoissonPlace(in current: LoadStage) -> Double? {
        guard place < current.count else {
            place -= current.count
            return nil
        }
        defer { place += random.exponential() }
        return place
    }

    /// Uniform order statistics, one after the other, in chunks of about a second.
    private mutating func nextShuffledPlace(in current: LoadStage) -> Double? {
        let chunks = chunk.chunks ?? Self.chunkCount(of: current)
        chunk.chunks = chunks
        while chunk.remaining == 0 {
            guard chunk.number < chunks else { return nil }
            let width = current.count / Double(chunks)
            chunk.lower = width * Double(chunk.number)
            chunk.number += 1
            chunk.upper = chunk.number == chunks ? current.count : width * Double(chunk.number)
            let before = Self.wholeEvents(stageBase + chunk.lower)
            chunk.remaining = Self.wholeEvents(stageBase + chunk.upper) - before
            chunk.rest = 1
        }
        // The smallest of n uniform numbers on what is left of the chunk.
        chunk.rest *= exp(-random.exponential() / Double(chunk.remaining))
        chunk.remaining -= 1
        return chunk.lower + (chunk.upper - chunk.lower) * (1 - chunk.rest)
    }

    private static func chunkCount(of current: LoadStage) -> Int {
        let bySeconds = current.duration.inSeconds.rounded(.up)
        let byCount = (current.count / minimumChunkCount).rounded(.down)
        return Swift.max(1, Int(Swift.min(bySeconds, byCount)))
    }

    /// Absorbs what sums of decimal fractions lose.
    private static let tolerance = 1e-6

    private static func wholeEvents(_ integral: Double) -> Int {
        Int((integral + 0.5 + tolerance).rounded(.down))
    }

    /// The count of a whole schedule: exact for `even` and `shuffled`, else the expectation.
    package static func count(of load: Arrival) -> Int {
        wholeEvents(load.stages.reduce(0) { $0 + $1.count })
    }
}

extension LoadStage {
    /// Seconds from the stage's start to where its integrated rate has this value.
    func time(at integral: Double) -> Double {
        guard integral > 0 else { return 0 }
        let start = from.perSecond
        let slope = (to.perSecond - start) / duration.inSeconds
        // The form of the root that loses nothing when start or slope is near zero.
        let root = max(0, start * start + 2 * slope * integral).squareRoot()
        return min(2 * integral / (start + root), duration.inSeconds)
    }
}
