internal import EventLoop
internal import Measurement
internal import Profile
internal import Units

/// Looks at the server from outside, through one source.
enum UsageProbe: Sendable {
    case processes(ProcessProbe)
    case controlGroup(ControlGroupProbe)
    case prometheus(PrometheusProbe)
    /// Processor time that this process's own server has taken.
    case loopback(@Sendable () -> Nanoseconds)

    /// Why there is no reading, for people.
    struct Failure: Error, Equatable, Sendable {
        var reason: String
    }

    /// A reading taken now; may block for some seconds where the source is on the network.
    mutating func read() throws(Failure) -> UsageReading {
        switch self {
        case .processes(var probe):
            defer { self = .processes(probe) }
            return try probe.read()
        case .controlGroup(let probe): return try probe.read()
        case .prometheus(let probe): return try probe.read()
        case .loopback(let processorTime):
            var reading = UsageReading()
            reading.processorTime = processorTime()
            return reading
        }
    }

    /// What both watch now, for people, as far as that can be known.
    func overlap(with other: UsageProbe) -> String? {
        switch (self, other) {
        case (.processes(let a), .processes(let b)):
            return a.identifiers.first(where: b.identifiers.contains).map { "process \($0)" }
        case (.processes(let processes), .controlGroup(let group)),
            (.controlGroup(let group), .processes(let processes)):
            return processes.identifiers.first(where: group.contains).map { "process \($0)" }
        case (.controlGroup(let a), .controlGroup(let b)):
            if a.isWithin(b) { return a.folder }
            return b.isWithin(a) ? b.folder : nil
        case (.prometheus, _), (_, .prometheus), (.loopback, _), (_, .loopback):
            return nil
        }
    }
}
