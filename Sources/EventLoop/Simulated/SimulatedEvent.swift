import Units

/// Something that happens to one connection or transport at an instant of simulated time.
struct SimulatedEvent: BitwiseCopyable {
    enum Kind: UInt8 {
        /// A connection attempt reaches the address it is for; the target is the one connecting.
        case attempt
        case connected
        case refused
        case data
        /// The peer's FIN.
        case end
        case clientHello
        case serverHello
        case clientFinished
        /// What was held while reading was paused is delivered.
        case resume
        case drained
        /// A finished connection has waited long enough for its peer.
        case lingerExpired
        case closed
        case keyDerived
    }

    var time: Instant
    /// Orders events of different targets at one instant; the same for all events of a target.
    var tieBreak: UInt64
    var sequence: UInt64
    var transport: UInt32
    var slot: UInt32
    var generation: UInt32
    /// A place in the network's payloads or derivations, for the kinds that have one.
    var payload: Int32
    var kind: Kind

    static func < (a: Self, b: Self) -> Bool {
        if a.time != b.time { return a.time < b.time }
        if a.tieBreak != b.tieBreak { return a.tieBreak < b.tieBreak }
        return a.sequence < b.sequence
    }
}

/// A binary heap of events, the earliest first.
struct SimulatedEventHeap {
    private var events: ContiguousArray<SimulatedEvent> = []

    var first: SimulatedEvent? { events.first }

    mutating func insert(_ event: SimulatedEvent) {
        var index = events.count
        events.append(event)
        while index > 0 {
            let parent = (index - 1) / 2
            guard event < events[parent] else { break }
            events[index] = events[parent]
            index = parent
        }
        events[index] = event
    }

    mutating func removeFirst() -> SimulatedEvent {
        let first = events[0]
        let last = events.removeLast()
        let count = events.count
        guard count > 0 else { return first }
        var index = 0
        while true {
            var child = 2 * index + 1
            guard child < count else { break }
            if child + 1 < count, events[child + 1] < events[child] { child += 1 }
            guard events[child] < last else { break }
            events[index] = events[child]
            index = child
        }
        events[index] = last
        return first
    }
}
