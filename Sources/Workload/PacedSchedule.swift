package import Profile
package import Units

/// A schedule that goes on faster or slower from some instant on, as the user asks while it lasts.
///
/// From a change on, what is due so long after it in the schedule is due so much sooner or later: no
/// action is left out or comes twice. A load that lasts to the end of the run goes on at its last
/// rate when it is used up before that.
package struct PacedSchedule: Sendable {
    private var schedule: ArrivalSchedule
    private var upcoming: ScheduledArrival?
    /// When the next event is due; nil when there is none, or nobody knows when.
    ///
    /// Kept, since it is asked for far more often than it changes.
    package private(set) var nextDue: Instant?
    /// What the schedule is continued with; nil if it ends where it ends.
    private let continuation: Continuation?
    /// Index and instant at which the present piece of the schedule begins.
    private var base = (index: 0, due: Nanoseconds.zero)
    /// When the last change was made: as an instant of the run, and as a time of the schedule.
    private var anchor: (at: Instant, of: Nanoseconds)?
    private var pace = 1.0
    private var pieces = 0

    private struct Continuation: Sendable {
        let load: Arrival
        let seed: UInt64
        let stream: UInt64
        let share: ScheduleShare
        /// Events and time of the load itself.
        let count: Int
        let length: Nanoseconds
    }

    /// How long a piece is that continues a load.
    private static let pieceLength = Nanoseconds.seconds(3_600)

    /// - Parameters:
    ///   - start: the instant of the schedule's beginning; nil if it is not known yet.
    ///   - lastsToEnd: whether the load lasts to the end of the run.
    package init(
        _ load: Arrival, seed: UInt64, stream: UInt64, share: ScheduleShare, start: Instant?,
        lastsToEnd: Bool
    ) {
        schedule = ArrivalSchedule(load, seed: seed, stream: stream, share: share)
        anchor = start.map { ($0, .zero) }
        let last = load.stages.last?.to ?? Rate(perSecond: 0)
        if lastsToEnd, last.perSecond > 0 {
            let stage = LoadStage(from: last, to: last, duration: Self.pieceLength)
            continuation = Continuation(
                load: Arrival(stages: [stage], spacing: load.spacing), seed: seed,
                stream: stream, share: share, count: ArrivalSchedule.count(of: load),
                length: load.length)
        } else {
            continuation = nil
        }
        upcoming = schedule.next()
        findNextDue()
    }

    /// Whether its beginning is not known yet.
    package var isWaiting: Bool { anchor == nil }

    package mutating func begin(at start: Instant) {
        anchor = (start, .zero)
        findNextDue()
    }

    private mutating func findNextDue() {
        guard let upcoming, let anchor, pace > 0 else { return nextDue = nil }
        let rest = base.due + upcoming.due - anchor.of
        // Without a change there is nothing to round.
        nextDue =
            anchor.at
            + (pace == 1 ? rest : Nanoseconds(Int64((Double(rest.rawValue) / pace).rounded(.up))))
    }

    /// Takes the next event if it is due at `now`.
    package mutating func take(dueAt now: Instant) -> (index: Int, due: Instant)? {
        guard let due = nextDue, due <= now, let taken = upcoming else { return nil }
        let index = base.index + taken.index
        advance()
        return (index, due)
    }

    /// Takes every event that is left, when the schedule will never begin.
    ///
    /// - Returns: how many they were.
    package mutating func giveUp() -> Int {
        var count = 0
        while upcoming != nil {
            upcoming = schedule.next()
            count += 1
        }
        nextDue = nil
        return count
    }

    /// Goes on so many times as fast as the profile asks; 0 stops it.
    ///
    /// To be called when all that is due at `now` has been taken.
    package mutating func setPace(_ next: Double, at now: Instant) {
        guard next != pace else { return }
        if let last = anchor, now > last.at {
            let passed = Double((now - last.at).rawValue) * pace
            anchor = (now, last.of + Nanoseconds(Int64(passed.rounded(.down))))
        }
        pace = next
        findNextDue()
    }

    private mutating func advance() {
        upcoming = schedule.next()
        defer { findNextDue() }
        guard upcoming == nil, pace > 1 || pieces > 0, let continuation else { return }
        if pieces == 0 {
            base = (continuation.count, continuation.length)
        } else {
            base.index += ArrivalSchedule.count(of: continuation.load)
            base.due = base.due + Self.pieceLength
        }
        pieces += 1
        // Another stream, so that the gaps are not those of the beginning once more.
        schedule = ArrivalSchedule(
            continuation.load, seed: continuation.seed,
            stream: continuation.stream ^ UInt64(pieces) << 48, share: continuation.share)
        upcoming = schedule.next()
    }
}
