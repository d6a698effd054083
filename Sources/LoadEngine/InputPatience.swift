internal import Units

/// How long what comes in may be left unread while no session waits for it.
///
/// Bytes that are read together have the time of the last of them. That no two messages of the run
/// are on their way to one session is looked at by the worker; against all else the wait is short
/// against the time from one such stanza to the next of a session: of a thousand messages hardly
/// one is taken for later than it came, and that by no more than the wait.
struct InputPatience {
    /// Short against the 40 ms after which a system acknowledges what nobody has read.
    private static let longest = Nanoseconds.milliseconds(8)
    /// Stanzas that wait by then, in the mean; what is due meanwhile is late by the time that they
    /// take.
    private static let stanzas: Int64 = 8
    /// Of the mean time between two stanzas of a session that are no message of the run.
    private static let part: Int64 = 400

    /// For now.
    private(set) var value = Nanoseconds.zero
    private var stanzaRate = PeakRate()
    private var otherRate = PeakRate()

    /// Looks at what has been received; to be called each `time`.
    ///
    /// - Parameters:
    ///   - stanzas: all so far.
    ///   - messages: of these, messages of the run that the directory knew to be on their way.
    ///   - online: sessions that they are for, to each of them as many.
    mutating func look(stanzas: UInt64, messages: UInt64, online: Int, after time: Nanoseconds) {
        let second = Nanoseconds.seconds(Int64(1))
        let all = stanzaRate.look(stanzas, after: time)
        let others = otherRate.look(stanzas - messages, after: time)
        value = min(
            Self.longest, second * Self.stanzas / max(1, all),
            second * Int64(online) / max(1, others) / Self.part)
    }

    /// A second is over.
    mutating func secondEnded() {
        stanzaRate.secondEnded()
        otherRate.secondEnded()
    }
}

/// A rate that counts at once when it has risen, and after a second when it has fallen.
private struct PeakRate {
    /// The count at the last look, and at the start of this second.
    private var atLook: UInt64 = 0
    private var atSecond: UInt64 = 0
    /// In the second before.
    private var inLastSecond: UInt64 = 0

    /// Per second.
    mutating func look(_ count: UInt64, after time: Nanoseconds) -> Int64 {
        let now =
            (count - atLook) * UInt64(Nanoseconds.seconds(Int64(1)).rawValue / time.rawValue)
        atLook = count
        return Int64(max(now, inLastSecond))
    }

    mutating func secondEnded() {
        inLastSecond = atLook - atSecond
        atSecond = atLook
    }
}
