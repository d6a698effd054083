import Units

/// What the system's scheduler did for the calling thread.
enum ThreadUsage {
    /// Time that the thread was ready to run while others had the processors; nil where the system
    /// does not keep it.
    ///
    /// Source: Linux, Documentation/scheduler/sched-stats.rst (/proc/PID/schedstat).
    static var runDelay: Nanoseconds? {
        guard let bytes = try? FileReader.read("/proc/thread-self/schedstat") else { return nil }
        let fields = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard fields.count == 3 else { return nil }
        return Int64(fields[1]).map { Nanoseconds($0) }
    }
}
