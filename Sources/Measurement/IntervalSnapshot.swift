package import Units

/// What a worker has done so far; the engine keeps it and hands a copy to each snapshot.
///
/// All values count from the start of the run but for `online`, which is the present number, and
/// `toldAt`.
package struct WorkerActivity: Sendable, Equatable, Codable {
    /// Arrivals that got an account.
    package var sessionsStarted: UInt64 = 0
    /// Sessions that ended by an error.
    package var sessionsFailed: UInt64 = 0
    /// Arrivals that found no free account.
    package var sessionsSkipped: UInt64 = 0
    /// Scenarios that the end of the run found unfinished.
    package var sessionsCut: UInt64 = 0
    /// Sessions that are bound now.
    package var online = 0
    /// Sessions that were bound.
    package var logins: UInt64 = 0
    /// Bytes given to the system, after encryption.
    package var bytesSent: UInt64 = 0
    /// Bytes taken from the system, before decryption.
    package var bytesReceived: UInt64 = 0
    /// Stanzas of bound sessions.
    package var stanzasSent: UInt64 = 0
    /// Stanzas of bound sessions.
    package var stanzasReceived: UInt64 = 0
    /// When this was so, from the start of the run: a worker that is late tells of an interval
    /// after its end.
    package var toldAt = Nanoseconds.zero
    /// Time that the loop was at work, not waiting for events.
    package var busy = Nanoseconds.zero
    /// Time that the loop was ready to run while others had the processors; nil if unknown.
    package var runDelay: Nanoseconds?
    /// Most bytes that waited on one connection for its peer to take them.
    package var sendQueuePeak: UInt64 = 0
    /// Connections that failed for want of a descriptor or port of this machine.
    package var resourceFailures: UInt64 = 0

    package init() {}
}

/// What one worker tells about one interval; the only thing that crosses to the merging thread.
package struct IntervalSnapshot: Sendable, Equatable, Codable {
    /// The worker's number from 0.
    package let worker: Int
    /// Number of the interval from the start of the run; equal for all workers.
    package let index: Int
    /// When the interval began.
    package let start: Instant
    /// When the interval ended.
    package let end: Instant
    /// Metrics that something happened to.
    package let slices: [MetricSlice]
    /// Steps that something happened to.
    package let steps: [StepSlice]
    /// Of the time series' metric, what happened to actions by the interval in which they were due.
    package let dues: [DueSlice]
    /// Errors of this interval.
    package let errors: ErrorTable
    /// As of the end of the interval.
    package let activity: WorkerActivity
    /// As of the end of the interval.
    package let ledger: LedgerCounts

    /// The same of a worker that has another number where several processes are added up.
    package func renumbered(worker: Int) -> IntervalSnapshot {
        IntervalSnapshot(
            worker: worker, index: index, start: start, end: end, slices: slices, steps: steps,
            dues: dues, errors: errors, activity: activity, ledger: ledger)
    }
}
