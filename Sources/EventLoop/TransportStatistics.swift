import Units

/// What a transport has done since it was made.
public struct TransportStatistics: Sendable {
    /// Bytes read from the wire: ciphertext where there is TLS.
    public var bytesRead: UInt64 = 0
    /// Bytes that the wire has taken.
    public var bytesWritten: UInt64 = 0
    /// Turns of the loop.
    public var turns: UInt64 = 0
    /// Time spent outside of polling.
    public var busy = Nanoseconds.zero
    /// Time spent waiting for something to happen.
    public var wait = Nanoseconds.zero
    /// The most bytes that ever waited for one connection's peer, which was behind.
    public var maxQueuedBytes = 0
    /// Connections accepted.
    public var accepted: UInt64 = 0
    /// Connections that could not be accepted. Those that libuv closes itself because there are no
    /// descriptors left are not among them.
    public var acceptFailures: UInt64 = 0
    /// Connections that are not closed yet.
    public var openConnections = 0

    public init() {}
}
