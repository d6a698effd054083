internal import CLibUV
internal import Glibc
import Units

/// The state of the one alarm: a timerfd, since libuv's timers know whole milliseconds only.
struct AlarmState {
    var descriptor: Int32 = -1
    /// When the handler wants to be woken.
    var wanted: Instant?
    /// What the timerfd is set to.
    var set: Instant?
    /// The timerfd rang and has to be set again, or it would keep the loop from waiting.
    var hasRung = false
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
        alarm.hasRung = false
        alarm.set = alarm.wanted
        var setting = itimerspec()
        if let wanted = alarm.wanted {
            // 0 would stop the timer; an instant that has passed rings at once.
            let time =
                wanted == .distantFuture
                ? 0 : max(1, clock.originNanoseconds + wanted.nanoseconds)
            setting.it_value.tv_sec = Int(time / 1_000_000_000)
            setting.it_value.tv_nsec = Int(time % 1_000_000_000)
        }
        unsafe timerfd_settime(
            alarm.descriptor, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
