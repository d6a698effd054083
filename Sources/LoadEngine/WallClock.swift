import Glibc
package import Units

/// The time of day, for what a person reads and never for a measurement.
package enum WallClock {
    /// Nanoseconds since 1970-01-01 UTC (clock_gettime(2), CLOCK_REALTIME).
    package static var nanosecondsSince1970: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Blocks the calling thread; a signal may end it early.
    package static func sleep(_ time: Nanoseconds) {
        var request = timespec(
            tv_sec: Int(time.rawValue / 1_000_000_000),
            tv_nsec: Int(time.rawValue % 1_000_000_000))
        unsafe nanosleep(&request, nil)
    }
}
