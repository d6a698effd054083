/// How far the actions of one metric came.
package struct MetricCounts: Sendable, Equatable, Codable {
    /// Actions begun.
    package var started: UInt64 = 0
    /// Actions that did what they were to do; each has a response and a service time.
    package var done: UInt64 = 0
    /// Actions that end with being sent (directed presence): no response is due.
    package var sentOnly: UInt64 = 0
    /// Actions that were answered with an error, or whose session broke.
    package var failed: UInt64 = 0
    /// Actions that were given up.
    package var timedOut: UInt64 = 0
    /// Actions that nobody could finish any more, by no fault of the server: the addressee left.
    package var withdrawn: UInt64 = 0
    /// Actions that were due but never begun.
    package var skipped: UInt64 = 0

    package init() {}

    /// Failed and timed out.
    package var errors: UInt64 { failed + timedOut }

    /// Came to an end, whichever.
    package var ended: UInt64 { done + sentOnly + failed + timedOut + withdrawn }

    /// Lost, timed out or skipped, or still under way: what no percentile has seen.
    ///
    /// An action that failed at once is an error, not an endless wait, and is not among them.
    package var unfinished: UInt64 {
        let ended = done + sentOnly + failed + withdrawn
        return (started > ended ? started - ended : 0) + skipped
    }

    /// Adds count by count.
    package static func += (a: inout Self, b: Self) {
        a.started += b.started
        a.done += b.done
        a.sentOnly += b.sentOnly
        a.failed += b.failed
        a.timedOut += b.timedOut
        a.withdrawn += b.withdrawn
        a.skipped += b.skipped
    }
}

/// What one worker saw of one metric during one interval.
package struct MetricSlice: Sendable, Equatable, Codable {
    /// The metric that it is of.
    package let metric: MetricID
    /// Whether the actions were due within the measured part of the run.
    package let isMeasured: Bool
    /// What happened to actions in the interval.
    package var counts: MetricCounts
    /// From due to done.
    package var response: SparseHistogram
    /// From sent to done.
    package var service: SparseHistogram
    /// From due to sent.
    package var lag: SparseHistogram

    /// Adds another slice of the same interval; it keeps this one's metric.
    mutating func add(_ other: MetricSlice) {
        counts += other.counts
        response.add(other.response)
        service.add(other.service)
        lag.add(other.lag)
    }
}
