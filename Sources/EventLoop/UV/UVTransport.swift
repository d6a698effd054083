internal import CLibUV
internal import Glibc
import Units

/// The real transport: one libuv loop with its connections, listeners, alarm and thread pool jobs.
///
/// All reads land in one buffer and are handed on from there; all that is written to a connection
/// during a turn goes out in one write at its end. A connection costs its libuv handle and a
/// record, and with TLS an OpenSSL session; no buffers while it is idle.
///
/// Lifetime: `close` frees everything; it is called by `deinit` if it was not before. The handler
/// is held strongly, so its owner closes the transport or sets the handler to nil.
@safe public final class UVTransport: Transport {
    /// Bounds on what a peer can make this side hold.
    public struct Limits: Sendable {
        /// Bytes queued for one connection whose peer does not read; beyond it is closed.
        public var writeQueue = ByteCount.mebibytes(4)
        /// How long a finished connection waits for its peer.
        public var closeGrace = Nanoseconds.seconds(2)

        public init() {}
    }

    /// Bytes read at once.
    package static let receiveCapacity = ReceiveBuffer.capacity

    public var handler: (any TransportHandler)?
    public var inputPatience = Nanoseconds.zero
    public let waker: Waker
    /// The clock of `now` and of the alarm.
    public let clock: MonotonicClock
    let limits: Limits

    let loop: UnsafeMutablePointer<uv_loop_t>
    let input = ReceiveBuffer()
    let tls = TLSBuffers()
    var pool = OutgoingBufferPool()
    var connections = ConnectionSlab<ConnectionRecord>()
    /// Slots to flush at the end of the turn.
    var dirty: ContiguousArray<UInt32> = []
    /// Why connections that are being closed came to their end; nothing for orderly ends.
    var closingErrors: [UInt32: TransportError] = [:]
    /// Finished connections in the order of their deadlines.
    var lingering = LingeringQueue()
    var listeners: [Listener] = []
    /// A descriptor to close when there is none for a connection; -1: there is none.
    var reserve: Int32 = -1
    var counters = TransportStatistics()
    var alarm: AlarmState

    private let wakeHandle: UnsafeMutablePointer<uv_async_t>
    private let prepareHandle: UnsafeMutablePointer<uv_prepare_t>
    let lingerTimer: UnsafeMutablePointer<uv_timer_t>
    let acceptTimer: UnsafeMutablePointer<uv_timer_t>
    let alarmPoll: UnsafeMutablePointer<uv_poll_t>
    private let checkHandle: UnsafeMutablePointer<uv_check_t>
    /// While it is active, the loop does not wait.
    private let idleHandle: UnsafeMutablePointer<uv_idle_t>
    private var isClosed = false
    private var timeInRuns = Nanoseconds.zero
    private var runBegan: Instant?
    /// When the loop began to wait; nil once something has happened.
    private var waitBegan: Instant?
    private var isSingleTurn = false
    /// What CLOCK_REALTIME shows more than `clock`, and the turn in which that was looked at.
    private var realTimeLead = (nanoseconds: Int64(0), turn: UInt64.max)

