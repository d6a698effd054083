package import Units

/// What a worker has done so far; the engine keeps it and hands a copy to each snapshot.
///
/// All values count from the start of the run but for `online`, which is the present number.
package struct WorkerActivity: Sendable, Equatable {
    package var sessionsStarted: UInt64 = 0
    package var sessionsFailed: UInt64 = 0
    /// Arrivals that found no free account.
    package var sessionsSkipped: UInt64 = 0
    /// Scenarios that the end of the run found unfinished.
    package var sessionsCut: UInt64 = 0
    package var online = 0
    /// Most sessions online at once.
    package var onlinePeak = 0
    /// Sessions that were bound.
    package var logins: UInt64 = 0
    package var bytesSent: UInt64 = 0
    package var bytesReceived: UInt64 = 0
    package var stanzasSent: UInt64 = 0
    package var stanzasReceived: UInt64 = 0
    /// Time that the loop was at work, not waiting for events.
    package var busy = Nanoseconds.zero
    /// Most bytes that waited at once for a peer to take them.
    package var sendQueuePeak: UInt64 = 0
    /// Connections that failed for want of a descriptor or port of this machine.
    package var resourceFailures: UInt64 = 0

    package init() {}
}

/// What one worker tells about one interval; the only thing that crosses to the merging thread.
package struct IntervalSnapshot: Sendable {
    package let worker: Int
    /// Number of the interval from the start of the run; equal for all workers.
    package let index: Int
    package let start: Instant
    package let end: Instant
    package let slices: [MetricSlice]
    /// Errors of this interval.
    package let errors: ErrorTable
    /// As of the end of the interval.
    package let activity: WorkerActivity
    /// As of the end of the interval.
    package let ledger: LedgerCounts
}
