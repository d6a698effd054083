internal import Glibc
import Units

/// Reads CLOCK_MONOTONIC, counted from an origin.
///
/// Clocks with the same origin give instants that compare across threads and transports.
public struct MonotonicClock: Sendable, BitwiseCopyable {
    /// The system's monotonic time at `Instant.origin`, in nanoseconds.
    public let originNanoseconds: Int64

    /// A clock whose origin is now.
    public init() { originNanoseconds = Self.systemNanoseconds(CLOCK_MONOTONIC) }

    public init(originNanoseconds: Int64) { self.originNanoseconds = originNanoseconds }

    public var now: Instant {
        Instant(nanoseconds: Self.systemNanoseconds(CLOCK_MONOTONIC) - originNanoseconds)
    }

    /// What CLOCK_REALTIME shows more than this clock, in nanoseconds, at this moment.
    ///
    /// If the thread is held up in between, it is too little: a time of CLOCK_REALTIME is then taken
    /// for a later one, never for an earlier one.
    var realTimeLead: Int64 {
        let realTime = Self.systemNanoseconds(CLOCK_REALTIME)
        return realTime - now.nanoseconds
    }

    /// Processor time that the calling thread has used.
    public static var threadProcessorTime: Nanoseconds {
        Nanoseconds(systemNanoseconds(CLOCK_THREAD_CPUTIME_ID))
    }

    private static func systemNanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        let status = unsafe clock_gettime(clock, &time)
        precondition(status == 0, "clock_gettime cannot fail for a clock that Linux has")
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
