/// One end of a connection in a simulated network.
struct SimulatedConnection: SlabRecord {
    enum Security: UInt8 {
        case none
        case clientHandshake
        case serverHandshake
        case secured
    }

    var owner = 0
    var generation: UInt32 = 0
    var state = ConnectionState.free
    var security = Security.none
    /// Where a connecting end wants to go.
    var destination: SocketAddress?
    var peerTransport: UInt32 = 0
    var peer = ConnectionID(slot: .max, generation: 0)
    var gathered: OutgoingBuffer?
    var isDirty = false
    var isPaused = false
    var isFinishing = false
    var hasSentEnd = false
    var hasPeerEnded = false
    /// A client's first handshake message came before this end was asked to expect it.
    var hasClientHello = false
    /// The client's first handshake message is still to be sent.
    var owesClientHello = false
    /// What arrived while reading was paused, in order.
    var held: [SimulatedEvent] = []
    var heldBytes = 0

    var isHandshaking: Bool { security == .clientHandshake || security == .serverHandshake }
}
