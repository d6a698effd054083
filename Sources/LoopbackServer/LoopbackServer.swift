import Authentication
import EventLoop
import StanzaParser
import Units
import XMPP

/// One worker of the loopback server: the connections of one transport, over a state that all
/// workers share.
///
/// It is the shell around `ServerStream` and `Domain`, which decide; it parses what comes in, takes
/// what they want sent to the transport or to another worker, and watches limits. It runs on the
/// thread of its transport, real or simulated.
package final class LoopbackServer<T: Transport>: TransportHandler {
    let transport: T
    let state: ServerState
    let worker: UInt32
    let tls: TLSServerContext?
    let domainName: [UInt8]
    /// What this worker has done; may be read from any thread.
    package let statistics = LoopbackStatistics()

    var sessions: [ServerSession] = []
    var outbox = Outbox()
    private var engine: StanzaEngine
    private var freeSlots: [Int] = []
    private var nextSerial: UInt64 = 0
    private var inbox = Mailbox.Contents()
    private var directTLSListeners: Set<Int> = []
    /// Connections that are not logged in, by the time at which they have to be.
    private var deadlines = DueList<(slot: Int, serial: UInt64)>()
    /// What is done wrong on purpose; nil: nothing.
    var faults: FaultInjection?
    /// Sessions that are not read from until what waits for them is taken.
    var paused: [(slot: Int, serial: UInt64)] = []
    /// Some of them were paused in this turn, so they have to be looked at after it.
    var hasNewlyPaused = false
    var random: ServerRandom
    var derivations: [Int: Derivation] = [:]
    var nextDerivation = 0
    private var openCount = 0
    private var isEnding = false
    private var onEnd: (() -> Void)?

    /// A worker on a transport, whose handler it becomes.
    ///
    /// Lifetime: the transport holds it until its handler is set to nil. `worker` is its number
    /// among those of the state. Without `tls` neither STARTTLS nor direct TLS is there.
    package init(transport: T, worker: Int = 0, state: ServerState, tls: TLSServerContext?) {
        self.transport = transport
        self.state = state
        self.worker = UInt32(worker)
        self.tls = tls
        domainName = Array(state.options.domain.utf8)
        engine = StanzaEngine(limits: ParserLimits(stanzaBytes: state.options.limits.stanzaBytes))
        random = state.splitRandom()
        faults = FaultInjection(state.options, worker: worker)
        state.mailboxes[worker].attach(transport.waker)
        transport.handler = self
        if faults != nil { setAlarm() }
    }

    /// Listens on an address; returns it with its real port.
    ///
    /// Throws: what the operating system says.
    package func listen(
        _ address: SocketAddress, isDirectTLS: Bool, reusePort: Bool = false, backlog: Int = 4_096
    ) throws(TransportError) -> SocketAddress {
        let listening = try transport.listen(
            address, backlog: backlog, tls: isDirectTLS ? tls : nil, reusePort: reusePort)
        if isDirectTLS { directTLSListeners.insert(listening.listener) }
        return listening.address
    }

    /// Calls `body` once, when the server was asked to stop and all connections are closed.
    package func whenEnded(_ body: @escaping () -> Void) { onEnd = body }

    // MARK: Connections

    package func accepted(_ id: ConnectionID, listener: Int) -> Int {
        let isDirectTLS = directTLSListeners.contains(listener)
        let slot: Int
        if let free = freeSlots.popLast() {
            slot = free
        } else {
            slot = sessions.count
            sessions.append(ServerSession())
        }
        nextSerial += 1
        openCount += 1
        var session = ServerSession()
        session.connection = id
        session.serial = nextSerial
        let stream = ServerStream(configuration: streamConfiguration, seed: random.next())
        session.phase = .negotiating(.init(stream, isDirectTLS: isDirectTLS))
        sessions[slot] = session
        expect(slot, by: transport.now + state.options.limits.unauthenticatedTime)
        statistics.accepted.add()
        if faults?.isStalled == true { transport.pauseReading(id) }
        if isEnding { end(slot, .shutdown) }
        return slot
    }

    private var streamConfiguration: ServerStreamConfiguration {
        let options = state.options
        return ServerStreamConfiguration(
            domain: options.domain, offersTLS: tls != nil,
            requiresTLS: options.requiresTLS && tls != nil,
            allowsPlainWithoutTLS: options.allowsPlainWithoutTLS,
            offersRegistration: options.offersRegistration,
            authenticationFailures: options.limits.authenticationFailures)
    }

    package func connected(_ id: ConnectionID, owner: Int) {}

    package func secured(_ id: ConnectionID, owner: Int, _ summary: TLSSummary) {
        guard isCurrent(id, owner), let negotiation = sessions[owner].negotiation else { return }
        var bindings = summary.channelBindings
        if let binding = summary.undefinedUnique { bindings.append(binding) }
        if !state.options.offersChannelBinding { bindings = [] }
        let actions = negotiation.stream.tlsEstablished(
            channelBindings: bindings.map { .init(type: $0.type, data: $0.data) })
        perform(actions, owner)
    }

    package func received(_ id: ConnectionID, owner: Int, _ bytes: Span<UInt8>) {
        guard isCurrent(id, owner) else { return }
        if faults != nil, hold(owner, bytes) { return }
        _ = read(owner, bytes)
        flush()
        if statistics.stanzasReceived.value & 0xff == 0 { noteProcessorTime() }
    }

    /// Handles what a client sent, from `start` on, up to a number of elements; returns where it
    /// stopped.
    func read(
        _ slot: Int, _ bytes: Span<UInt8>, from start: Int = 0, elements: Int = .max
    ) -> Int {
        var cursor = start
        var left = elements
        do throws(StreamParserError) {
            reading: while left > 0, sessions[slot].isReading {
                left -= 1
                switch try engine.next(&sessions[slot].parser, bytes, &cursor) {
                case .incomplete: break reading
                case .opened: opened(slot, engine.element(in: bytes))
                case .stanza: received(slot, engine.element(in: bytes))
                case .closed: streamClosed(slot)
                }
            }
        } catch {
            parserFailed(slot, error)
        }
        return cursor
    }

    package func drained(_ id: ConnectionID, owner: Int) {
        resumePaused()
    }

    package func closed(_ id: ConnectionID, owner: Int, _ error: TransportError?) {
        guard isCurrent(id, owner) else { return }
        if case .writeQueueFull = error { statistics.cut.add() }
        leave(owner)
        sessions[owner] = ServerSession()
        freeSlots.append(owner)
        openCount -= 1
        flush()
        noteProcessorTime()
        endIfDone()
    }

    package func wokeUp(at now: Instant) {
        while let (slot, serial) = deadlines.take(dueAt: now) {
            if sessions[slot].serial == serial, let negotiation = sessions[slot].negotiation {
                perform(negotiation.stream.timedOut(), slot)
            }
        }
        hasNewlyPaused = false
        resumePaused()
        if faults != nil { doFaults(at: now) }
        flush()
        setAlarm()
    }

    package func woken() {
        state.mailboxes[Int(worker)].exchange(&inbox)
        for delivery in inbox.deliveries { deliver(delivery, inbox.writer.span) }
        inbox.removeAll()
        if state.isStopping && !isEnding { endAll() }
        noteProcessorTime()
    }

    // MARK: Limits in time

    private func expect(_ slot: Int, by instant: Instant) {
        if deadlines.insert((slot, sessions[slot].serial), at: instant) { setAlarm() }
    }

    /// Sets the alarm for the first connection that is still not logged in, or for the next turn.
    func setAlarm() {
        if hasNewlyPaused {
            transport.wake(at: transport.now)
            return
        }
        while let (_, (slot, serial)) = deadlines.first {
            if sessions[slot].serial == serial && sessions[slot].negotiation != nil { break }
            deadlines.removeFirst()
        }
        let deadline = deadlines.first?.instant
        guard let fault = faults?.next(after: transport.now) else {
            transport.wake(at: deadline)
            return
        }
        transport.wake(at: min(deadline ?? fault, fault))
    }

    // MARK: Streams

    private func opened(_ slot: Int, _ header: ElementView) {
        guard let negotiation = sessions[slot].negotiation else { return }
        sessions[slot].inherited = InheritedAttribute.all(in: header.source)
        perform(negotiation.stream.received(opening: header), slot)
    }

    private func received(_ slot: Int, _ element: ElementView) {
        statistics.stanzasReceived.add()
        if let negotiation = sessions[slot].negotiation {
            perform(negotiation.stream.received(stanza: element), slot)
        } else {
            handle(element, from: slot)
        }
    }

    private func streamClosed(_ slot: Int) {
        if let negotiation = sessions[slot].negotiation {
            perform(negotiation.stream.streamClosed(), slot)
            return
        }
        leave(slot)
        flush()
        write(slot, "</stream:stream>")
        transport.finish(sessions[slot].connection)
        sessions[slot].phase = .ending
    }

    private func parserFailed(_ slot: Int, _ error: StreamParserError) {
        if let negotiation = sessions[slot].negotiation {
            perform(negotiation.stream.parserFailed(error), slot)
        } else {
            fail(slot, error.condition, text: error.description)
        }
    }

    /// Ends a bound session's stream with an error.
    func fail(_ slot: Int, _ condition: StreamErrorCondition, text: String? = nil) {
        leave(slot)
        flush()
        finish(slot, condition, text: text)
    }

    /// Takes a bound session offline, if it is online.
    private func leave(_ slot: Int) {
        guard sessions[slot].isBound else { return }
        let account = sessions[slot].account
        let route = route(slot)
        state.domain.withLock { $0.endSession(account, route, &outbox) }
        statistics.online.add(-1)
        sessions[slot].phase = .ending
    }

    private func write(_ slot: Int, _ text: String) {
        transport.write(sessions[slot].connection, text.utf8Span.span)
    }

    // MARK: The end

    private func endAll() {
        isEnding = true
        for slot in sessions.indices { end(slot, .shutdown) }
        flush()
        endIfDone()
    }

    private func endIfDone() {
        guard isEnding, openCount == 0 else { return }
        noteProcessorTime()
        onEnd?()
        onEnd = nil
    }

    /// Ends a stream because of something outside of it.
    func end(_ slot: Int, _ reason: ServerStreamEnd) {
        if let negotiation = sessions[slot].negotiation {
            perform(negotiation.stream.shutDown(), slot)
        } else if sessions[slot].isBound {
            fail(slot, reason.condition)
        }
    }

    func noteProcessorTime() {
        statistics.note(processorTime: MonotonicClock.threadProcessorTime)
    }

    // MARK: Names

    func route(_ slot: Int) -> Route {
        Route(worker: worker, slot: UInt32(slot), serial: sessions[slot].serial)
    }

    func isCurrent(_ id: ConnectionID, _ slot: Int) -> Bool {
        slot >= 0 && slot < sessions.count && sessions[slot].connection == id
    }
}
