package import Units

/// What the load cost the server; nil where the run does not tell.
package struct ServerCosts: Sendable, Equatable, Codable {
    /// Processor time for each message sent.
    package var cpuPerMessage: Nanoseconds?
    /// Processor time for each session that logged in, with all it did besides messages.
    package var cpuPerLogin: Nanoseconds?
    /// Memory that each session online took.
    package var memoryPerSessionBytes: Int64?

    enum CodingKeys: String, CodingKey {
        case cpuPerMessage = "cpu_per_message_ns"
        case cpuPerLogin = "cpu_per_login_ns"
        case memoryPerSessionBytes = "memory_per_session_bytes"
    }

    /// Nothing is known.
    package init() {}
}
