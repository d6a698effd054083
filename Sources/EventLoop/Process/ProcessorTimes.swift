/// How the machine's processors were used since it started, all of them together.
package struct ProcessorTimes: Sendable, Equatable {
    /// Clock ticks in which something wanted to run, whether it could or not.
    package var wanted: UInt64
    /// Those of them that the hypervisor gave to other machines.
    package var stolen: UInt64

    /// A reading taken now; nil where /proc is not mounted. Source: proc_stat(5).
    package static var current: ProcessorTimes? {
        guard let bytes = try? FileReader.read("/proc/stat") else { return nil }
        return ProcessorTimes(stat: String(decoding: bytes, as: UTF8.self))
    }

    /// Reads the first line of /proc/stat.
    init?(stat: String) {
        let fields = stat.prefix { $0 != "\n" }.split(separator: " ")
        guard fields.count > 8, fields[0] == "cpu" else { return nil }
        // user, nice, system, idle, iowait, irq, softirq, steal; guests are in user and nice.
        let ticks = fields[1...8].compactMap { UInt64($0) }
        guard ticks.count == 8 else { return nil }
        stolen = ticks[7]
        wanted = ticks.reduce(0, &+) &- ticks[3] &- ticks[4]
    }

    /// The share of what was wanted since a former reading that other machines got.
    package func stolenShare(since former: ProcessorTimes) -> Double {
        guard wanted > former.wanted, stolen > former.stolen else { return 0 }
        return Double(stolen - former.stolen) / Double(wanted - former.wanted)
    }
}
