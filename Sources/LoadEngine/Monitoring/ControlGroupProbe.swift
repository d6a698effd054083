internal import EventLoop
internal import Measurement
internal import Units

/// Reads what a control group uses.
///
/// Source: Linux, Documentation/admin-guide/cgroup-v2.rst.
struct ControlGroupProbe: Sendable {
    private static let root = "/sys/fs/cgroup"
    let folder: String

    /// - Parameter path: as in /sys/fs/cgroup, or below it.
    /// - Throws: when there is no such group, or none of version 2.
    init(path: String) throws(UsageProbe.Failure) {
        try self.init(
            folder: path.hasPrefix(Self.root + "/")
                ? path : Self.root + (path.hasPrefix("/") ? "" : "/") + path)
    }

    init(folder: String) throws(UsageProbe.Failure) {
        self.folder = folder
        _ = try read()
    }

    func read() throws(UsageProbe.Failure) -> UsageReading {
        let statistics = try text("cpu.stat")
        guard let time = Self.value("usage_usec", in: statistics) else {
            throw UsageProbe.Failure(reason: "\(folder)/cpu.stat has no usage_usec")
        }
        var reading = UsageReading()
        reading.processorTime = .microseconds(Int64(clamping: time))
        // The group at the root has no files for its memory.
        if let memory = try? text("memory.current"),
            let bytes = UInt64(memory.filter { !$0.isWhitespace })
        {
            let files = (try? text("memory.stat")).flatMap { Self.value("inactive_file", in: $0) }
            reading.residentBytes = bytes - min(bytes, files ?? 0)
        }
        return reading
    }

    /// Whether a process belongs to the group or to one in it.
    func contains(_ process: Int32) -> Bool {
        guard let text = try? FileReader.read("/proc/\(process)/cgroup") else { return false }
        return Self.folder(inMembership: String(decoding: text, as: UTF8.self)).map(holds) ?? false
    }

    /// Whether the group is the other one or in it.
    func isWithin(_ other: ControlGroupProbe) -> Bool { other.holds(folder) }

    private func holds(_ other: String) -> Bool {
        other == folder || other.hasPrefix(folder + "/")
    }

    /// The folder of a process's group; nil where it has none of version 2. Source: cgroups(7).
    static func folder(inMembership text: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix("0::/") }.map { root + $0.dropFirst(3) }
    }

    private func text(_ name: String) throws(UsageProbe.Failure) -> String {
        do throws(FileReader.Failure) {
            return String(decoding: try FileReader.read("\(folder)/\(name)"), as: UTF8.self)
        } catch {
            throw UsageProbe.Failure(reason: "\(error)")
        }
    }

    /// Of a line `key value`.
    private static func value(_ key: String, in text: String) -> UInt64? {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2, words[0] == key { return UInt64(words[1]) }
        }
        return nil
    }
}
