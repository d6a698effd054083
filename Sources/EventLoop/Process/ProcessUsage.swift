internal import Glibc
import Units

/// What this process has used of the machine.
package struct ProcessUsage: Sendable {
    /// Processor time of all threads, in user and system mode.
    package var processorTime: Nanoseconds
    /// The most memory that was resident at once.
    package var peakResident: ByteCount
    /// Memory that is resident now; zero where /proc is not mounted.
    package var resident: ByteCount

    /// A reading taken now. Source: getrusage(2), proc(5) for statm.
    package static var current: ProcessUsage {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let time = nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime)
        return ProcessUsage(
            processorTime: time,
            peakResident: .kibibytes(Int(usage.ru_maxrss)),
            resident: readResident())
    }

    private static func nanoseconds(_ time: timeval) -> Nanoseconds {
        .seconds(Int64(time.tv_sec)) + .microseconds(Int64(time.tv_usec))
    }

    private static func readResident() -> ByteCount {
        guard let bytes = try? FileReader.read("/proc/self/statm") else { return ByteCount(0) }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { return ByteCount(0) }
        return ByteCount(pages * Int(sysconf(Int32(_SC_PAGESIZE))))
    }
}
