import Profile
import Units

/// What one worker knows of the faults that it injects: what waits for which instant.
struct FaultInjection {
    /// A place in the table of sessions, and who sat there.
    typealias Seat = (slot: Int, serial: UInt64)

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
    /// Sessions by when the first element that they wait with is looked at.
    private var releases = DueList<Seat>()
    /// Sessions by when they are cut.
    private var cuts = DueList<Seat>()
    private var overtaken: [Pair: Overtaken] = [:]
    private var overdue = DueList<(pair: Pair, number: UInt64)>()
    private var lastNumber: UInt64 = 0

    /// Nil when no fault is asked for.
    init?(_ options: LoopbackServerOptions, worker: Int) {
        guard options.faults != .init() else { return nil }
        model = FaultModel(options.faults, seed: options.seed, worker: worker)
    }

    /// The next instant at which there is something to do.
    func next(after now: Instant) -> Instant? {
        [
            releases.first?.instant, cuts.first?.instant, overdue.first?.instant,
            model.faults.stallReads?.change(after: now),
        ].compactMap { $0 }.min()
    }

    // MARK: Elements that wait

    /// Notes when a session's next element is looked at; whether it is the first of all.
    mutating func release(_ slot: Int, _ serial: UInt64, at instant: Instant) -> Bool {
        releases.insert((slot, serial), at: instant)
    }

    /// The next session whose element is due.
    mutating func takeRelease(dueAt now: Instant) -> Seat? { releases.take(dueAt: now) }

    // MARK: Sessions that are cut

    mutating func cut(_ slot: Int, _ serial: UInt64, at instant: Instant) {
        _ = cuts.insert((slot, serial), at: instant)
    }

    /// The next session to be cut.
    mutating func takeCut(dueAt now: Instant) -> Seat? { cuts.take(dueAt: now) }

    // MARK: Messages that are overtaken

    /// Keeps a message until another of the pair overtakes it; false when one is kept already.
    mutating func keep(_ bytes: [UInt8], _ pair: Pair, now: Instant) -> Bool {
        guard overtaken[pair] == nil else { return false }
        lastNumber += 1
        overtaken[pair] = Overtaken(bytes: bytes, number: lastNumber)
        _ = overdue.insert((pair, lastNumber), at: now + Self.longestWait)
        return true
    }

    /// The message that another one of the pair has just overtaken.
    mutating func takeOvertaken(_ pair: Pair) -> [UInt8]? {
        overtaken.isEmpty ? nil : overtaken.removeValue(forKey: pair)?.bytes
    }

    /// The next message that nothing has overtaken in time, and whose it is.
    mutating func takeOverdue(dueAt now: Instant) -> (bytes: [UInt8], recipient: Route)? {
        while let (pair, number) = overdue.take(dueAt: now) {
            guard let message = overtaken[pair], message.number == number else { continue }
            overtaken[pair] = nil
            return (message.bytes, pair.recipient)
        }
        return nil
    }
}
