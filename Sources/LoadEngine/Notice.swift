package import Units

/// What a worker tells the sender's worker about one message.
package struct Notice: Sendable, BitwiseCopyable {
    package enum Kind: UInt8, Sendable, BitwiseCopyable {
        /// A session of the run parsed the message.
        case delivered
        /// The server returned it with an error.
        case bounced
    }

    package var kind: Kind
    /// The account and the session that parsed it.
    package var account: Int32
    package var session: UInt32
    package var sequence: UInt64
    /// Whether the message was due in the measured part of the run.
    package var isMeasured: Bool
    package var at: Instant
}
