internal import Authentication
internal import EventLoop
internal import Measurement
internal import Profile
internal import StanzaParser
internal import Units
internal import Workload
internal import XMPP

/// One event loop's share of a run: its sessions, its part of each schedule, what it measures.
///
/// It has no thread and no clock of its own: the transport wakes it, and `advance(to:)` does all
/// that is due. So a real loop and simulated time drive the same code.
final class Worker<T: Transport>: TransportHandler {
    /// Between two looks at the phase, the ledger and the idle sessions.
    static var tickLength: Nanoseconds { .milliseconds(20) }
    /// A tick waits so long for something else to wake the worker; under load something does.
    private static var tickPatience: Nanoseconds { .milliseconds(20) }
    static var intervalLength: Nanoseconds { .seconds(1) }

    let shared: RunShared
    let plan: RunPlan
    /// Parts of both that every message needs; each step on the way to one would be counted.
    let directory: OnlineDirectory
    let renderer: TemplateRenderer
    let origin: MessageID.Origin
    let transport: T
    let index: Int

    var engine: StanzaEngine
    var writer = StanzaWriter()
    var sessions: [Session] = []
    var freeRows: [Int] = []
    /// Rows of the sessions that are online, in no order.
    var online: [Int32] = []
    var deadlines = DeadlineHeap()
    var endpoints: EndpointPreference
    var recorder: Recorder
    var ledger: Ledger
    var activity = WorkerActivity()
    var phase = RunPhase.running
    /// What the user made of the load, as far as this worker has followed.
    var setting = LoadSetting()

    /// Empty for a closed load, whose sessions follow each other.
    var arrivals: PacedSchedule
    /// Closed loads: sessions to start; the entry's owner is not used.
    var pendingStarts = DeadlineHeap()
    /// Which arrivals are this worker's.
    let arrivalShare: ScheduleShare
    /// Closed loads: what was not looked at yet for the next arrival.
    var nextClosedArrival = 0
    var traffic: [TrafficCursor]

    var requests: [UInt32: PendingRequest] = [:]
    var nextRequest: UInt32 = 1
    var keys: [Int32: CachedKey] = [:]
    var expectations: [Int32: PendingExpectation] = [:]
    /// Notices for other workers that did not fit into their rings yet, and those for this one.
    var outgoing: [[Notice]]
    lazy var xpath = XPathEvaluator(namespaces: plan.profile.namespaces)

    var nextTick = Instant.origin
    var ticks: Int64 = 0
    var nextInterval = Instant.origin + Worker.intervalLength
    var armed = Instant.distantFuture
    var loginsInFlight = 0
    var openConnections = 0
    var streamsOpened = 0
    var unreachable = 0
    var everOnline = 0
    var patience = InputPatience()
    /// Messages of the run that came to this worker's sessions, bounces apart.
    var messagesReceived: UInt64 = 0
    /// The present second of the run, in which the directory counts what is on its way.
    var second: UInt32 = 0
    var lastReceived = Instant.origin
    var lastConnectionFailure = Instant.origin
    var isLedgerClosed = false
    /// Logging out: the first row that was not looked at yet, and how many are at a time.
    var nextLogOut = 0
    var logOutsAtOnce = 0
    /// Called once, when the worker has published its last snapshot.
    var onFinished: () -> Void = {}
    /// What the sampled sessions did.
    var timelines: [SessionTimeline] = []
    /// What the schedules asked of this worker and what it began: sessions, then each traffic.
    var schedules: [ScheduleTally]

    /// - Parameter isRecording: whether histograms are kept; see `Recorder`.
    init(shared: RunShared, transport: T, index: Int, isRecording: Bool = true) {
        self.shared = shared
        self.transport = transport
        self.index = index
        plan = shared.plan
        directory = shared.directory
        renderer = shared.plan.renderer
        origin = shared.plan.origin
        let profile = plan.profile
        engine = StanzaEngine(limits: plan.parserLimits)
        recorder = Recorder(
            worker: index, catalogue: plan.metrics.catalogue, start: .origin,
            measureFrom: .origin + profile.warmup, measureUntil: .origin + profile.duration,
            interval: Self.intervalLength, steps: plan.stepCount, isKeeping: isRecording)
        ledger = Ledger(
            grace: profile.ledgerGrace, orderedPairs: profile.orderedPairs)
        endpoints = EndpointPreference(placeCount: plan.places.count)
        let arrivalShare = plan.assignment.share(
            worker: index, of: plan.workers, rank: plan.rank)
        self.arrivalShare = arrivalShare
        let arrival: Arrival =
            if case .open(let load) = profile.sessions.load { load } else { Arrival(stages: []) }
        arrivals = PacedSchedule(
            arrival, seed: plan.seed, stream: RandomPurpose.arrivals.stream(),
            share: arrivalShare, start: .origin,
            // The accounts of ranks are dealt out for the arrivals that the profile has.
            lastsToEnd: plan.rank.count == 1 && arrival.length >= profile.duration)
        let seed = plan.seed
        let share = ScheduleShare(worker: index, of: plan.workers, rank: plan.rank)
        let programs = plan.traffic
        traffic = profile.traffic.indices.map {
            TrafficCursor(
                item: $0, profile.traffic[$0], programs[$0], seed: seed, share: share,
                duration: profile.duration)
        }
        outgoing = Array(repeating: [], count: plan.workers)
        schedules = Array(repeating: ScheduleTally(), count: 1 + profile.traffic.count)
        if case .closed(let online, let ramp) = profile.sessions.load {
            for place in 0..<online where arrivalShare.contains(place) {
                let due = Instant.origin + ramp * Int64(place) / Int64(max(1, online))
                pendingStarts.push(at: due, owner: 0, token: 0)
            }
        }
        if index == 0 {
            if let time = plan.lookUpTime { recordSetUp(plan.metrics.dns, [time]) }
            recordSetUp(plan.metrics.register, shared.registrations)
        }
    }

