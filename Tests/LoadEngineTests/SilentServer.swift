import EventLoop
import Units

/// A server that from an instant on is as good as frozen to some of its connections: the system
/// still takes what is sent to it, if it is so asked, and nobody answers.
final class SilentServer: TransportHandler {
    private let server: any TransportHandler
    private let transport: SimulatedTransport
    private let start: Instant
    private let isSilentTo: (_ connection: Int) -> Bool
    private let reads: Bool
    private var accepted = 0
    private var silent: Set<ConnectionID> = []

    init(
        _ server: any TransportHandler, _ transport: SimulatedTransport, from start: Instant,
        to isSilentTo: @escaping (_ connection: Int) -> Bool, reads: Bool
    ) {
        self.reads = reads
        self.server = server
        self.transport = transport
        self.start = start
        self.isSilentTo = isSilentTo
    }

    private func isSilent(_ id: ConnectionID) -> Bool {
        transport.now >= start && silent.contains(id)
    }

    func accepted(_ id: ConnectionID, listener: Int) -> Int {
        if isSilentTo(accepted) { silent.insert(id) }
        accepted += 1
        return server.accepted(id, listener: listener)
    }

    func connected(_ id: ConnectionID, owner: Int) { server.connected(id, owner: owner) }

    func secured(_ id: ConnectionID, owner: Int, _ summary: TLSSummary) {
        server.secured(id, owner: owner, summary)
    }

    func received(_ id: ConnectionID, owner: Int, _ bytes: Span<UInt8>) {
        guard isSilent(id) else { return server.received(id, owner: owner, bytes) }
        if !reads { transport.pauseReading(id) }
    }

    func drained(_ id: ConnectionID, owner: Int) { server.drained(id, owner: owner) }

    func closed(_ id: ConnectionID, owner: Int, _ error: TransportError?) {
        silent.remove(id)
        server.closed(id, owner: owner, error)
    }

    func keyDerived(owner: Int, token: Int, key: [UInt8]) {
        server.keyDerived(owner: owner, token: token, key: key)
    }

    func wokeUp(at now: Instant) { server.wokeUp(at: now) }
    func woken() { server.woken() }
}
