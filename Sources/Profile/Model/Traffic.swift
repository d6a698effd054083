package import Units

/// A schedule of actions over all sessions that are online, apart from their scenarios.
package struct Traffic: Sendable {
    package var name: String
    /// A message, presence, ping, roster or raw step.
    package var action: Step
    package var start: Start
    package var load: Arrival
    package var position: SourcePosition

    /// When the schedule's own clock begins.
    package enum Start: Hashable, Sendable {
        /// So long after the first arrival.
        case after(Nanoseconds)
        /// Once every session of the load is online.
        case allOnline
    }
}
