internal import CLibUV
internal import Glibc
import Units

/// The state of the one alarm: a timerfd, since libuv's timers know whole milliseconds only.
struct AlarmState {
    let descriptor: Int32
    /// A timerfd that is waited for by reading it: sleeping calls round their time up, by 50 µs.
    private let sleeper: Int32
    /// When the handler wants to be woken.
    var wanted: Instant?
    /// What the timerfd is set to.
    var set: Instant?
    /// The timerfd rang and has to be set again, or it would keep the loop from waiting.
    var hasRung = false
    /// The loop slept to the last alarm, and does not wait by itself.
    var isSlept = false

    init() throws(TransportError) {
        descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard descriptor >= 0 else { throw TransportError(errno: errno) }
        sleeper = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC))
        guard sleeper >= 0 else {
            let code = errno
            Glibc.close(descriptor)
            throw TransportError(errno: code)
        }
    }

    func close() {
        Glibc.close(descriptor)
        Glibc.close(sleeper)
    }

    /// Waits to a time of CLOCK_MONOTONIC, in nanoseconds; a signal may end it early.
    func sleep(to time: Int64) {
        Self.set(sleeper, to: time)
        var expirations: UInt64 = 0
        _ = unsafe read(sleeper, &expirations, 8)
    }

    /// Sets a timerfd; 0 stops it.
    static func set(_ timer: Int32, to time: Int64) {
        var setting = itimerspec()
        setting.it_value.tv_sec = Int(time / 1_000_000_000)
        setting.it_value.tv_nsec = Int(time % 1_000_000_000)
        unsafe timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}

extension UVTransport {
    public func wake(at instant: Instant?) { alarm.wanted = instant }

    func alarmRang() {
        alarm.hasRung = true
        ringIfDue(at: stopWaiting() ?? now)
    }

    /// Tells the handler once if the instant has come; it may set the alarm again.
    ///
    /// - Returns: whether it had.
    @discardableResult
    func ringIfDue(at now: Instant) -> Bool {
        guard let wanted = alarm.wanted, wanted <= now else { return false }
        alarm.wanted = nil
        handler?.wokeUp(at: now)
        return true
    }

    /// Sets the timerfd to what is wanted by now: at most one system call a turn.
    func setTimer() {
        guard alarm.hasRung || alarm.set != alarm.wanted else { return }
        setTimer(alarm.wanted)
    }

    /// Stops the timerfd, if it is set or has rung.
    func clearTimer() {
        if alarm.hasRung || alarm.set != nil { setTimer(nil) }
    }

    private func setTimer(_ instant: Instant?) {
        alarm.hasRung = false
        alarm.set = instant
        var time: Int64 = 0
        if let instant, instant != .distantFuture {
            // 0 would stop the timer; an instant that has passed rings at once.
            time = max(1, clock.originNanoseconds + instant.nanoseconds)
        }
        AlarmState.set(alarm.descriptor, to: time)
    }
}
