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
