internal import EventLoop
internal import Units
internal import Workload
internal import XMPP

/// Whether anybody still answers where a run sent its load: one connection to each endpoint and the
/// header of a stream; whatever comes back is an answer.
///
/// Driven by the transport, like `Worker`; `onDone` is called once. Being woken ends it at once.
final class TargetCheck<T: Transport>: TransportHandler {
    /// How long an answer may take.
    static var limit: Nanoseconds { .seconds(3) }

    private let plan: RunPlan
    private let transport: T
    private let onDone: () -> Void
    private let endpoints: [RunPlan.Endpoint]
    private var connections: [ConnectionID?] = []
    /// Known once finished; one that was woken before has found out nothing.
    private(set) var isTargetDead = false
    private(set) var isFinished = false

    init(plan: RunPlan, transport: T, onDone: @escaping () -> Void) {
        self.plan = plan
        self.transport = transport
        self.onDone = onDone
        endpoints = plan.places.flatMap { $0 }
    }

    /// Begins; to be called once, on the transport's thread.
    func begin() {
        transport.handler = self
        let account = plan.rank.firstOwned(from: 0)
        connections = endpoints.enumerated().map { place, endpoint in
            transport.connect(
                endpoint.address, from: plan.source(ofConnection: 0, to: endpoint),
                tls: plan.directTLS(ofAccount: account, to: endpoint), owner: place)
        }
        transport.wake(at: transport.now + Self.limit)
    }

    private func finish() {
        guard !isFinished else { return }
        isFinished = true
        for case let connection? in connections { transport.abort(connection) }
        transport.wake(at: nil)
        onDone()
    }

    private func gaveNoAnswer() {
        isTargetDead = true
        finish()
    }

    // MARK: TransportHandler

    func accepted(_ id: ConnectionID, listener: Int) -> Int {
        preconditionFailure("a check does not listen")
    }

    func connected(_ id: ConnectionID, owner: Int) {
        let endpoint = endpoints[owner]
        var stream = ClientStream(
            configuration: plan.streamConfiguration(endpoint, purpose: .login),
            username: plan.accounts[0].username, password: plan.accounts[0].password)
        for case .write(let bytes) in stream.connected() { transport.write(id, bytes.span) }
    }

    func secured(_ id: ConnectionID, owner: Int, _ summary: TLSSummary) { finish() }
    func received(_ id: ConnectionID, owner: Int, _ bytes: Span<UInt8>) { finish() }
    func drained(_ id: ConnectionID, owner: Int) {}

    func closed(_ id: ConnectionID, owner: Int, _ error: TransportError?) {
        connections[owner] = nil
        if !isFinished, connections.allSatisfy({ $0 == nil }) { gaveNoAnswer() }
    }

    func keyDerived(owner: Int, token: Int, key: [UInt8]) {}
    func wokeUp(at now: Instant) { gaveNoAnswer() }
    func woken() { finish() }
}
