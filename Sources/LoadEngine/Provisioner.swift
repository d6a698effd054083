internal import Authentication
internal import EventLoop
internal import Profile
internal import StanzaParser
internal import Units
internal import Workload
internal import XMPP

/// Registers or removes the accounts of a rank over a transport, some at a time, each on a stream
/// of its own.
///
/// Driven by the transport, like `Worker`; `onDone` is called once when nothing is left to do.
final class Provisioner<T: Transport>: TransportHandler {
    /// Streams at a time: enough to keep a server busy, too few to look like an attack.
    static var concurrency: Int { 32 }

    private struct Attempt {
        var account: Int
        /// Counted from 1.
        var number: Int
        var endpoint: EndpointChoice
        var connection = ConnectionID(slot: .max, generation: 0)
        var isConnected = false
        var stream: ClientStream
        var parser = StreamState()
        var began: Instant
        var token: UInt32
        var hasEnded = false
        var dropsInput = false
    }

    private let plan: RunPlan
    private let transport: T
    private let streamPurpose: ClientStreamConfiguration.Purpose
    private let onProgress: (Provisioning) -> Void
    private let onDone: () -> Void
    private(set) var progress: Provisioning
    private var endpoints: EndpointPreference
    private var engine: StanzaEngine
    private var slots: [Attempt?]
    private var nextAccount: Int
    /// Accounts to try again; the token is the number of the attempt.
    private var retries = DeadlineHeap()
    private var deadlines = DeadlineHeap()
    private var nextToken: UInt32 = 0
    private var nextStart: Instant
    private let gap: Nanoseconds
    private var isStopped = false
    /// Whether nothing is left to do.
    private(set) var isFinished = false

    /// - Parameter onProgress: called after each account.
    init(
        plan: RunPlan, transport: T, purpose: Provisioning.Purpose,
        onProgress: @escaping (Provisioning) -> Void, onDone: @escaping () -> Void
    ) {
        self.plan = plan
        self.transport = transport
        self.onProgress = onProgress
        self.onDone = onDone
        progress = Provisioning(purpose: purpose)
        streamPurpose = purpose == .delete ? .unregister : .register
        endpoints = EndpointPreference(placeCount: plan.places.count)
        engine = StanzaEngine(limits: plan.parserLimits)
        slots = Array(repeating: nil, count: Self.concurrency)
        nextAccount = plan.rank.firstOwned(from: 0)
        nextStart = transport.now
        let rate = plan.profile.accounts.registerRate?.perSecond ?? 0
        gap = rate > 0 ? .seconds(1 / rate) : .zero
    }

    /// Begins; to be called once, on the transport's thread.
    func begin() {
        transport.handler = self
        goOn(at: transport.now)
    }

    /// Starts nothing more and drops what is under way.
    func stop() {
        isStopped = true
        for slot in slots.indices {
            if let attempt = slots[slot] { transport.abort(attempt.connection) }
        }
        goOn(at: transport.now)
    }

    // MARK: What to do next

    private func goOn(at now: Instant) {
        for slot in slots.indices where slots[slot] == nil && !isStopped {
            guard nextStart <= now else { break }
            if let retry = retries.pop(dueAt: now) {
                start(slot, account: Int(retry.owner), number: Int(retry.token), at: now)
            } else if nextAccount < plan.accounts.count {
                start(slot, account: nextAccount, number: 1, at: now)
                nextAccount = plan.rank.firstOwned(from: nextAccount + 1)
            } else {
                break
            }
            nextStart = max(nextStart + gap, now)
        }
        let isIdle = slots.allSatisfy { $0 == nil }
        if isIdle, isStopped || (nextAccount >= plan.accounts.count && retries.count == 0) {
            guard !isFinished else { return }
            isFinished = true
            transport.wake(at: nil)
            onDone()
            return
        }
        var next = deadlines.first ?? .distantFuture
        if !isStopped {
            if let retry = retries.first { next = min(next, max(retry, nextStart)) }
            let hasRoom = slots.contains { $0 == nil }
            if hasRoom, nextAccount < plan.accounts.count { next = min(next, nextStart) }
        }
        transport.wake(at: next == .distantFuture ? nil : next)
    }

