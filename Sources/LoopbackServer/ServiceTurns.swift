import Profile
import Synchronization
import Units

/// One turn after the other: what makes a server with a capped rate a queue, for all its workers.
package final class ServiceTurns: Sendable {
    private let free = Atomic<Int64>(.min)

    /// Nobody has had a turn yet.
    package init() {}

    /// Takes the next turn, which begins outside the freeze; returns its end. Can be called from
    /// any thread.
    package func take(
        notBefore instant: Instant, for length: Nanoseconds, freeze: Recurrence?
    ) -> Instant {
        var known = free.load(ordering: .relaxed)
        while true {
            let earliest = max(Instant(nanoseconds: known), instant)
            let end = (freeze?.end(around: earliest) ?? earliest) + length
            let (isDone, current) = free.weakCompareExchange(
                expected: known, desired: end.nanoseconds, ordering: .relaxed)
            if isDone { return end }
            known = current
        }
    }
}
