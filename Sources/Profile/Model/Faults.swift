package import Units

/// What the loopback server does wrong on purpose, so that what a report says can be held against
/// what is known.
package struct Faults: Hashable, Sendable {
    /// How long each element that a client sends waits before the server looks at it; those of one
    /// session keep their order.
    package var delay: Pause?
    /// When the server looks at nothing; it goes on with what came in the meantime.
    package var freeze: Recurrence?
    /// When the server takes nothing from its sockets.
    package var stallReads: Recurrence?
    /// The most elements of clients that the whole server handles in a second.
    package var rateCap: Rate?
    /// How long after its bind a session's connection is closed without a word.
    package var closeAfter: Nanoseconds?

    // Shares of the messages that go to a session which is online; a message has one of them at
    // most, so together they are 1 at most.
    /// Not delivered.
    package var lose = 0.0
    /// Delivered twice.
    package var duplicate = 0.0
    /// Delivered after the next message of the same two sessions.
    package var reorder = 0.0
    /// Sent back with an error.
    package var bounce = 0.0

    /// No fault.
    package init() {}

    /// Whether a message may be lost, doubled, overtaken or sent back.
    package var touchesMessages: Bool { lose + duplicate + reorder + bounce > 0 }
    /// Whether what a client sends may have to wait.
    package var holdsInput: Bool { delay != nil || freeze != nil || rateCap != nil }
}

/// A time that comes back: the last part of each period, counted from the clock's origin.
package struct Recurrence: Hashable, Sendable {
    /// How long it lasts; shorter than the period.
    package var length: Nanoseconds
    /// From one beginning to the next.
    package var period: Nanoseconds

    /// `length` in each `period`.
    package init(length: Nanoseconds, period: Nanoseconds) {
        self.length = length
        self.period = period
    }

    /// When the occurrence that an instant lies in is over; nil: it lies in none.
    package func end(around instant: Instant) -> Instant? {
        let place = position(of: instant)
        return place < period - length ? nil : instant + (period - place)
    }

    /// The next beginning or end after an instant.
    package func change(after instant: Instant) -> Instant {
        let place = position(of: instant)
        return instant + ((place < period - length ? period - length : period) - place)
    }

    /// Where in its period an instant is, also before the origin.
    private func position(of instant: Instant) -> Nanoseconds {
        let rest = instant.nanoseconds % period.rawValue
        return Nanoseconds(rest < 0 ? rest + period.rawValue : rest)
    }
}