    public init(
        clock: MonotonicClock = MonotonicClock(), limits: Limits = Limits()
    ) throws(TransportError) {
        // A write to a connection that the peer reset must be an error, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        self.clock = clock
        self.limits = limits
        unsafe loop = .allocate(capacity: 1)
        let status = unsafe uv_loop_init(loop)
        guard status == 0 else {
            unsafe loop.deallocate()
            throw TransportError(errno: -status)
        }
        do {
            alarm = try AlarmState()
        } catch {
            unsafe uv_loop_close(loop)
            unsafe loop.deallocate()
            throw error
        }
        unsafe wakeHandle = .allocate(capacity: 1)
        unsafe prepareHandle = .allocate(capacity: 1)
        unsafe lingerTimer = .allocate(capacity: 1)
        unsafe acceptTimer = .allocate(capacity: 1)
        unsafe alarmPoll = .allocate(capacity: 1)
        unsafe checkHandle = .allocate(capacity: 1)
        unsafe idleHandle = .allocate(capacity: 1)
        let asyncHandle = unsafe SendableAsyncHandle(pointer: wakeHandle)
        waker = Waker { unsafe uv_async_send(asyncHandle.pointer) }
        unsafe loop.pointee.data = Unmanaged.passUnretained(self).toOpaque()
        unsafe uv_async_init(loop, wakeHandle) { handle in
            let transport = unsafe UVTransport.of(handle!.pointee.loop)
            transport.stopWaiting()
            transport.handler?.woken()
        }
        unsafe uv_check_init(loop, checkHandle)
        unsafe uv_check_start(checkHandle) { handle in
            unsafe UVTransport.with(handle!.pointee.loop) { _ = $0.stopWaiting() }
        }
        unsafe uv_idle_init(loop, idleHandle)
        unsafe uv_prepare_init(loop, prepareHandle)
        unsafe uv_prepare_start(prepareHandle) { handle in
            unsafe UVTransport.with(handle!.pointee.loop) { $0.endTurn() }
        }
        unsafe uv_timer_init(loop, lingerTimer)
        unsafe uv_timer_init(loop, acceptTimer)
        unsafe uv_poll_init(loop, alarmPoll, alarm.descriptor)
        unsafe uv_poll_start(alarmPoll, Int32(UV_READABLE.rawValue)) { handle, _, _ in
            unsafe UVTransport.with(handle!.pointee.loop) { $0.alarmRang() }
        }
    }

    deinit { close() }

    /// The transport that a libuv loop belongs to; it outlives all of the loop's callbacks.
    static func of(_ loop: UnsafeMutablePointer<uv_loop_t>?) -> UVTransport {
        unsafe Unmanaged<UVTransport>.fromOpaque(loop!.pointee.data).takeUnretainedValue()
    }

    /// The same for the callbacks of every turn, which need no count of its references.
    @inline(__always)
    static func with(
        _ loop: UnsafeMutablePointer<uv_loop_t>?, _ body: (UVTransport) -> Void
    ) {
        unsafe Unmanaged<UVTransport>.fromOpaque(loop!.pointee.data)._withUnsafeGuaranteedRef(body)
    }

    public var now: Instant { clock.now }

    public var statistics: TransportStatistics {
        var result = counters
        var total = timeInRuns
        if let runBegan { total = total + (now - runBegan) }
        result.busy = max(.zero, total - result.wait)
        return result
    }

    public var runDelay: Nanoseconds? { ThreadUsage.runDelay }

    /// Turns until `stop`.
    public func run() { run(UV_RUN_DEFAULT) }

    /// Ends `run` after the turn at hand; on the transport's own thread.
    public func stop() { unsafe uv_stop(loop) }

    /// One turn: waits for something to happen if asked to, and handles what has.
    public func turn(blocking: Bool) { run(blocking ? UV_RUN_ONCE : UV_RUN_NOWAIT) }

    private func run(_ mode: uv_run_mode) {
        precondition(!isClosed, "the transport is closed")
        // Without it an alarm that is slept to would be late.
        _ = clamor_sleep_exactly()
        let began = now
        runBegan = began
        isSingleTurn = mode != UV_RUN_DEFAULT
        unsafe uv_run(loop, mode)
        flush()
        runBegan = nil
        timeInRuns = timeInRuns + (now - began)
    }

    public var inputArrived: Instant {
        guard let arrival = input.arrival else { return now }
        if realTimeLead.turn != counters.turns {
            realTimeLead = (clock.realTimeLead, counters.turns)
        }
        return Instant(nanoseconds: arrival - realTimeLead.nanoseconds)
    }

    /// Before the loop waits: what is due is done, what was gathered is sent, the alarm is set.
    private func endTurn() {
        counters.turns += 1
        let end = now
        let hasRung = ringIfDue(at: end)
        let isIdle = !hasRung && dirty.isEmpty
        flush()
        // A look at the clock is not free either.
        let began = isIdle ? end : now
        if let alarm = nearAlarm(at: began, until: began + inputPatience) {
            return sleep(to: alarm, from: began)
        }
        if alarm.isSlept {
            alarm.isSlept = false
            unsafe uv_idle_stop(idleHandle)
        }
        setTimer()
        // Something has happened: a single turn that was to wait for that is over.
        if hasRung, isSingleTurn { unsafe uv_stop(loop) }
        waitBegan = began
    }

