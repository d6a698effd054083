import Units

/// Connections, an alarm and key derivation for one worker; the real one is `UVTransport`, the one
/// for simulated time `SimulatedTransport`.
///
/// A transport and its handler live on one thread. Only the `Waker` may be used from others.
/// Methods that take a `ConnectionID` ignore a stale one.
public protocol Transport: AnyObject {
    /// Gets the events. Held strongly: the owner sets it to nil, or closes the transport.
    var handler: (any TransportHandler)? { get set }
    /// A fresh reading of the clock.
    var now: Instant { get }
    /// When the bytes of the `received` at hand came: as the system noted it where it does, and
    /// else now.
    var inputArrived: Instant { get }
    /// How long what comes in may be left where it is; zero at first. If the alarm rings within this
    /// time, it may be read then; `inputArrived` says when it came.
    var inputPatience: Nanoseconds { get set }
    /// Wakes this transport from other threads.
    var waker: Waker { get }

    /// Opens a connection; `connected` or `closed` follows in a later turn, never inside this call.
    /// With `tls` the handshake begins as soon as TCP is connected (direct TLS).
    func connect(
        _ to: SocketAddress, from: SocketAddress?, tls: TLSClientContext?, owner: Int
    ) -> ConnectionID
    /// Listens; returns the listener's number for `accepted`, and the address with its real port.
    func listen(
        _ at: SocketAddress, backlog: Int, tls: TLSServerContext?, reusePort: Bool
    ) throws(TransportError) -> (listener: Int, address: SocketAddress)
    /// Begins the TLS handshake as client, after what was written before has been sent.
    func startTLS(_ id: ConnectionID, client: TLSClientContext)
    /// Expects the TLS handshake as server, after what was written before has been sent.
    func startTLS(_ id: ConnectionID, server: TLSServerContext)
    /// Gathers bytes for the connection; they go out in one write at the end of the turn.
    func write(_ id: ConnectionID, _ bytes: Span<UInt8>)
    /// Sends what is queued, then close_notify and FIN, waits for the peer's FIN for at most two
    /// seconds, then reports `closed(nil)`. What still comes in is dropped.
    func finish(_ id: ConnectionID)
    /// Closes at once and drops what is queued; `closed(nil)` follows in this turn or the next.
    func abort(_ id: ConnectionID)
    /// Stops reading; bytes that were already read (up to one receive buffer) are still delivered.
    func pauseReading(_ id: ConnectionID)
    /// Reads again after `pauseReading`.
    func resumeReading(_ id: ConnectionID)
    /// Bytes written but not yet taken by the socket.
    func queuedBytes(_ id: ConnectionID) -> Int
    /// Sets the one alarm of this transport, in place of the one before; nil: no alarm.
    func wake(at: Instant?)
    /// Derives a key off the loop; `keyDerived` follows.
    func deriveKey(_ request: PBKDF2Request, owner: Int, token: Int)
    /// What has been done so far.
    var statistics: TransportStatistics { get }
    /// Time that the transport's thread was ready to run while others had the processors; nil
    /// where the system does not tell. On that thread; it is asked of the system each time.
    var runDelay: Nanoseconds? { get }
}
