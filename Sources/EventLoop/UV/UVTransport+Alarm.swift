internal import CLibUV
internal import Glibc
import Units

/// The state of the one alarm: a timerfd, since libuv's timers know whole milliseconds only.
struct AlarmState {
    let descriptor: Int32
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
    }

    func close() { Glibc.close(descriptor) }

    /// Waits to a time of CLOCK_MONOTONIC, in nanoseconds; a signal may end it early.
    func sleep(to time: Int64) {
        var end = Self.timespec(time)
        unsafe clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &end, nil)
    }

    static func timespec(_ nanoseconds: Int64) -> timespec {
        Glibc.timespec(
            tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
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
        var setting = itimerspec()
        if let instant, instant != .distantFuture {
            // 0 would stop the timer; an instant that has passed rings at once.
            setting.it_value = AlarmState.timespec(
                max(1, clock.originNanoseconds + instant.nanoseconds))
        }
        unsafe timerfd_settime(alarm.descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