    private func start(_ slot: Int, account: Int, number: Int, at now: Instant) {
        let choice = endpoints.choice(ofAccount: account)
        slots[slot] = Attempt(
            account: account, number: number, endpoint: choice, stream: stream(account, choice),
            began: now, token: 0)
        connect(slot, at: now)
    }

    private func stream(_ account: Int, _ choice: EndpointChoice) -> ClientStream {
        ClientStream(
            configuration: plan.streamConfiguration(
                plan.endpoint(choice), purpose: streamPurpose),
            username: plan.accounts[account].username, password: plan.accounts[account].password)
    }

    /// Tries the endpoint that the slot's attempt has chosen.
    private func connect(_ slot: Int, at now: Instant) {
        guard let choice = slots[slot]?.endpoint, let account = slots[slot]?.account else { return }
        let endpoint = plan.endpoint(choice)
        slots[slot]?.connection = transport.connect(
            endpoint.address, from: plan.source(ofConnection: UInt32(account), to: endpoint),
            tls: plan.directTLS(ofAccount: account, to: endpoint), owner: slot)
        let patience = choice.patience(
            of: plan.endpoints(of: choice).count, limit: plan.profile.timeouts.connect)
        setDeadline(slot, at: now + patience)
    }

    private func setDeadline(_ slot: Int, at instant: Instant) {
        nextToken &+= 1
        slots[slot]?.token = nextToken
        deadlines.push(at: instant, owner: Int32(slot), token: nextToken)
    }

    /// The slot's attempt found nobody; tries the next endpoint, if there is one.
    private func tryNextEndpoint(_ slot: Int, at now: Instant) -> Bool {
        guard !isStopped, var attempt = slots[slot], !attempt.isConnected,
            attempt.endpoint.goOn(of: plan.endpoints(of: attempt.endpoint).count)
        else { return false }
        attempt.stream = stream(attempt.account, attempt.endpoint)
        slots[slot] = attempt
        connect(slot, at: now)
        return true
    }

    private func perform(_ actions: [ClientStream.Action], _ slot: Int) {
        for action in actions {
            guard let attempt = slots[slot], !attempt.hasEnded else { return }
            switch action {
            case .write(let bytes): transport.write(attempt.connection, bytes.span)
            case .startTLS:
                guard let context = plan.startTLS(ofAccount: attempt.account) else { continue }
                slots[slot]?.dropsInput = true
                transport.startTLS(attempt.connection, client: context)
            case .restartParser: slots[slot]?.parser.restart()
            case .deriveKey(let request):
                transport.deriveKey(
                    PBKDF2Request(request), owner: slot, token: Int(attempt.token))
            case .registered, .unregistered:
                progress.succeeded(in: transport.now - attempt.began)
                slots[slot]?.began = .distantFuture
                onProgress(progress)
            case .finish(let failure): finished(slot, failure)
            case .began, .ended, .bound: break
            }
        }
    }

    private func finished(_ slot: Int, _ failure: StreamFailure?) {
        guard let attempt = slots[slot], !attempt.hasEnded else { return }
        slots[slot]?.hasEnded = true
        transport.finish(attempt.connection)
        // Once the account is as it should be, how the stream ends does not matter.
        guard attempt.began != .distantFuture, !isStopped else { return }
        let failure =
            failure
            ?? StreamFailure(
                stage: .register, condition: "stream-closed",
                text: "the server ended the stream without an answer", isTemporary: true)
        switch progress.failed(account: attempt.account, attempt: attempt.number, failure) {
        case .settled, .giveUp: break
        case .retry(let delay):
            retries.push(
                at: transport.now + delay, owner: Int32(attempt.account),
                token: UInt32(attempt.number + 1))
        case .stop:
            isStopped = true
            for other in slots.indices where other != slot {
                if let attempt = slots[other] { transport.abort(attempt.connection) }
            }
        }
        onProgress(progress)
    }

