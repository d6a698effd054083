internal import CLibUV

/// All that one connection costs beside its libuv handle: one place in the transport's slab.
///
/// It owns no buffer while it is idle.
@safe struct ConnectionRecord: SlabRecord {
    struct Flags: OptionSet {
        let rawValue: UInt16

        /// Is in the transport's list of connections to flush at the end of the turn.
        static let dirty = Flags(rawValue: 1 << 0)
        /// The TLS handshake is finished.
        static let secured = Flags(rawValue: 1 << 1)
        /// A client that has yet to send its ClientHello.
        static let beginsHandshake = Flags(rawValue: 1 << 2)
        static let isTLSClient = Flags(rawValue: 1 << 3)
        /// Reading was stopped by `pauseReading`.
        static let paused = Flags(rawValue: 1 << 4)
        /// Nothing more will be written or delivered; closes once all is sent and the peer ended.
        static let finishing = Flags(rawValue: 1 << 5)
        static let sentCloseNotify = Flags(rawValue: 1 << 6)
        static let sentEnd = Flags(rawValue: 1 << 7)
        /// The peer's FIN or close_notify has come.
        static let peerEnded = Flags(rawValue: 1 << 8)
        /// A write failed; what the peer sent before is still read, then the connection closes.
        static let writeFailed = Flags(rawValue: 1 << 9)
    }

    /// Owned; freed by libuv's close callback.
    var handle: UnsafeMutablePointer<uv_tcp_t>?
    /// Owned; freed when the connection begins to close.
    var session: TLSSession?
    /// Plaintext gathered during the turn, lent by the pool.
    var gathered: OutgoingBuffer?
    var owner = 0
    var generation: UInt32 = 0
    /// Bytes that libuv holds because the socket did not take them.
    var inFlight: UInt32 = 0
    var handshakeBytesRead: UInt32 = 0
    var handshakeBytesWritten: UInt32 = 0
    /// The handle's socket, once the connection is open.
    var descriptor: Int32 = -1
    var state = ConnectionState.free
    var flags = Flags()

    // Inlined, or each would be called with a copy of the record, references and all.

    /// Whether what comes in is still of interest.
    @inline(__always) var isReceiving: Bool { state == .open && !flags.contains(.finishing) }

    @inline(__always) var isHandshaking: Bool { session != nil && !flags.contains(.secured) }

    @inline(__always) var queuedBytes: Int { Int(inFlight) + (gathered?.count ?? 0) }
}
