package import Units

/// What a source says of the server at one instant; nil for what it does not say.
package struct UsageReading: Sendable, Equatable {
    /// From whenever the source counts.
    package var processorTime: Nanoseconds?
    package var residentBytes: UInt64?
    package var descriptors: UInt64?
    /// From whenever the source counts.
    package var contextSwitches: UInt64?
    /// By name.
    package var series: [String: Double] = [:]

    package init() {}
}

/// Makes samples of a source's readings: what counts up becomes a rate.
package struct UsageRecorder: Sendable {
    private var usage: ServerUsage
    private var last: (time: Instant, reading: UsageReading)?
    private var readings = 0
    private var failures = 0
    private var firstFailure: (time: Instant, reason: String)?

    /// - Parameter source: as the user named it.
    package init(source: String) { usage = ServerUsage(source: source) }

    /// Takes a reading in; later ones have later times.
    package mutating func record(_ reading: UsageReading, at time: Instant) {
        readings += 1
        var sample = ServerUsage.Sample(time: time - .origin)
        sample.residentBytes = reading.residentBytes
        sample.descriptors = reading.descriptors
        if let last, time > last.time {
            let seconds = (time - last.time).inSeconds
            if let now = reading.processorTime, let before = last.reading.processorTime {
                sample.cpuRatio = Self.rounded(
                    max(0, (now - before).inSeconds / seconds), to: 1e6)
            }
            if let now = reading.contextSwitches, let before = last.reading.contextSwitches {
                // Those of threads that have ended are not counted any more.
                sample.contextSwitchesPerSecond =
                    now > before ? Self.rounded(Double(now - before) / seconds, to: 10) : 0
            }
        }
        usage.samples.append(sample)
        for (name, value) in reading.series {
            usage.series.append(ServerUsage.Point(time: sample.time, value: value), to: name)
        }
        last = (time, reading)
    }

    /// Without digits that say nothing.
    private static func rounded(_ value: Double, to steps: Double) -> Double {
        (value * steps).rounded() / steps
    }

    /// There was no reading.
    package mutating func failed(_ reason: String, at time: Instant) {
        failures += 1
        if firstFailure == nil { firstFailure = (time, reason) }
    }

    /// All that was recorded.
    ///
    /// - Parameter origin: when the run began, on the clock of the readings.
    package func usage(from origin: Instant) -> ServerUsage {
        let offset = origin - .origin
        var shifted = ServerUsage(source: usage.source)
        shifted.samples = usage.samples.map { sample in
            var sample = sample
            sample.time = sample.time - offset
            return sample
        }
        for name in usage.series.names {
            for point in usage.series[name] {
                shifted.series.append(
                    ServerUsage.Point(time: point.time - offset, value: point.value), to: name)
            }
        }
        if let firstFailure {
            shifted.note =
                "\(failures) of \(readings + failures) readings failed, the first after "
                + "\((firstFailure.time - origin).inWords): \(firstFailure.reason)"
        }
        return shifted
    }
}
