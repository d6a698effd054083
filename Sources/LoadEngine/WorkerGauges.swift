internal import EventLoop
internal import Units

/// Figures that every worker shows to the run's director, one row of atomic words each.
///
/// They may be a tick old and are not consistent with each other: good for decisions such as "is
/// anything still in flight", not for reports.
package final class WorkerGauges: Sendable {
    package enum Gauge: Int, CaseIterable, Sendable {
        /// Messages, requests and logins that somebody still waits for.
        case inFlight
        /// Connections that are not closed yet.
        case openConnections
        /// Streams that a server opened and secured, so that authentication or registration began.
        case streamsOpened
        /// Connections that ended before a server opened a stream on them.
        case unreachable
        /// Sessions that ever came online.
        case everOnline
        /// When the last stanza came, in nanoseconds since the run's origin.
        case lastReceived
        /// When a connection last failed, likewise.
        case lastConnectionFailure
        /// Ticks done; tells whether the other figures are fresh.
        case ticks
    }

    private let table: AtomicTable
    private let workers: Int

    package init(workers: Int) {
        self.workers = workers
        table = AtomicTable(count: workers * Gauge.allCases.count)
    }

    package func set(_ gauge: Gauge, worker: Int, _ value: Int64) {
        table.store(worker * Gauge.allCases.count + gauge.rawValue, UInt64(bitPattern: value))
    }

    package func value(_ gauge: Gauge, worker: Int) -> Int64 {
        Int64(bitPattern: table.load(worker * Gauge.allCases.count + gauge.rawValue))
    }

    package func sum(_ gauge: Gauge) -> Int64 {
        (0..<workers).reduce(0) { $0 + value(gauge, worker: $1) }
    }

    package func maximum(_ gauge: Gauge) -> Int64 {
        (0..<workers).map { value(gauge, worker: $0) }.max() ?? 0
    }

    package func minimum(_ gauge: Gauge) -> Int64 {
        (0..<workers).map { value(gauge, worker: $0) }.min() ?? 0
    }
}
