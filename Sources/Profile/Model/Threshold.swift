package import Units

/// A condition on the result that a run passes or fails.
package struct Threshold: Hashable, Sendable {
    /// As written, blanks made single.
    package var expression: String
    package var quantity: Quantity
    package var comparison: Comparison
    package var limit: Limit
    /// `in every 10s`: it judges each part of the run that is so long; nil: the whole of it.
    package var window: Nanoseconds?
    /// `abort`, `abort after 5s`: a run that breaks it ends; not before so much was measured. Nil:
    /// the run goes on.
    package var abortAfter: Nanoseconds?
    package var position: SourcePosition

    /// What is compared.
    package enum Quantity: Hashable, Sendable {
        /// `login.response.p99`: the key without `_ns` of `metrics.NAME.TIME`.
        case latency(metric: String, time: Time, statistic: Statistic)
        /// `login.errors`: a plain number of `metrics.NAME`; `errorRate` is errors by count.
        case metric(String, Figure)
        /// `message.lost`: a key of `messages`, `sessions`, `actions`, `bytes` or `stanzas`.
        case counter(group: String, key: String)
        /// `server.cpu_per_login`: what a monitor tells.
        case server(ServerFigure)
        /// `errors.count`, all errors.
        case errorCount
        /// `errors.rate`, all errors by all started.
        case errorRate

        /// Where the value stands in a result.
        package var path: [String] {
            switch self {
            case .latency(let metric, let time, let statistic):
                [metric, time.rawValue, statistic.rawValue]
            case .metric(let metric, let figure): [metric, figure.rawValue]
            case .counter(let group, let key): [group, key]
            case .server(let figure): ["server", figure.rawValue]
            case .errorCount: ["errors", "count"]
            case .errorRate: ["errors", "rate"]
            }
        }
    }

    /// Which of an action's times (the design's due, sent, done).
    package enum Time: String, CaseIterable, Sendable {
        case response
        case service
        case lag
    }

    /// What of a distribution.
    package enum Statistic: String, CaseIterable, Sendable {
        case count
        case min
        case mean
        case p50
        case p90
        case p95
        case p99
        case p999
        case max
    }

    /// What of a metric apart from its times.
    package enum Figure: String, CaseIterable, Sendable {
        case count
        case errors
        case unfinished
        case rate
        case errorRate = "error_rate"
    }

    /// What of the server's use of its machine: keys of a result's `server`, without their units.
    package enum ServerFigure: String, CaseIterable, Sendable {
        case cpuPerMessage = "cpu_per_message"
        case cpuPerLogin = "cpu_per_login"
        case cpuRatio = "cpu_ratio"
        case memoryPerSession = "memory_per_session"
        case memoryPeak = "memory_peak"

        /// Whether it is about processor time, all that is known of a loopback server by itself.
        package var isOfProcessorTime: Bool {
            switch self {
            case .cpuPerMessage, .cpuPerLogin, .cpuRatio: true
            case .memoryPerSession, .memoryPeak: false
            }
        }
    }

    package enum Comparison: String, CaseIterable, Sendable {
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case equal = "=="
        case notEqual = "!="

        /// Whether `value` stands in this relation to `limit`.
        package func holds(_ value: Double, _ limit: Double) -> Bool {
            switch self {
            case .less: value < limit
            case .lessOrEqual: value <= limit
            case .greater: value > limit
            case .greaterOrEqual: value >= limit
            case .equal: value == limit
            case .notEqual: value != limit
            }
        }
    }

    /// The right-hand side.
    package enum Limit: Hashable, Sendable {
        case duration(Nanoseconds)
        /// A count, a ratio (`0.1%` is 0.001), or a rate per second.
        case number(Double)

        /// Nanoseconds or the plain number, in the unit of the observed value.
        package var value: Double {
            switch self {
            case .duration(let time): Double(time.rawValue)
            case .number(let number): number
            }
        }
    }
}
