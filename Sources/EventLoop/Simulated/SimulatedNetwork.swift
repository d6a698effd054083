import Synchronization
import Units

/// Transports in one process, on one thread, in simulated time: the clock only moves from event to
/// event, and the same seed gives the same order each time.
///
/// Events at one instant are ordered by a tie-break drawn from the seed, the instant and the
/// target, then by age, so the bytes of a connection never overtake each other.
///
/// Lifetime: owns its transports; keep it as long as any of them is used.
public final class SimulatedNetwork {
    /// The time from one end of a connection to the other.
    public let oneWayDelay: Nanoseconds
    /// How long a key derivation seems to take.
    public static let keyDerivationDelay = Nanoseconds.milliseconds(5)
    /// How long a finished connection waits for its peer.
    static let closeGrace = Nanoseconds.seconds(2)
    /// Bytes that may wait for a peer that does not read.
    static let writeQueueLimit = ByteCount.mebibytes(4)

    /// Addresses that are never heard from: attempts to connect there stay without an answer.
    public var blackHoles: Set<SocketAddress> = []
    /// What transports made from now on run on.
    public var processor = SimulatedProcessor()
    /// Connections that each transport may have open at a time.
    public var descriptorLimit = Int.max

    public private(set) var now: Instant
    private(set) var transports: [SimulatedTransport] = []
    private let seed: UInt64
    private var events = SimulatedEventHeap()
    private var sequence: UInt64 = 0
    /// Bytes under way; places are used again.
    private var payloads: ContiguousArray<OutgoingBuffer?> = []
    private var freePayloads: [Int32] = []
    private var derivations: ContiguousArray<KeyDerivation?> = []
    var pool = OutgoingBufferPool()
    /// Connections that have something to send at the end of the turn.
    private var dirty: ContiguousArray<(transport: UInt32, slot: UInt32)> = []
    private var listeners: [Listener] = []
    private var attempts = 0
    private let wakeRequested = WakeFlag()

    struct Listener {
        var address: SocketAddress
        var transport: UInt32
        var number: Int
        var tls: TLSServerContext?
        var isShared: Bool
    }

    struct KeyDerivation {
        var owner: Int
        var token: Int
        var key: [UInt8]
    }

    /// Set by wakers; they may be used from other threads, although then nothing is reproducible.
    final class WakeFlag: Sendable {
        private let isSet = Atomic<Bool>(false)

        func set() { isSet.store(true, ordering: .releasing) }
        func take() -> Bool {
            guard isSet.load(ordering: .relaxed) else { return false }
            return isSet.exchange(false, ordering: .acquiring)
        }
    }

    public init(
        seed: UInt64, oneWayDelay: Nanoseconds = .microseconds(50),
        startingAt now: Instant = .origin
    ) {
        precondition(oneWayDelay >= .zero, "nothing arrives before it was sent")
        self.seed = seed
        self.oneWayDelay = oneWayDelay
        self.now = now
    }

    /// Handlers mostly hold their transports: the network's end breaks that cycle.
    deinit {
        for transport in transports { transport.handler = nil }
    }

    /// A new transport of this network.
    public func makeTransport() -> SimulatedTransport {
        let transport = SimulatedTransport(
            network: self, number: UInt32(transports.count), networkFlag: wakeRequested)
        transports.append(transport)
        return transport
    }

    /// The instant of the next event; nil when nothing is left to happen.
    public var nextEvent: Instant? {
        flush()
        guard let alarm = earliestAlarm() else { return events.first?.time }
        guard let event = events.first else { return max(now, alarm.time) }
        return min(event.time, max(now, alarm.time))
    }

    /// Handles the events up to an instant, that instant included, then stands at it.
    public func run(until end: Instant) {
        while step(until: end) {}
        if now < end { now = end }
    }

    /// Handles the next event if it is not later than `end`; false when there is none.
    @discardableResult
    public func step(until end: Instant = .distantFuture) -> Bool {
        flush()
        if wakeRequested.take() {
            for transport in transports { transport.wakeIfRequested() }
            return true
        }
        let alarm = earliestAlarm()
        if let event = events.first, alarm.map({ isEarlier(event, than: $0) }) ?? true {
            guard event.time <= end else { return false }
            now = max(now, event.time)
            let event = events.removeFirst()
            if !isPostponed(event) { deliver(event) }
            return true
        }
        guard let alarm, alarm.time <= end else { return false }
        now = max(now, alarm.time)
        transports[alarm.transport].ring()
        return true
    }

