package import Units

/// What one source told of the server while the run lasted.
package struct ServerUsage: Sendable, Equatable, Codable {
    /// As the user named it (`pid:1234`), or `loopback`.
    package var source: String
    /// What went wrong with it; nil: nothing.
    package var note: String?
    /// In order of time.
    package var samples: [Sample] = []
    /// Of a Prometheus endpoint, by the name that the user gave.
    package var series = SeriesTable()

    package init(source: String) { self.source = source }

    /// One look at the server. What the source does not tell is nil.
    package struct Sample: Sendable, Equatable, Codable {
        /// From the start of the run; negative before it.
        package var time: Nanoseconds
        /// Processor time by time since the sample before: 1 is one processor.
        package var cpuRatio: Double?
        package var residentBytes: UInt64?
        package var descriptors: UInt64?
        package var contextSwitchesPerSecond: Double?

        enum CodingKeys: String, CodingKey {
            case time = "t_ns"
            case cpuRatio = "cpu_ratio"
            case residentBytes = "rss_bytes"
            case descriptors
            case contextSwitchesPerSecond = "context_switches_per_s"
        }

        package init(time: Nanoseconds) { self.time = time }
    }

    package struct Point: Sendable, Equatable, Codable {
        /// From the start of the run; negative before it.
        package var time: Nanoseconds
        package var value: Double

        enum CodingKeys: String, CodingKey {
            case time = "t_ns"
            case value
        }

        package init(time: Nanoseconds, value: Double) { (self.time, self.value) = (time, value) }
    }
}

/// Series by name, as an object with its keys in order.
package struct SeriesTable: Sendable, Equatable, Codable {
    package private(set) var names: [String] = []
    private var points: [String: [ServerUsage.Point]] = [:]

    package init() {}

    /// The points of a series in order of time; empty for one that is not there.
    package subscript(name: String) -> [ServerUsage.Point] { points[name] ?? [] }

    package mutating func append(_ point: ServerUsage.Point, to name: String) {
        if points[name] == nil {
            names.append(name)
            names.sort()
        }
        points[name, default: []].append(point)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NameKey.self)
        for key in container.allKeys {
            points[key.stringValue] = try container.decode(
                [ServerUsage.Point].self, forKey: key)
        }
        names = points.keys.sorted()
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NameKey.self)
        for name in names { try container.encode(self[name], forKey: NameKey(name)) }
    }
}
