package import Units

/// What the server used of its machine, and what of it the load cost; nil where the run does not
/// tell.
package struct ServerCosts: Sendable, Equatable, Codable {
    /// Processor time for each message sent.
    package var cpuPerMessage: Nanoseconds?
    /// Processor time for each session that logged in, with all it did besides messages.
    package var cpuPerLogin: Nanoseconds?
    /// Processor time by time over the measured part: 1 is one processor.
    package var cpuRatio: Double?
    /// Memory that each session online took.
    package var memoryPerSessionBytes: Int64?
    /// Most resident memory of all sources together.
    package var memoryPeakBytes: Int64?

    enum CodingKeys: String, CodingKey {
        case cpuPerMessage = "cpu_per_message_ns"
        case cpuPerLogin = "cpu_per_login_ns"
        case cpuRatio = "cpu_ratio"
        case memoryPerSessionBytes = "memory_per_session_bytes"
        case memoryPeakBytes = "memory_peak_bytes"
    }

    /// Nothing is known.
    package init() {}

    /// The figure by its key in the report, without its unit; nil if none has that name.
    func value(named key: String) -> ObservedValue? {
        func size(_ bytes: Int64?) -> ObservedValue {
            bytes.map { .bytes(UInt64(clamping: $0)) } ?? .unknown
        }
        return switch key {
        case "cpu_per_message": cpuPerMessage.map(ObservedValue.duration) ?? .unknown
        case "cpu_per_login": cpuPerLogin.map(ObservedValue.duration) ?? .unknown
        case "cpu_ratio": cpuRatio.map(ObservedValue.number) ?? .unknown
        case "memory_per_session": size(memoryPerSessionBytes)
        case "memory_peak": size(memoryPeakBytes)
        default: nil
        }
    }
}
