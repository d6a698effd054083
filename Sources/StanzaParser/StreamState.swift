/// Where a stream is between two reads. One per stream; the `StanzaEngine` is shared.
///
/// A value of a few words. It holds memory elsewhere only while a stanza is incomplete (its bytes
/// and tables), and a share of the object that says what the header declared.
public struct StreamState {
    /// Bytes consumed since the state was made, restarts included.
    public internal(set) var byteOffset: UInt64 = 0

    var phase = Phase.start
    /// What the header left in force.
    var context = RootContext.document
    /// The stanza that is incomplete.
    var suspended: SuspendedStanza?
    /// The scan of the engine that is of this stream's read; 0: none. Only an open stream that
    /// holds no bytes has one.
    var scan: UInt32 = 0

    /// A stream of which nothing was received.
    public init() {}

    /// A stream whose header, not received, left this in force.
    init(openedIn context: RootContext) {
        self.context = context
        phase = .open
    }

    /// Whether the header was received and the end was not.
    public var isOpen: Bool { phase == .open }

    /// Whether bytes of an incomplete stanza are held.
    public var holdsBytes: Bool { suspended != nil }

    /// Expects a new stream header, as after STARTTLS and after SASL.
    /// What was held of the old stream is dropped.
    ///
    /// Source: RFC 6120 §4.3.3.
    public mutating func restart() {
        phase = .start
        context = .document
        suspended = nil
        scan = 0
    }

    /// Ends the stream for a fault; what was held is dropped.
    mutating func fail(_ error: StreamParserError) {
        phase = .failed(error)
        suspended = nil
        scan = 0
    }

    /// What the stanza that is held was read into, for no one but this stream.
    ///
    /// Bounds: only while there is one. Lifetime: until the state gives it away.
    mutating func uniqueWork() -> UnsafeMutablePointer<StanzaWork> {
        // A copy of the state may be in use, and is to go on from the same place.
        if !isKnownUniquelyReferenced(&suspended), let shared = suspended {
            suspended = SuspendedStanza(copying: shared)
        }
        return unsafe suspended!.work
    }

    /// What a stream allows next.
    enum Phase: Equatable {
        /// The XML declaration, or what `prolog` allows.
        case start
        /// The header.
        case prolog
        /// Stanzas or the end.
        case open
        /// The header was also the end; `.closed` is still to be told.
        case emptied
        /// Nothing.
        case closed
        /// The error that was thrown, again.
        case failed(StreamParserError)
    }
}