    /// What happened before the clock is shown with the start of what is measured.
    private func recordSetUp(_ metric: MetricID?, _ times: [Nanoseconds]) {
        guard let metric else { return }
        let due = Instant.origin + plan.profile.warmup
        for time in times {
            recorder.started(metric, due: due, sent: due)
            recorder.done(metric, due: due, sent: due, done: due + time)
        }
    }

    /// Begins: to be called once, on the transport's thread, before the run's origin.
    func begin() {
        transport.handler = self
        shared.setWaker(transport.waker, worker: index)
        rearm()
    }

    // MARK: Time

    /// Does all that is due at `now`.
    func advance(to now: Instant) {
        // Once in however many ticks are due: a worker that is late does not catch up with these.
        let isTick = nextTick <= now
        if isTick { logOutMore(at: now) }
        while nextTick <= now {
            tick(at: now)
            nextTick = nextTick + Self.tickLength
        }
        if phase == .running {
            startArrivals(upTo: now)
            runTraffic(upTo: now)
            if isTick { followSetting(at: now) }
        }
        while let entry = deadlines.pop(dueAt: now) {
            if entry.owner < 0 {
                requestTimedOut(entry.token)
            } else {
                entryCameUp(entry, at: now)
            }
        }
        flushNotices()
        rearm()
    }

    /// Asks the transport for the next moment at which something is due.
    func rearm() {
        transport.inputPatience = isAwaitingNothing ? patience.value : .zero
        // An interval ends at its instant.
        var next = nextTick < nextInterval ? nextTick + Self.tickPatience : nextTick
        if phase == .running {
            if let due = arrivals.nextDue { next = min(next, due) }
            if let start = pendingStarts.first, !setting.isPaused { next = min(next, start) }
            // In place: a copy of a cursor would be one of its schedule.
            for place in traffic.indices {
                if let due = traffic[place].schedule.nextDue { next = min(next, due) }
            }
        }
        if let deadline = deadlines.first { next = min(next, deadline) }
        guard next != armed else { return }
        armed = next
        transport.wake(at: phase == .finished ? nil : next)
    }

    /// Whether the sessions do nothing but send messages and presence that no step waits for, and
    /// none of them can get two messages at once.
    private var isAwaitingNothing: Bool {
        phase == .running && openConnections == online.count && requests.isEmpty
            && expectations.isEmpty && plan.spreadsInput && !directory.isCrowded(second: second)
    }

    private func tick(at now: Instant) {
        follow(shared.phase, at: now)
        takeNotices()
        beginTrafficThatWaited(at: now)
        patience.look(
            stanzas: activity.stanzasReceived, messages: messagesReceived, online: online.count,
            after: Self.tickLength)
        if nextTick >= nextInterval {
            patience.secondEnded()
            second += 1
            ledgerSweep(at: now)
            keepAlive(at: now)
            if phase != .finished { publishInterval(at: nextInterval) }
            nextInterval = nextInterval + Self.intervalLength
        }
        ticks += 1
        showGauges()
    }

    func showGauges() {
        let gauges = shared.gauges
        let inFlight = ledger.underWayCount + requests.count + loginsInFlight + expectations.count
        gauges.set(.inFlight, worker: index, Int64(inFlight))
        gauges.set(.openConnections, worker: index, Int64(openConnections))
        gauges.set(.streamsOpened, worker: index, Int64(streamsOpened))
        gauges.set(.unreachable, worker: index, Int64(unreachable))
        gauges.set(.everOnline, worker: index, Int64(everOnline))
        gauges.set(.lastReceived, worker: index, lastReceived.nanoseconds)
        gauges.set(
            .lastConnectionFailure, worker: index, lastConnectionFailure.nanoseconds)
        gauges.set(.ticks, worker: index, ticks)
    }

