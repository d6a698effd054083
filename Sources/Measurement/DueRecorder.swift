internal import Units

/// What one worker saw, since its last snapshot, of actions that were due in one interval.
package struct DueSlice: Sendable, Equatable, Codable {
    /// Number of the interval in which they were due.
    package let interval: Int
    /// Actions begun or skipped.
    var begun: UInt64
    /// These less those that ended; may be negative.
    var unfinished: Int64
    var responses: CompactCounts
}

/// Sorts what happens to actions by the interval in which they were due, however late it happens.
///
/// Recording allocates only if there was never that much between two snapshots: cells are kept for
/// as many intervals as anything happened to at once, two as a rule, more when a server has stood
/// still.
struct DueRecorder: Sendable {
    private struct Cell {
        var interval: Int
        var begun: UInt64 = 0
        var unfinished: Int64 = 0
        var responses = CompactHistogram()
    }

    private let start: Instant
    private let length: Nanoseconds
    private var cells: [Cell] = []
    private var used = 0
    /// The cell that was used last, and from when to when what belongs to it is due: it is mostly
    /// the same as before, and dividing costs more than comparing.
    private var recent = 0
    private var recentStart: Instant
    private var recentEnd: Instant

    init(start: Instant, length: Nanoseconds) {
        (self.start, self.length) = (start, length)
        (recentStart, recentEnd) = (start, start)
    }

    /// An action was begun, or skipped, that is due to be done.
    mutating func began(due: Instant) {
        let place = place(of: due)
        cells[place].begun += 1
        cells[place].unfinished += 1
    }

    /// An action ended, other than by being given up.
    mutating func ended(due: Instant) { cells[place(of: due)].unfinished -= 1 }

    /// An action did what it was to do.
    mutating func done(due: Instant, at now: Instant) {
        let place = place(of: due)
        cells[place].unfinished -= 1
        cells[place].responses.record(now - due)
    }

    /// What happened since the last time, by interval.
    mutating func take() -> [DueSlice] {
        let slices = cells[..<used].map {
            DueSlice(
                interval: $0.interval, begun: $0.begun, unfinished: $0.unfinished,
                responses: $0.responses.seen)
        }
        for place in 0..<used { cells[place].responses.reset() }
        used = 0
        recentEnd = recentStart
        return slices.sorted { $0.interval < $1.interval }
    }

    private mutating func place(of due: Instant) -> Int {
        if due >= recentStart, due < recentEnd { return recent }
        let interval = Int(max(0, (due - start).rawValue) / length.rawValue)
        recent = cells[..<used].firstIndex { $0.interval == interval } ?? add(interval)
        recentStart = start + length * Int64(interval)
        recentEnd = recentStart + length
        return recent
    }

    private mutating func add(_ interval: Int) -> Int {
        if used == cells.count {
            cells.append(Cell(interval: interval))
        } else {
            cells[used].interval = interval
            (cells[used].begun, cells[used].unfinished) = (0, 0)
        }
        used += 1
        return used - 1
    }
}

/// Adds up what workers saw, by the interval in which it was due.
///
/// Bounds: of each interval the counters that are in use, some hundred bytes as a rule.
struct DueTotals: Sendable {
    private var intervals: [Int: (begun: UInt64, unfinished: Int64, responses: CompactCounts)] = [:]

    mutating func add(_ slices: [DueSlice]) {
        for slice in slices where slice.responses.isSound {
            var sum = intervals[slice.interval] ?? (0, 0, CompactCounts())
            sum.begun &+= slice.begun
            sum.unfinished += slice.unfinished
            sum.responses.add(slice.responses)
            intervals[slice.interval] = sum
        }
    }

    /// Fills in what a row says of what was due in its interval.
    func describe(_ interval: Int, _ row: inout IntervalRow) {
        let found = intervals[interval] ?? (0, 0, CompactCounts())
        let unfinished = UInt64(max(0, found.unfinished))
        row.dueP50 = found.responses.percentile(50, unfinished: unfinished)
        row.dueP95 = found.responses.percentile(95, unfinished: unfinished)
        row.dueP99 = found.responses.percentile(99, unfinished: unfinished)
        row.due = found.begun
        row.dueUnfinished = unfinished
    }
}
