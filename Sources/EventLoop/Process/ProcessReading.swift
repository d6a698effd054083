internal import Glibc
import Units

/// What another process has used of this machine since it began, as far as the system tells.
package struct ProcessReading: Sendable, Equatable {
    /// Of all its threads, those that have ended too.
    package var processorTime: Nanoseconds
    package var residentBytes: UInt64
    /// nil where the process is another user's.
    package var descriptors: UInt64?
    /// Of the threads that it has now.
    package var contextSwitches: UInt64
    /// In clock ticks since the system started: tells a process from a later one of its number.
    package var startTime: UInt64

    /// A reading taken now; nil where there is no such process any more.
    ///
    /// Source: proc_pid_stat(5), proc_pid_statm(5), proc_pid_fd(5), clock_getcpuclockid(3).
    package init?(of identifier: Int32) {
        let folder = "/proc/\(identifier)"
        guard let stat = FileReader.text("\(folder)/stat"), let fields = Self.fields(stat: stat),
            // A zombie has ended and uses nothing.
            fields.state != "Z", let processorTime = Self.processorTime(of: identifier),
            let statm = FileReader.text("\(folder)/statm")
        else { return nil }
        let pages = statm.split(separator: " ").dropFirst().first.flatMap { UInt64($0) }
        startTime = fields.startTime
        self.processorTime = processorTime
        residentBytes = (pages ?? 0) * UInt64(sysconf(Int32(_SC_PAGESIZE)))
        descriptors = Self.descriptors(in: "\(folder)/fd")
        contextSwitches = Directory.names("\(folder)/task").reduce(0) { sum, thread in
            sum + Self.contextSwitches(FileReader.text("\(folder)/task/\(thread)/status") ?? "")
        }
    }

    /// Of what /proc/PID/stat says: the name in brackets may hold anything.
    static func fields(stat: String) -> (state: Substring, startTime: UInt64)? {
        guard let end = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        // The state is the third field, the start the 22nd.
        guard fields.count > 19, let startTime = UInt64(fields[19]) else { return nil }
        return (fields[0], startTime)
    }

    /// Both kinds together.
    static func contextSwitches(_ status: String) -> UInt64 {
        status.split(separator: "\n").reduce(0) { sum, line in
            guard line.contains("voluntary_ctxt_switches:") else { return sum }
            let count = line.split(whereSeparator: \.isWhitespace).last.flatMap { UInt64($0) }
            return sum + (count ?? 0)
        }
    }

    private static func processorTime(of identifier: Int32) -> Nanoseconds? {
        var clock = clockid_t()
        var time = timespec()
        guard unsafe clock_getcpuclockid(identifier, &clock) == 0,
            unsafe clock_gettime(clock, &time) == 0
        else { return nil }
        return .seconds(Int64(time.tv_sec)) + Nanoseconds(Int64(time.tv_nsec))
    }

    /// Linux tells the number as the folder's size since 6.2; before, they have to be counted.
    private static func descriptors(in folder: String) -> UInt64? {
        guard unsafe access(folder, R_OK) == 0 else { return nil }
        var status = stat()
        if unsafe lstat(folder, &status) == 0, status.st_size > 0 {
            return UInt64(status.st_size)
        }
        return UInt64(Directory.names(folder).count)
    }
}
