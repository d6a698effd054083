import Units

/// What a simulated transport runs on: an ideal processor unless told otherwise.
public struct SimulatedProcessor: Sendable {
    /// When others have the processor: for `length` from `first` on, and again after each `every`.
    public struct Stall: Sendable {
        public var first: Instant
        public var length: Nanoseconds
        /// From start to start; nil: there is only one.
        public var every: Nanoseconds?

        public init(first: Instant, length: Nanoseconds, every: Nanoseconds? = nil) {
            self.first = first
            self.length = length
            self.every = every
        }

        /// The end of the stall at this instant; nil when there is none.
        func end(at instant: Instant) -> Instant? {
            guard instant >= first else { return nil }
            var start = first
            if let every {
                start = first + every * ((instant - first).rawValue / every.rawValue)
            }
            let end = start + length
            return instant < end ? end : nil
        }
    }

    /// Work that each turn of the loop takes.
    public var turn = Nanoseconds.zero
    public var stall: Stall?
    /// When the work so far is done.
    private var freeFrom: Instant?
    /// Until when waiting for others is in `runDelay`.
    private var waitedUntil: Instant?
    /// Time spent at work.
    private(set) var busy = Nanoseconds.zero
    /// Time that there was something to do while others had the processor.
    private(set) var runDelay = Nanoseconds.zero

    public init() {}

    /// When something that is due at an instant can be handled.
    func start(dueAt instant: Instant) -> Instant {
        let start = max(instant, freeFrom ?? instant)
        return stall?.end(at: start) ?? start
    }

    /// Something was due at `instant` and has to wait for `start`.
    mutating func postpone(dueAt instant: Instant, to start: Instant) {
        let ready = max(instant, freeFrom ?? instant, waitedUntil ?? instant)
        guard start > ready else { return }
        runDelay = runDelay + (start - ready)
        waitedUntil = start
    }

    /// A turn begins.
    mutating func work(from now: Instant) {
        guard turn > .zero else { return }
        busy = busy + turn
        freeFrom = now + turn
    }
}
