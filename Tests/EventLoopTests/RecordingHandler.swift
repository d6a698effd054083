import EventLoop
import Glibc
import Units

/// A handler that notes what it is told and does what a test asks at each event.
final class RecordingHandler: TransportHandler {
    enum Event: Equatable {
        case accepted
        case connected(owner: Int)
        case secured(owner: Int)
        case received(owner: Int, count: Int)
        case drained(owner: Int)
        case closed(owner: Int, TransportError?)
        case keyDerived(owner: Int, token: Int)
        case wokeUp
        case woken
    }

    var events: [Event] = []
    var received: [Int: [UInt8]] = [:]
    var summaries: [Int: TLSSummary] = [:]
    var closed: [Int: TransportError?] = [:]
    var identifiers: [Int: ConnectionID] = [:]
    var keys: [[UInt8]] = []
    var wakeUps: [Instant] = []
    var drainedCount = 0
    var acceptedCount = 0
    /// Owners of accepted connections count on from here.
    let firstAcceptedOwner: Int
    /// Whether `received` keeps the bytes: off for those that count only.
    var keepsBytes = true
    var receivedBytes = 0
    var isQuiet = false

    var onAccepted: (ConnectionID, Int) -> Void = { _, _ in }
    var onConnected: (ConnectionID, Int) -> Void = { _, _ in }
    var onSecured: (ConnectionID, Int) -> Void = { _, _ in }
    var onReceived: (ConnectionID, Int, [UInt8]) -> Void = { _, _, _ in }
    var onClosed: (ConnectionID, Int) -> Void = { _, _ in }
    var onWokeUp: (Instant) -> Void = { _ in }

    init(firstAcceptedOwner: Int = 1_000) { self.firstAcceptedOwner = firstAcceptedOwner }

    private func note(_ event: Event) {
        if !isQuiet { events.append(event) }
    }

    func accepted(_ id: ConnectionID, listener: Int) -> Int {
        let owner = firstAcceptedOwner + acceptedCount
        acceptedCount += 1
        note(.accepted)
        identifiers[owner] = id
        onAccepted(id, owner)
        return owner
    }

    func connected(_ id: ConnectionID, owner: Int) {
        note(.connected(owner: owner))
        identifiers[owner] = id
        onConnected(id, owner)
    }

    func secured(_ id: ConnectionID, owner: Int, _ summary: TLSSummary) {
        note(.secured(owner: owner))
        summaries[owner] = summary
        onSecured(id, owner)
    }

    func received(_ id: ConnectionID, owner: Int, _ bytes: Span<UInt8>) {
        note(.received(owner: owner, count: bytes.count))
        receivedBytes += bytes.count
        guard keepsBytes else { return }
        let copy = bytes.withUnsafeBufferPointer { Array($0) }
        received[owner, default: []] += copy
        onReceived(id, owner, copy)
    }

    func drained(_ id: ConnectionID, owner: Int) {
        drainedCount += 1
        note(.drained(owner: owner))
    }

    func closed(_ id: ConnectionID, owner: Int, _ error: TransportError?) {
        note(.closed(owner: owner, error))
        precondition(closed[owner] == nil, "closed is told once")
        closed[owner] = .some(error)
        onClosed(id, owner)
    }

    func keyDerived(owner: Int, token: Int, key: [UInt8]) {
        note(.keyDerived(owner: owner, token: token))
        keys.append(key)
    }

    func wokeUp(at now: Instant) {
        note(.wokeUp)
        wakeUps.append(now)
        onWokeUp(now)
    }

    func woken() { note(.woken) }

    func text(_ owner: Int) -> String { String(decoding: received[owner] ?? [], as: UTF8.self) }
}

extension Transport {
    func write(_ id: ConnectionID, _ text: String) { write(id, Array(text.utf8).span) }
}

extension UVTransport {
    /// Turns until something holds; false when it takes longer than the time given.
    ///
    /// It never waits in the loop, so that a test whose event does not come ends.
    func turn(
        for time: Nanoseconds = .seconds(Int64(20)), until isDone: () -> Bool
    ) -> Bool {
        let end = now + time
        while !isDone() {
            if now > end { return false }
            turn(blocking: false)
            usleep(100)
        }
        return true
    }
}
