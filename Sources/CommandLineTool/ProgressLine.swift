import Measurement
import Units

/// What is going on in a run, as one line.
package struct ProgressLine: Equatable, Sendable {
    /// `set-up`, `warm-up`, `run`, `drain`, `logout`.
    package var phase: String
    package var elapsed: Nanoseconds
    package var online: Int
    package var loginsPerSecond: Double
    package var messagesPerSecond: Double
    /// Response of the last interval; nil when nothing was done in it.
    package var p50: Nanoseconds?
    package var p99: Nanoseconds?
    /// Since the start.
    package var errors: Int
    package var lag: Nanoseconds?

    package init(
        phase: String, elapsed: Nanoseconds, online: Int, loginsPerSecond: Double,
        messagesPerSecond: Double, p50: Nanoseconds?, p99: Nanoseconds?, errors: Int,
        lag: Nanoseconds?
    ) {
        self.phase = phase
        self.elapsed = elapsed
        self.online = online
        self.loginsPerSecond = loginsPerSecond
        self.messagesPerSecond = messagesPerSecond
        self.p50 = p50
        self.p99 = p99
        self.errors = errors
        self.lag = lag
    }

    /// Fixed columns, so that lines above each other can be compared; what matters most stands
    /// first, for a narrow terminal cuts the end.
    package var text: String {
        [
            Self.padded(elapsed.onClock, 6),
            " " + phase + String(repeating: " ", count: max(0, 7 - phase.count)),
            Self.padded("\(online)", 6) + " online",
            Self.padded("\(errors)", 5) + " errors",
            Self.padded(Self.rate(loginsPerSecond), 5) + " logins/s",
            Self.padded(Self.rate(messagesPerSecond), 6) + " messages/s",
            "  p50 " + Self.padded(p50?.inWords ?? "-", 7),
            " p99 " + Self.padded(p99?.inWords ?? "-", 7),
            " lag " + (lag?.inWords ?? "-"),
        ].joined()
    }

    /// Whole from 10 on, else one digit after the point; none for nothing.
    package static func rate(_ value: Double) -> String {
        value.fixed(value == 0 || value >= 10 ? 0 : 1)
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