    // MARK: TransportHandler

    func accepted(_ id: ConnectionID, listener: Int) -> Int {
        preconditionFailure("a provisioner does not listen")
    }

    func connected(_ id: ConnectionID, owner: Int) {
        guard owns(owner, id), let choice = slots[owner]?.endpoint else { return }
        slots[owner]?.isConnected = true
        endpoints.connected(choice)
        setDeadline(owner, at: transport.now + plan.profile.timeouts.login)
        perform(slots[owner]?.stream.connected() ?? [], owner)
    }

    func secured(_ id: ConnectionID, owner: Int, _ summary: TLSSummary) {
        guard owns(owner, id) else { return }
        slots[owner]?.dropsInput = false
        let bindings = summary.channelBindings.map(ChannelBinding.init)
        perform(slots[owner]?.stream.tlsEstablished(channelBindings: bindings) ?? [], owner)
    }

    func received(_ id: ConnectionID, owner: Int, _ bytes: Span<UInt8>) {
        var cursor = 0
        while owns(owner, id), slots[owner]?.dropsInput == false, var attempt = slots[owner] {
            let event: StreamEvent
            do {
                event = try engine.next(&attempt.parser, bytes, &cursor)
            } catch {
                perform(slots[owner]?.stream.parserFailed(error) ?? [], owner)
                return
            }
            slots[owner]?.parser = attempt.parser
            switch event {
            case .incomplete:
                return
            case .opened:
                let actions = attempt.stream.received(opening: engine.element(in: bytes))
                slots[owner]?.stream = attempt.stream
                perform(actions, owner)
            case .stanza:
                let actions = attempt.stream.received(stanza: engine.element(in: bytes))
                slots[owner]?.stream = attempt.stream
                perform(actions, owner)
            case .closed:
                perform(slots[owner]?.stream.streamClosed() ?? [], owner)
                return
            }
        }
    }

    func drained(_ id: ConnectionID, owner: Int) {}

    func closed(_ id: ConnectionID, owner: Int, _ error: TransportError?) {
        guard let attempt = slots[owner], attempt.connection == id else { return }
        if !attempt.hasEnded {
            if tryNextEndpoint(owner, at: transport.now) {
                goOn(at: transport.now)
                return
            }
            perform(
                slots[owner]?.stream.connectionLost(
                    condition: error?.condition ?? "connection-closed",
                    text: error?.description ?? "the server closed the connection") ?? [], owner)
        }
        slots[owner] = nil
        goOn(at: transport.now)
    }

    func keyDerived(owner: Int, token: Int, key: [UInt8]) {
        guard let attempt = slots[owner], Int(attempt.token) == token else { return }
        perform(slots[owner]?.stream.keyDerived(key) ?? [], owner)
    }

    func wokeUp(at now: Instant) {
        while let entry = deadlines.pop(dueAt: now) {
            let slot = Int(entry.owner)
            guard let attempt = slots[slot], attempt.token == entry.token else { continue }
            if tryNextEndpoint(slot, at: now) {
                transport.abort(attempt.connection)
                continue
            }
            let actions = slots[slot]?.stream.connectionLost(
                condition: "timeout", text: "no answer from the server in time")
            perform(actions ?? [], slot)
            transport.abort(attempt.connection)
        }
        goOn(at: now)
    }

    func woken() { stop() }

    private func owns(_ slot: Int, _ id: ConnectionID) -> Bool {
        guard let attempt = slots[slot] else { return false }
        return attempt.connection == id && !attempt.hasEnded
    }
}

extension ChannelBinding {
    init(_ binding: TLSSummary.Binding) { self.init(type: binding.type, data: binding.data) }
}

extension PBKDF2Request {
    init(_ request: KeyDerivationRequest) {
        let hash: Hash =
            switch request.hash {
            case .sha1: .sha1
            case .sha256: .sha256
            }
        self.init(
            hash: hash, password: request.password, salt: request.salt,
            iterations: request.iterations)
    }
}
