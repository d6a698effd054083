internal import Glibc
import Units

/// What this process has used of the machine.
package struct ProcessUsage: Sendable {
    /// Processor time of all threads, in user and system mode.
    package var processorTime: Nanoseconds
    /// The most memory that was resident at once since this program was started. The maximum of
    /// getrusage(2) is not it: execve(2) hands on that of the process that was there before.
    package var peakResident: ByteCount
    /// Memory that is resident now; zero where /proc is not mounted.
    package var resident: ByteCount

    /// A reading taken now. Source: getrusage(2), proc(5) for statm and for VmHWM
    /// in status.
    package static var current: ProcessUsage {
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let time = nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime)
        return ProcessUsage(
            processorTime: time,
            peakResident: readPeakResident() ?? .kibibytes(Int(usage.ru_maxrss)),
            resident: readResident())
    }

    private static func nanoseconds(_ time: timeval) -> Nanoseconds {
        .seconds(Int64(time.tv_sec)) + .microseconds(Int64(time.tv_usec))
    }

    private static func readPeakResident() -> ByteCount? {
        let status = FileReader.text("/proc/self/status") ?? ""
        for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
            let fields = line.split { $0 == " " || $0 == "\t" }
            return fields.count > 1 ? Int(fields[1]).map { .kibibytes($0) } : nil
        }
        return nil
    }

    private static func readResident() -> ByteCount {
        let fields = (FileReader.text("/proc/self/statm") ?? "").split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { return ByteCount(0) }
        return ByteCount(pages * Int(sysconf(Int32(_SC_PAGESIZE))))
    }
}
