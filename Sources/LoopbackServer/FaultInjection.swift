import Profile
import Units

/// What one worker knows of the faults that it injects: what waits for which instant.
struct FaultInjection {
    /// A place in the table of sessions at an instant.
    struct Appointment {
        var instant: Instant
        var slot: Int
        var serial: UInt64
    }

    /// Two sessions, between which messages have an order.
    struct Pair: Hashable {
        var sender: Route
        var recipient: Route
    }

    /// A message that waits to be overtaken.
    struct Overtaken {
        var bytes: [UInt8]
        /// The session's place among those that `overdue` lists.
        var number: UInt64
    }

    /// How long a message waits for one that overtakes it; after that it is delivered in order.
    static let longestWait = Nanoseconds.seconds(1)

    var model: FaultModel
    /// Nothing is read from sockets now.
    var isStalled = false
    /// Sessions by when the first element that they wait with is looked at, the earliest first.
    private var releases: [Appointment] = []
    private var releasesDone = 0
    /// Sessions by when they are cut; all stay equally long, so the order is that of their binds.
    private var cuts: [Appointment] = []
    private var cutsDone = 0
    private var overtaken: [Pair: Overtaken] = [:]
    private var overdue: [(instant: Instant, pair: Pair, number: UInt64)] = []
    private var overdueDone = 0
    private var lastNumber: UInt64 = 0

    /// Nil when no fault is asked for.
    init?(_ options: LoopbackServerOptions, worker: Int) {
        guard options.faults != .init() else { return nil }
        model = FaultModel(options.faults, seed: options.seed, worker: worker)
    }

    /// The next instant at which there is something to do.
    func next(after now: Instant) -> Instant? {
        var instants: [Instant] = []
        if releasesDone < releases.count { instants.append(releases[releasesDone].instant) }
        if cutsDone < cuts.count { instants.append(cuts[cutsDone].instant) }
        if overdueDone < overdue.count { instants.append(overdue[overdueDone].instant) }
        if let stall = model.faults.stallReads { instants.append(stall.change(after: now)) }
        return instants.min()
    }

    // MARK: Elements that wait

    /// Notes when a session's next element is looked at; whether it is the first of all.
    mutating func release(_ slot: Int, _ serial: UInt64, at instant: Instant) -> Bool {
        // After all that are due no later, so that equal ones keep their order.
        var low = releasesDone
        var high = releases.count
        while low < high {
            let middle = (low + high) / 2
            if releases[middle].instant <= instant { low = middle + 1 } else { high = middle }
        }
        releases.insert(Appointment(instant: instant, slot: slot, serial: serial), at: low)
        return low == releasesDone
    }

    /// The next session whose element is due.
    mutating func takeRelease(dueAt now: Instant) -> Appointment? {
        Self.take(&releases, &releasesDone, dueAt: now)
    }

    // MARK: Sessions that are cut

    mutating func cut(_ slot: Int, _ serial: UInt64, at instant: Instant) {
        cuts.append(Appointment(instant: instant, slot: slot, serial: serial))
    }

    /// The next session to be cut.
    mutating func takeCut(dueAt now: Instant) -> Appointment? {
        Self.take(&cuts, &cutsDone, dueAt: now)
    }

    private static func take(
        _ appointments: inout [Appointment], _ done: inout Int, dueAt now: Instant
    ) -> Appointment? {
        guard done < appointments.count, appointments[done].instant <= now else {
            // What is done with goes in one piece, not one by one.
            appointments.removeFirst(done)
            done = 0
            return nil
        }
        done += 1
        return appointments[done - 1]
    }

    // MARK: Messages that are overtaken

    /// Keeps a message until another of the pair overtakes it; false when one is kept already.
    mutating func keep(_ bytes: [UInt8], _ pair: Pair, now: Instant) -> Bool {
        guard overtaken[pair] == nil else { return false }
        lastNumber += 1
        overtaken[pair] = Overtaken(bytes: bytes, number: lastNumber)
        overdue.append((now + Self.longestWait, pair, lastNumber))
        return true
    }

    /// The message that another one of the pair has just overtaken.
    mutating func takeOvertaken(_ pair: Pair) -> [UInt8]? {
        overtaken.isEmpty ? nil : overtaken.removeValue(forKey: pair)?.bytes
    }

    /// The next message that nothing has overtaken in time, and whose it is.
    mutating func takeOverdue(dueAt now: Instant) -> (bytes: [UInt8], recipient: Route)? {
        while overdueDone < overdue.count, overdue[overdueDone].instant <= now {
            let (_, pair, number) = overdue[overdueDone]
            overdueDone += 1
            guard let message = overtaken[pair], message.number == number else { continue }
            overtaken[pair] = nil
            return (message.bytes, pair.recipient)
        }
        overdue.removeFirst(overdueDone)
        overdueDone = 0
        return nil
    }
}