    /// The alarm, if it is so near that what comes in until then may wait for it.
    private func nearAlarm(at now: Instant, until latest: Instant) -> Instant? {
        guard inputPatience > .zero, input.arrival != nil, !isSingleTurn,
            let wanted = alarm.wanted, wanted > now, wanted <= latest
        else { return nil }
        return wanted
    }

    /// Sleeps to the alarm and does what is due, again and again as long as what comes in may wait.
    /// Then the loop looks at its sockets without waiting: one time of waking up serves what goes
    /// out and what has come in.
    private func sleep(to first: Instant, from began: Instant) {
        if !alarm.isSlept {
            alarm.isSlept = true
            unsafe uv_idle_start(idleHandle) { _ in }
            clearTimer()
        }
        let latest = began + inputPatience
        var began = began
        var next: Instant? = first
        while let wanted = next {
            alarm.sleep(to: clock.originNanoseconds + wanted.nanoseconds)
            let end = now
            counters.wait = counters.wait + (end - began)
            ringIfDue(at: end)
            // The answer to what goes out now is not to be read together with what waits.
            guard inputPatience > .zero else { return }
            flush()
            began = now
            next = nearAlarm(at: began, until: latest)
        }
    }

    /// The loop has something to do: for the first callback of a turn, whichever that is.
    ///
    /// libuv could measure this too, at the price of a second look at the sockets in every turn.
    ///
    /// - Returns: the time, for that callback; nil for any other.
    @discardableResult
    @inline(__always) func stopWaiting() -> Instant? {
        guard let began = waitBegan else { return nil }
        waitBegan = nil
        let end = now
        counters.wait = counters.wait + (end - began)
        return end
    }

    /// Closes every connection and listener without further events, and frees all resources.
    ///
    /// Key derivations that have begun are waited for.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        handler = nil
        waker.disconnect()
        for slot in connections.indices { beginClosing(slot, nil) }
        closeListeners()
        unsafe uv_close(wakeHandle.handle, nil)
        unsafe uv_close(prepareHandle.handle, nil)
        unsafe uv_close(checkHandle.handle, nil)
        unsafe uv_close(idleHandle.handle, nil)
        unsafe uv_close(lingerTimer.handle, nil)
        unsafe uv_close(acceptTimer.handle, nil)
        unsafe uv_close(alarmPoll.handle, nil)
        // Runs the close callbacks and the ends of jobs; nothing is left to run afterwards.
        unsafe uv_run(loop, UV_RUN_DEFAULT)
        let status = unsafe uv_loop_close(loop)
        precondition(status == 0, "a libuv handle was left open")
        alarm.close()
        unsafe wakeHandle.deallocate()
        unsafe prepareHandle.deallocate()
        unsafe checkHandle.deallocate()
        unsafe idleHandle.deallocate()
        unsafe lingerTimer.deallocate()
        unsafe acceptTimer.deallocate()
        unsafe alarmPoll.deallocate()
        unsafe loop.deallocate()
    }
}

/// libuv allows `uv_async_send` from any thread until the handle is closed; the `Waker` is
/// disconnected before that.
@safe private struct SendableAsyncHandle: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<uv_async_t>
}

/// Frees a handle that belongs to no connection.
let freeHandle: uv_close_cb = { handle in
    unsafe UnsafeMutableRawPointer(handle!).deallocate()
}

extension UnsafeMutablePointer {
    /// The same handle as libuv's base type; `Pointee` is one of its handle types.
    var handle: UnsafeMutablePointer<uv_handle_t> {
        unsafe UnsafeMutableRawPointer(self).assumingMemoryBound(to: uv_handle_t.self)
    }
}

extension UnsafeMutablePointer<uv_tcp_t> {
    var stream: UnsafeMutablePointer<uv_stream_t> {
        unsafe UnsafeMutableRawPointer(self).assumingMemoryBound(to: uv_stream_t.self)
    }

    /// The socket; -1 before there is one.
    var descriptor: Int32 {
        var descriptor: Int32 = -1
        _ = unsafe uv_fileno(handle, &descriptor)
        return descriptor
    }
}
