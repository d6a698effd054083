package import Units

/// Decides when a run moves from one phase to the next; a value, driven from outside some hundred
/// times a second, by a real run and by a simulated one alike.
package struct RunDirector: Sendable {
    /// Why a run did not last for its whole duration.
    package enum EarlyEnd: Equatable, Sendable {
        /// Asked for by a signal; the run drained and logged out, as far as it had not yet.
        case interrupted
        /// Asked for twice; everything was dropped.
        case killed
        /// A threshold that was to hold while the run lasts failed; what is under way has its time.
        case aborted
        /// No server ever opened a stream and secured it as the profile asks.
        case unreachable
    }

    /// What the director sees of the workers.
    package struct Observation: Sendable {
        package var inFlight: Int64
        package var openConnections: Int64
        package var streamsOpened: Int64
        package var unreachable: Int64
        /// The ticks of the worker that has done the fewest.
        package var ticks: Int64
        /// How often the user asked to stop.
        package var interruptions: Int
        /// Whether a threshold failed that ends the run.
        package var isAborted: Bool

        package init(_ gauges: WorkerGauges, interruptions: Int, isAborted: Bool = false) {
            inFlight = gauges.sum(.inFlight)
            openConnections = gauges.sum(.openConnections)
            streamsOpened = gauges.sum(.streamsOpened)
            unreachable = gauges.sum(.unreachable)
            ticks = gauges.minimum(.ticks)
            self.interruptions = interruptions
            self.isAborted = isAborted
        }
    }

    /// Connections that have to fail, with none succeeding, before a target counts as unreachable.
    package static let unreachableAfterConnections: Int64 = 10
    /// Or this long with nothing but failures.
    package static let unreachableAfter = Nanoseconds.seconds(3)
    /// What logging out may take beyond the time that each session waits for its server's end.
    package static let logoutGrace = Nanoseconds.seconds(5)
    /// Ticks that a worker needs to show what is in flight after a change of phase.
    private static let settlingTicks: Int64 = 3

    package private(set) var phase = RunPhase.running
    package private(set) var earlyEnd: EarlyEnd?
    /// Whether the user's word came before logging out: then what is under way stays pending.
    package private(set) var isCutShort = false
    /// When draining began; the end of what is measured.
    package private(set) var drainStart: Instant?

    private let duration: Nanoseconds
    private let drain: Nanoseconds
    private let logoutLimit: Nanoseconds
    private var phaseStart = Instant.origin
    private var ticksAtStart: Int64 = 0

    /// - Parameter close: what a session waits for the end of its stream.
    package init(duration: Nanoseconds, drain: Nanoseconds, close: Nanoseconds) {
        self.duration = duration
        self.drain = drain
        logoutLimit = Self.logoutLimit(close: close)
    }

    /// How long logging out may take at the most, where each session waits `close` for its end.
    static func logoutLimit(close: Nanoseconds) -> Nanoseconds { close + logoutGrace }

    /// Looks at the workers and moves on if it is time; returns the phase.
    package mutating func step(at now: Instant, _ seen: Observation) -> RunPhase {
        obey(seen, now)
        switch phase {
        case .running:
            if isUnreachable(now, seen) {
                earlyEnd = .unreachable
                enter(.finished, now, seen)
            } else if seen.isAborted {
                earlyEnd = .aborted
                enter(.draining, now, seen)
            } else if now >= .origin + duration {
                enter(.draining, now, seen)
            }
        case .draining:
            let isQuiet = seen.inFlight == 0 && seen.ticks >= ticksAtStart + Self.settlingTicks
            if isQuiet || now >= phaseStart + drain { enter(.loggingOut, now, seen) }
        case .loggingOut:
            let isEmpty =
                seen.openConnections == 0 && seen.ticks >= ticksAtStart + Self.settlingTicks
            if isEmpty || now >= phaseStart + logoutLimit { enter(.finished, now, seen) }
        case .finished:
            break
        }
        return phase
    }

    /// Does what the user asked for since the last look.
    private mutating func obey(_ seen: Observation, _ now: Instant) {
        guard seen.interruptions > 0, phase < .finished else { return }
        if phase < .loggingOut { isCutShort = true }
        if seen.interruptions >= 2 {
            earlyEnd = .killed
            enter(.finished, now, seen)
        } else if earlyEnd == nil || earlyEnd == .aborted {
            earlyEnd = .interrupted
            if phase == .running { enter(.draining, now, seen) }
        }
    }

    private func isUnreachable(_ now: Instant, _ seen: Observation) -> Bool {
        guard seen.streamsOpened == 0, seen.unreachable > 0 else { return false }
        return seen.unreachable >= Self.unreachableAfterConnections
            || now >= .origin + Self.unreachableAfter
    }

    private mutating func enter(_ next: RunPhase, _ now: Instant, _ seen: Observation) {
        if phase == .running { drainStart = now }
        phase = next
        phaseStart = now
        ticksAtStart = seen.ticks
    }
}
