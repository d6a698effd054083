import Units

/// Gets the events of a transport, all on the transport's thread.
///
/// `owner` is the number given to `connect` or returned by `accepted`. A handler may call every
/// method of the transport from inside an event, also for the connection that the event is about;
/// no event is delivered from inside such a call.
public protocol TransportHandler: AnyObject {
    /// A listener took a connection; returns the owner's number for its later events.
    func accepted(_ id: ConnectionID, listener: Int) -> Int
    /// TCP is connected. With direct TLS `secured` follows; what is written before that waits.
    func connected(_ id: ConnectionID, owner: Int)
    /// The TLS handshake is finished, and the certificate is accepted.
    func secured(_ id: ConnectionID, owner: Int, _ summary: TLSSummary)
    /// Bytes came in; they are valid during the call only. None come after `finish` or `abort`.
    func received(_ id: ConnectionID, owner: Int, _ bytes: Span<UInt8>)
    /// The socket had not taken everything at once, and now it has.
    func drained(_ id: ConnectionID, owner: Int)
    /// The last event of a connection, exactly once; nil: an orderly end, by the peer, by `finish`
    /// or by `abort`. The identifier is stale from here on.
    func closed(_ id: ConnectionID, owner: Int, _ error: TransportError?)
    /// A key asked with `deriveKey` is there; empty if it could not be derived.
    func keyDerived(owner: Int, token: Int, key: [UInt8])
    /// The instant asked with `wake(at:)` has come.
    func wokeUp(at now: Instant)
    /// Another thread used the `Waker`; several uses may give one event.
    func woken()
}