    /// Puts an event back whose transport's processor is not free; the order of a connection's
    /// events stays.
    private func isPostponed(_ event: SimulatedEvent) -> Bool {
        // An attempt is the network's business until it is accepted.
        if event.kind == .attempt { return false }
        guard let start = transports[Int(event.transport)].postponed(dueAt: event.time) else {
            return false
        }
        var later = event
        later.time = start
        later.tieBreak = tieBreak(start, transport: event.transport, slot: event.slot)
        events.insert(later)
        return true
    }

    private func deliver(_ event: SimulatedEvent) {
        let transport = transports[Int(event.transport)]
        if event.kind == .keyDerived {
            if let done = derivations[Int(event.payload)] {
                derivations[Int(event.payload)] = nil
                transport.keyDerived(done)
            }
        } else {
            transport.happened(event)
        }
    }

    // MARK: Alarms

    private func earliestAlarm() -> (time: Instant, transport: Int)? {
        var earliest: (time: Instant, transport: Int)?
        // Few transports, so a scan is cheaper than keeping alarms that change in the heap.
        for index in transports.indices {
            guard let time = transports[index].alarmStart else { continue }
            if let known = earliest, known.time <= time { continue }
            earliest = (time, index)
        }
        return earliest
    }

    private func isEarlier(
        _ event: SimulatedEvent, than alarm: (time: Instant, transport: Int)
    ) -> Bool {
        if event.time != alarm.time { return event.time < alarm.time }
        return event.tieBreak
            <= tieBreak(alarm.time, transport: UInt32(alarm.transport), slot: .max)
    }

    // MARK: Scheduling

    func schedule(
        _ kind: SimulatedEvent.Kind, after delay: Nanoseconds, transport: UInt32,
        _ id: ConnectionID, payload: Int32 = -1
    ) {
        let time = now + delay
        sequence += 1
        events.insert(
            SimulatedEvent(
                time: time, tieBreak: tieBreak(time, transport: transport, slot: id.slot),
                sequence: sequence, transport: transport, slot: id.slot,
                generation: id.generation, payload: payload, kind: kind))
    }

    /// SplitMix64's finalizer over seed, instant and target.
    private func tieBreak(_ time: Instant, transport: UInt32, slot: UInt32) -> UInt64 {
        var x = seed &+ UInt64(bitPattern: time.nanoseconds) &* 0x9E37_79B9_7F4A_7C15
        x ^= UInt64(transport) << 32 | UInt64(slot)
        x = (x ^ (x >> 30)) &* 0xBF58_476D_1CE4_E5B9
        x = (x ^ (x >> 27)) &* 0x94D0_49BB_1331_11EB
        return x ^ (x >> 31)
    }

    func store(_ buffer: OutgoingBuffer) -> Int32 {
        if let place = freePayloads.popLast() {
            payloads[Int(place)] = buffer
            return place
        }
        payloads.append(buffer)
        return Int32(payloads.count - 1)
    }

    func takePayload(_ place: Int32) -> OutgoingBuffer? {
        guard place >= 0, let buffer = payloads[Int(place)] else { return nil }
        payloads[Int(place)] = nil
        freePayloads.append(place)
        return buffer
    }

    func derive(_ request: PBKDF2Request, owner: Int, token: Int, transport: UInt32) {
        let done = KeyDerivation(owner: owner, token: token, key: request.derive())
        let place = derivations.firstIndex { $0 == nil } ?? derivations.count
        if place == derivations.count {
            derivations.append(done)
        } else {
            derivations[place] = done
        }
        schedule(
            .keyDerived, after: Self.keyDerivationDelay, transport: transport,
            ConnectionID(slot: .max, generation: 0), payload: Int32(place))
    }

    func markDirty(_ transport: UInt32, _ slot: UInt32) { dirty.append((transport, slot)) }

    /// The end of a turn: what each connection gathered goes on its way in one piece.
    private func flush() {
        guard !dirty.isEmpty else { return }
        var index = 0
        while index < dirty.count {
            let (transport, slot) = dirty[index]
            transports[Int(transport)].flush(Int(slot))
            index += 1
        }
        dirty.removeAll(keepingCapacity: true)
    }

    // MARK: Listeners

    func listen(_ listener: Listener) throws(TransportError) -> SocketAddress {
        var listener = listener
        if listener.address.port == 0 {
            var port: UInt16 = 40_000
            while listeners.contains(where: { $0.address.port == port }) { port += 1 }
            listener.address.port = port
        }
        guard
            listeners.allSatisfy({
                $0.address != listener.address || ($0.isShared && listener.isShared)
            })
        else { throw .addressInUse }
        listeners.append(listener)
        return listener.address
    }

    /// Who listens at an address; several that share it take turns.
    func nextListener(at address: SocketAddress) -> Listener? {
        let candidates = listeners.filter { $0.address == address }
        guard !candidates.isEmpty else { return nil }
        attempts += 1
        return candidates[attempts % candidates.count]
    }
}
