/// What the server did wrong on purpose: the truth that a report is held against.
package struct InjectedFaults: Equatable, Sendable, CustomStringConvertible {
    /// Messages that were dropped.
    package var lost: UInt64 = 0
    /// Messages that were delivered twice.
    package var duplicated: UInt64 = 0
    /// Messages that were delivered after a later one of the same two sessions.
    package var reordered: UInt64 = 0
    /// Messages that were sent back with an error.
    package var bounced: UInt64 = 0
    /// Sessions that were cut.
    package var closed: UInt64 = 0
    /// Elements of clients that waited for the server.
    package var delayed: UInt64 = 0

    /// No fault.
    package init() {}

    /// Adds the counts of another worker.
    package mutating func add(_ other: Self) {
        lost += other.lost
        duplicated += other.duplicated
        reordered += other.reordered
        bounced += other.bounced
        closed += other.closed
        delayed += other.delayed
    }

    /// One line that scripts can read.
    package var description: String {
        "lost=\(lost) duplicated=\(duplicated) reordered=\(reordered) bounced=\(bounced) "
            + "closed=\(closed) delayed=\(delayed)"
    }
}
