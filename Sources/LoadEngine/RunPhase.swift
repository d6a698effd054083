/// Where a run stands once its clock goes; phases only move forward.
package enum RunPhase: Int, Comparable, Sendable {
    /// Arrivals, traffic and steps happen; begins at the run's origin.
    case running = 0
    /// Nothing new starts; what is in flight is waited for.
    case draining
    /// Sessions say goodbye.
    case loggingOut
    /// All is over; workers stop.
    case finished

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