    func publishInterval(at end: Instant) {
        let statistics = transport.statistics
        activity.bytesSent = statistics.bytesWritten
        activity.bytesReceived = statistics.bytesRead
        activity.toldAt = transport.now - .origin
        activity.busy = statistics.busy
        activity.runDelay = transport.runDelay
        activity.sendQueuePeak = UInt64(statistics.maxQueuedBytes)
        activity.online = online.count
        shared.publish(
            recorder.takeInterval(at: end, activity: activity, ledger: ledger.counts))
    }

    private func ledgerSweep(at now: Instant) {
        guard !isLedgerClosed else { return }
        ledger.sweep(now: now, hasEnded: hasEnded)
    }

    /// For the ledger: whether a session had begun to log out or lost its stream.
    func hasEnded(_ account: Int32, _ session: UInt32, by limit: Instant) -> Bool {
        directory.hasEnded(account: Int(account), session: session, by: limit)
    }

    private func keepAlive(at now: Instant) {
        guard let interval = plan.profile.sessions.keepAlive else { return }
        let limit = Int64(Self.wholeSeconds(now)) * 1_000_000_000 - interval.rawValue
        for row in online where Int64(sessions[Int(row)].lastWrite) * 1_000_000_000 <= limit {
            send(Self.keepAliveBytes.span, from: Int(row), at: now)
        }
    }

    /// One blank between stanzas (RFC 6120 §4.6.1).
    private static var keepAliveBytes: InlineArray<1, UInt8> { [0x20] }

    static func wholeSeconds(_ now: Instant) -> Int32 {
        Int32(truncatingIfNeeded: now.nanoseconds / 1_000_000_000)
    }

    // MARK: TransportHandler

    func accepted(_ id: ConnectionID, listener: Int) -> Int {
        preconditionFailure("a load worker does not listen")
    }

    func connected(_ id: ConnectionID, owner: Int) {
        guard owns(owner, id) else { return }
        let now = transport.now
        sessions[owner].link = .negotiating
        showEvent(owner, at: now, "connected")
        endpoints.connected(sessions[owner].endpoint)
        recorder.done(
            plan.metrics.connect, due: sessions[owner].phaseStart,
            sent: sessions[owner].phaseStart, done: now)
        setDeadline(owner, at: now + plan.profile.timeouts.login)
        withStream(owner, at: now) { $0.connected() }
        rearm()
    }

    func secured(_ id: ConnectionID, owner: Int, _ summary: TLSSummary) {
        guard owns(owner, id) else { return }
        sessions[owner].isResumed = summary.isResumed
        sessions[owner].dropsInput = false
        let resumed = summary.isResumed ? ", resumed" : ""
        showEvent(
            owner, at: transport.now, "secured: \(summary.version), \(summary.cipher)\(resumed)")
        let bindings = summary.channelBindings.map { ChannelBinding($0) }
        withStream(owner, at: transport.now) { $0.tlsEstablished(channelBindings: bindings) }
        rearm()
    }

    @_specialize(where T == UVTransport)
    func received(_ id: ConnectionID, owner: Int, _ bytes: Span<UInt8>) {
        guard owns(owner, id) else { return }
        let now = transport.inputArrived
        lastReceived = now
        sessions[owner].heardAt = now
        readStanzas(owner, bytes, at: now)
        flushNotices()
        rearm()
    }

    func drained(_ id: ConnectionID, owner: Int) {}

    func closed(_ id: ConnectionID, owner: Int, _ error: TransportError?) {
        openConnections -= 1
        guard owns(owner, id) else { return }
        let now = transport.now
        connectionClosed(owner, error, at: now)
        rearm()
    }

    func keyDerived(owner: Int, token: Int, key: [UInt8]) {
        keyCame(row: owner, session: UInt32(truncatingIfNeeded: token), key, at: transport.now)
        rearm()
    }

    @_specialize(where T == UVTransport)
    func wokeUp(at now: Instant) {
        armed = .distantFuture
        advance(to: now)
    }

    func woken() {
        takeNotices()
        advance(to: transport.now)
    }

    /// Whether the connection is still that of the session in the row.
    private func owns(_ row: Int, _ id: ConnectionID) -> Bool {
        sessions[row].number != 0 && sessions[row].connection == id
    }

    // MARK: Deadlines

    func setDeadline(_ row: Int, at instant: Instant) {
        guard sessions[row].deadline.set(instant) else { return }
        deadlines.push(at: instant, owner: Int32(row), token: 0)
    }

    func clearDeadline(_ row: Int) { sessions[row].deadline.clear() }

    private func entryCameUp(_ entry: DeadlineHeap.Entry, at now: Instant) {
        let row = Int(entry.owner)
        switch sessions[row].deadline.entry(of: entry.at, cameUpAt: now) {
        case .stale: break
        case .early(let instant): deadlines.push(at: instant, owner: entry.owner, token: 0)
        case .reached: deadlineReached(row, at: now)
        }
    }
}
