internal import Units

/// How long what comes in may be left unread while no session waits for it.
///
/// Bytes that are read together have the time of the last of them. So the wait is short against the
/// time from one stanza to the next of a session: of a thousand stanzas hardly one is taken for
/// later than it came, and that by no more than the wait.
struct InputPatience {
    /// Short against the 40 ms after which a system acknowledges what nobody has read.
    private static let longest = Nanoseconds.milliseconds(2)
    /// Of the mean time between two stanzas of a session.
    private static let part: Int64 = 400

    /// For now.
    private(set) var value = Nanoseconds.zero
    /// Stanzas received at the last look, and at the start of this second.
    private var atLook: UInt64 = 0
    private var atSecond: UInt64 = 0
    /// In the second before.
    private var inLastSecond: UInt64 = 0

    /// Looks at what has been received; to be called each `time`.
    ///
    /// - Parameters:
    ///   - received: stanzas so far.
    ///   - online: sessions that they are for, to each of them as many.
    mutating func look(received: UInt64, online: Int, after time: Nanoseconds) {
        let now =
            (received - atLook) * UInt64(Nanoseconds.seconds(Int64(1)).rawValue / time.rawValue)
        atLook = received
        // A rate that has just risen counts at once, one that has fallen after a second.
        let rate = Int64(max(1, now, inLastSecond))
        let between = Nanoseconds.seconds(Int64(online)) / rate
        value = min(Self.longest, between / Self.part)
    }

    /// A second is over.
    mutating func secondEnded(received: UInt64) {
        inLastSecond = received - atSecond
        atSecond = received
    }
}
