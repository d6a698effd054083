internal import Units

/// When a session wants to be looked at, and which entries of the worker's heap stand for it.
///
/// A deadline is set for almost every stanza and almost never reached, so moving it on leaves the
/// heap alone: an entry that comes up too early is put back for the deadline of that moment. Two
/// entries are remembered, since a short pause often takes turns with a long timeout.
///
/// Bounds: in those patterns two entries a session, however many deadlines are set.
struct SessionDeadline {
    /// `distantFuture`: none.
    private(set) var at = Instant.distantFuture
    /// The entries of the heap that count, the earlier first; `distantFuture`: none.
    private var queued = Instant.distantFuture
    private var queuedLater = Instant.distantFuture

    /// Sets the deadline; says whether the heap needs an entry for it.
    mutating func set(_ instant: Instant) -> Bool {
        at = instant
        guard instant < queued else { return false }
        if queued < queuedLater { queuedLater = queued }
        queued = instant
        return true
    }

    mutating func clear() { at = .distantFuture }

    /// What an entry that came up means.
    enum EntryMeaning: Equatable {
        /// Nothing: there is no deadline, or another entry stands for it.
        case stale
        /// The heap needs an entry for this later deadline.
        case early(Instant)
        /// The deadline is reached, and is none any more.
        case reached
    }

    /// An entry came up at `now`.
    mutating func entry(of instant: Instant, cameUpAt now: Instant) -> EntryMeaning {
        guard instant == queued else { return .stale }
        queued = queuedLater
        queuedLater = .distantFuture
        if at <= now {
            at = .distantFuture
            return .reached
        }
        return at < .distantFuture && set(at) ? .early(at) : .stale
    }
}
