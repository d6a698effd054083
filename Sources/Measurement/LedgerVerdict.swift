package import Units

/// What the ledger makes of a message that came in.
package struct LedgerVerdict: Sendable, Equatable {
    /// What applies to the message; several may.
    package struct Flags: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The first copy, and of use: the message is delivered.
        package static let delivered = Flags(rawValue: 1)
        /// The server sent it back with an error, and nothing had come of it before.
        package static let bounced = Flags(rawValue: 2)
        /// A further copy of a delivered message.
        package static let duplicate = Flags(rawValue: 4)
        /// Delivered after its timeout.
        package static let late = Flags(rawValue: 8)
        /// Delivered to a later session of the account.
        package static let stored = Flags(rawValue: 16)
        /// A later message of the same sender and recipient was here before.
        package static let reordered = Flags(rawValue: 32)
        /// Never sent, for another account, bounced and delivered, or the like.
        package static let unexpected = Flags(rawValue: 64)
        /// The ledger had been closed with the message unaccounted for; nothing changes any more.
        package static let afterClose = Flags(rawValue: 128)
    }

    /// What the message is.
    package let flags: Flags
    /// The message as it was sent; `nil` unless it is `delivered` or `bounced` now.
    package let message: SentMessage?

    /// Whether the message has come back; asked for each one, where the general `contains` of a set
    /// of flags is not specialised.
    package var isBounced: Bool { flags.contains(.bounced) }

    static func nothing(_ flags: Flags) -> Self { Self(flags: flags, message: nil) }
}

/// What the sender's side knows of a message under way.
package struct SentMessage: Sendable, Equatable {
    /// When the schedule wanted it.
    package let due: Instant
    /// When it went out.
    package let sent: Instant
    /// The metric that counts it.
    package let metric: MetricID
    /// Whoever waits for its delivery, as told to `sent`; -1 if nobody does (any more).
    package let awaitedBy: Int32
    /// The session that sent it.
    package let senderSession: UInt32
    /// Whether the sender had given it up.
    package let isTimedOut: Bool
}
