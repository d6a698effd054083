import Units

/// What the loopback server allows to one client and to one account.
///
/// Every limit has a name, so that an error can say which one was reached.
package struct ServerLimits: Sendable {
    /// The longest stanza that is taken, in bytes; a longer one ends the stream with
    /// `policy-violation`.
    package var stanzaBytes = 262_144
    /// The most messages kept for one account that is not available; a further one bounces.
    package var offlineMessages = 1_000
    /// The most bytes of messages kept for one account.
    package var offlineBytes = 1_048_576
    /// The most contacts in one roster.
    package var rosterItems = 10_000
    /// The most sessions of one account at a time.
    package var sessionsPerAccount = 64
    /// The most addresses outside the roster that a session's availability is remembered for.
    package var directedPresences = 128
    /// How long a client may take to log in.
    package var unauthenticatedTime = Nanoseconds.seconds(60)
    /// The most failed authentications on one stream.
    package var authenticationFailures = 5
    /// Bytes waiting for a client that does not read, after which nothing more is read from it.
    package var pausingQueueBytes = 262_144
    /// Bytes waiting for a client that does not read, after which its transport cuts it.
    ///
    /// Bounds: more than `offlineBytes` and `stanzaBytes` together.
    package var queueBytes = 4_194_304
    /// The most bytes on their way from one worker to another; what is beyond it is dropped and
    /// counted.
    package var mailboxBytes = 67_108_864

    /// The limits by default.
    package init() {}
}
