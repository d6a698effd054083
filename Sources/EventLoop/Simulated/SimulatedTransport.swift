import Synchronization
import Units

/// A transport in simulated time; made by `SimulatedNetwork.makeTransport`.
///
/// TLS is a marker here: a handshake takes its round trips and yields a summary, nothing is
/// encrypted and no certificate is looked at.
public final class SimulatedTransport: Transport {
    /// What both ends report as channel binding of every simulated TLS connection.
    static let channelBinding = TLSSummary.Binding(
        type: "tls-exporter", data: Array(0x40..<0x60))

    public var handler: (any TransportHandler)?
    public let waker: Waker
    let number: UInt32
    unowned let network: SimulatedNetwork
    var connections = ConnectionSlab<SimulatedConnection>()
    var closingErrors: [UInt32: TransportError] = [:]
    private(set) var alarm: Instant?
    var counters = TransportStatistics()
    private var listenerCount = 0
    private let isWoken: SimulatedNetwork.WakeFlag
    private var processor: SimulatedProcessor

    init(network: SimulatedNetwork, number: UInt32, networkFlag: SimulatedNetwork.WakeFlag) {
        self.network = network
        self.number = number
        let flag = SimulatedNetwork.WakeFlag()
        isWoken = flag
        processor = network.processor
        waker = Waker {
            flag.set()
            networkFlag.set()
        }
    }

    public var now: Instant { network.now }
    public var inputArrived: Instant { network.now }
    /// Nothing waits in simulated time.
    public var inputPatience = Nanoseconds.zero

    public var statistics: TransportStatistics {
        var result = counters
        result.busy = processor.busy
        return result
    }

    public var runDelay: Nanoseconds? { processor.runDelay }

    public func connect(
        _ to: SocketAddress, from: SocketAddress?, tls: TLSClientContext?, owner: Int
    ) -> ConnectionID {
        let slot = connections.take()
        counters.openConnections += 1
        connections[slot].owner = owner
        connections[slot].state = .connecting
        connections[slot].destination = to
        if tls != nil {
            connections[slot].security = .clientHandshake
            connections[slot].owesClientHello = true
        }
        let id = connections.identifier(slot)
        if counters.openConnections > network.descriptorLimit {
            beginClosing(slot, .descriptorLimit)
            return id
        }
        network.schedule(.attempt, after: network.oneWayDelay, transport: number, id)
        return id
    }

    public func listen(
        _ at: SocketAddress, backlog: Int, tls: TLSServerContext?, reusePort: Bool
    ) throws(TransportError) -> (listener: Int, address: SocketAddress) {
        let address = try network.listen(
            SimulatedNetwork.Listener(
                address: at, transport: number, number: listenerCount, tls: tls,
                isShared: reusePort))
        listenerCount += 1
        return (listenerCount - 1, address)
    }

    public func startTLS(_ id: ConnectionID, client: TLSClientContext) {
        guard let slot = connections.slot(of: id), connections[slot].security == .none else {
            return
        }
        sendGathered(slot)
        connections[slot].security = .clientHandshake
        connections[slot].owesClientHello = true
        markDirty(slot)
    }

    public func startTLS(_ id: ConnectionID, server: TLSServerContext) {
        guard let slot = connections.slot(of: id), connections[slot].security == .none else {
            return
        }
        sendGathered(slot)
        connections[slot].security = .serverHandshake
        if connections[slot].hasClientHello { send(.serverHello, slot) }
    }

    public func write(_ id: ConnectionID, _ bytes: Span<UInt8>) {
        guard let slot = connections.slot(of: id), !connections[slot].isFinishing, bytes.count > 0
        else {
            return
        }
        let queued = queuedBytes(slot) + bytes.count
        let limit = SimulatedNetwork.writeQueueLimit
        if queued > limit.rawValue { return beginClosing(slot, .writeQueueFull(limit: limit)) }
        // What a peer that keeps up gets at the end of the turn does not wait for it.
        if peerRecord(slot)?.isPaused ?? false {
            counters.maxQueuedBytes = max(counters.maxQueuedBytes, queued)
        }
        let buffer: OutgoingBuffer
        if let gathered = connections[slot].gathered {
            buffer = gathered
        } else {
            buffer = network.pool.take()
            connections[slot].gathered = buffer
        }
        unsafe bytes.withUnsafeBytes { unsafe buffer.append($0.baseAddress!, count: $0.count) }
        markDirty(slot)
    }

    public func finish(_ id: ConnectionID) {
        guard let slot = connections.slot(of: id) else { return }
        if connections[slot].state == .connecting || connections[slot].isHandshaking {
            return beginClosing(slot, nil)
        }
        beginFinishing(slot)
    }

    public func abort(_ id: ConnectionID) {
        guard let slot = connections.slot(of: id) else { return }
        beginClosing(slot, nil)
    }

    public func pauseReading(_ id: ConnectionID) {
        guard let slot = connections.slot(of: id) else { return }
        connections[slot].isPaused = true
    }

    public func resumeReading(_ id: ConnectionID) {
        guard let slot = connections.slot(of: id), connections[slot].isPaused else { return }
        connections[slot].isPaused = false
        network.schedule(.resume, after: .zero, transport: number, id)
    }

    public func queuedBytes(_ id: ConnectionID) -> Int {
        connections.slot(of: id).map(queuedBytes) ?? 0
    }

    private func queuedBytes(_ slot: Int) -> Int {
        (connections[slot].gathered?.count ?? 0) + (peerRecord(slot)?.heldBytes ?? 0)
    }

    public func wake(at instant: Instant?) { alarm = instant == .distantFuture ? nil : instant }

    public func deriveKey(_ request: PBKDF2Request, owner: Int, token: Int) {
        network.derive(request, owner: owner, token: token, transport: number)
    }

    // MARK: Events that concern no connection

    func ring() {
        if let alarm { processor.postpone(dueAt: alarm, to: now) }
        alarm = nil
        beginTurn()
        handler?.wokeUp(at: now)
    }

    func wakeIfRequested() {
        guard isWoken.take() else { return }
        beginTurn()
        handler?.woken()
    }

    func keyDerived(_ done: SimulatedNetwork.KeyDerivation) {
        beginTurn()
        handler?.keyDerived(owner: done.owner, token: done.token, key: done.key)
    }

    // MARK: The processor

    func beginTurn() {
        counters.turns += 1
        processor.work(from: now)
    }

    /// When the alarm can ring.
    var alarmStart: Instant? { alarm.map { processor.start(dueAt: $0) } }

    /// When something that is due can be handled; nil: at once.
    func postponed(dueAt instant: Instant) -> Instant? {
        let start = processor.start(dueAt: instant)
        guard start > instant else { return nil }
        processor.postpone(dueAt: instant, to: start)
        return start
    }

    private func peerRecord(_ slot: Int) -> SimulatedConnection? {
        let transport = network.transports[Int(connections[slot].peerTransport)]
        return transport.connections.slot(of: connections[slot].peer).map {
            transport.connections[$0]
        }
    }
}
