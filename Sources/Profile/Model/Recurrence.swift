package import Units

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
