package import Units

/// What one schedule of the profile asked for and what it got, within the measured part.
package struct ScheduleFacts: Sendable, Equatable, Codable {
    /// `sessions`, or the traffic's name.
    package let name: String
    /// Actions that were due.
    package let asked: UInt64
    /// Actions that were begun before the measured part ended.
    package let achieved: UInt64
    /// Actions that no session was online for; they count as skipped.
    package let nobodyOnline: UInt64
    /// Arrivals that found no free account.
    @LaterKey package private(set) var skipped: UInt64

    enum CodingKeys: String, CodingKey {
        case name, asked, achieved
        case nobodyOnline = "nobody_online"
        case skipped
    }

    package init(
        name: String, asked: UInt64, achieved: UInt64, nobodyOnline: UInt64 = 0,
        skipped: UInt64 = 0
    ) {
        (self.name, self.asked, self.achieved) = (name, asked, achieved)
        self.nobodyOnline = nobodyOnline
        self.skipped = skipped
    }

    /// What two shares of a schedule come to.
    package static func + (one: Self, other: Self) -> Self {
        Self(
            name: one.name, asked: one.asked + other.asked,
            achieved: one.achieved + other.achieved,
            nobodyOnline: one.nobodyOnline + other.nobodyOnline,
            skipped: one.skipped + other.skipped)
    }
}

/// What only the engine knows of a run, told when it is over.
package struct RunFacts: Sendable, Equatable, Codable {
    /// What all that is random in the run came from.
    package var seed: UInt64 = 0
    /// Nanoseconds since 1970-01-01 UTC.
    package var startedAt: Int64 = 0
    /// From the first arrival to the end of the drain.
    package var duration = Nanoseconds.zero
    /// The part of it without warm-up and drain.
    package var measured = Nanoseconds.zero
    /// CPU time of the process without the loopback server's.
    package var cpu = Nanoseconds.zero
    /// CPU time of the built-in server, if the run had one.
    package var loopbackCPU: Nanoseconds?
    /// Most memory that the process held.
    package var peakResidentBytes: UInt64 = 0
    /// Event loops, each with its thread.
    package var workers = 1
    /// Processes.
    package var ranks = 1
    /// What is wrong with ranks, a line for each that is missing or whose own measurement is not
    /// good.
    package var brokenRanks: [String] = []
    /// Most sessions that were bound at once, over all workers.
    package var onlinePeak = 0
    /// Arrivals and each traffic.
    package var schedules: [ScheduleFacts] = []
    /// How far the time of day and the monotonic clock went apart (suspended, set by hand).
    package var clockStep = Nanoseconds.zero
    /// Share of the processor time that this machine wanted during the run and its hypervisor gave
    /// to others; nil if the system does not tell.
    package var stolenRatio: Double?
    /// The user ended the run; what was under way then is pending.
    package var isInterrupted = false
    /// What the user changed of the load while it lasted: when, and to what.
    package var loadChanges: [String] = []
    /// The threshold that ended the run before its time.
    package var abortedBy: String?
    /// Nothing could be had of the target any more when the run ended.
    package var isTargetDead = false
    /// `name` and `version` as the server told them (XEP-0092).
    package var server: ServerVersion?
    /// What the sampled sessions did.
    package var timelines: [SessionTimeline] = []
    /// What was seen of the server from outside, by source.
    package var serverUsage: [ServerUsage] = []

    package init() {}
}

/// The server's own account of what it is.
package struct ServerVersion: Sendable, Equatable, Codable {
    /// As in XEP-0092.
    package let name: String
    /// As in XEP-0092.
    package let version: String

    package init(name: String, version: String) { (self.name, self.version) = (name, version) }
}

/// Sessions of the whole run, warm-up included.
package struct SessionCounts: Sendable, Equatable, Codable {
    /// Arrivals that got an account.
    package var started: UInt64 = 0
    /// Most that were bound at once.
    package var onlinePeak = 0
    /// Ended by an error.
    package var failed: UInt64 = 0
    /// Arrivals that found no free account.
    package var skipped: UInt64 = 0
    /// Found unfinished by the end of the run.
    package var cut: UInt64 = 0
    /// Bound at least once.
    package var loggedIn: UInt64 = 0

    enum CodingKeys: String, CodingKey {
        case started
        case loggedIn = "logged_in"
        case onlinePeak = "online_peak"
        case failed, skipped, cut
    }

    package init() {}
}

/// One kind of error.
package struct ErrorResult: Sendable, Equatable, Codable {
    /// A metric's name, or `connection`.
    package let stage: String
    /// The server's or the transport's word for it.
    package let condition: String
    /// Over the whole run.
    package let count: UInt64
    /// Within its measured part; `errors.rate` counts these.
    package let measured: UInt64
    /// The first one in words.
    package let sample: String

    package init(stage: String, condition: String, count: UInt64, measured: UInt64, sample: String)
    {
        (self.stage, self.condition, self.sample) = (stage, condition, sample)
        (self.count, self.measured) = (count, measured)
    }
}

/// One line of the time series: what all workers did between two instants.
package struct IntervalRow: Sendable, Equatable, Codable {
    /// Start, from the start of the run.
    package var start = Nanoseconds.zero
    /// From start to end.
    package var length = Nanoseconds.zero
    /// Whether it lies in the measured part of the run.
    package var isMeasured = false
    /// At its end.
    package var online = 0
    /// Sessions bound.
    package var logins: UInt64 = 0
    /// Messages.
    package var sent: UInt64 = 0
    /// Messages.
    package var delivered: UInt64 = 0
    /// Of all kinds.
    package var errors: UInt64 = 0
    /// The same by stage.
    @LaterKey package var errorsByStage = StageCounts()
    /// Actions and arrivals.
    package var skipped: UInt64 = 0
    /// Of `RunResult.seriesMetric`; `nil` if nothing was done.
    package var responseP50: Nanoseconds?
    /// Likewise.
    package var responseP99: Nanoseconds?
    /// Of all actions; `nil` if none was begun.
    package var lagP99: Nanoseconds?
    /// Of the busiest worker.
    package var busyRatio = 0.0
    /// Of `RunResult.seriesMetric`, actions that were due in the interval, begun or skipped; known
    /// once the run is over.
    package var due: UInt64?
    /// Of `RunResult.seriesMetric`, of the actions that were due in the interval, whenever they
    /// were done; known once the run is over. What never finished counts as infinite; nil: infinite,
    /// or nothing was due.
    package var dueP50: Nanoseconds?
    /// Likewise.
    package var dueP95: Nanoseconds?
    /// Likewise.
    package var dueP99: Nanoseconds?
    /// Of what was due in the interval, how much never finished.
    package var dueUnfinished: UInt64?

    enum CodingKeys: String, CodingKey {
        case start = "t_ns"
        case length = "length_ns"
        case isMeasured = "measured"
        case online, logins, sent, delivered, errors
        case errorsByStage = "errors_by_stage"
        case skipped
        case responseP50 = "response_p50_ns"
        case responseP99 = "response_p99_ns"
        case lagP99 = "lag_p99_ns"
        case busyRatio = "busy_ratio"
        case due
        case dueP50 = "due_p50_ns"
        case dueP95 = "due_p95_ns"
        case dueP99 = "due_p99_ns"
        case dueUnfinished = "due_unfinished"
    }

    package init() {}
}

/// Everything that a report says but for the environment and the profile.
package struct RunResult: Sendable, Equatable {
    /// What only the engine knew.
    package var facts: RunFacts
    /// Sessions of the whole run.
    package var sessions: SessionCounts
    /// Messages due in the measured part.
    package var messages: MessageCounts
    /// Actions that nobody was there to do, in the measured part.
    package var actionsSkipped: UInt64
    /// On the wire, over the whole run.
    package var bytesSent: UInt64
    /// On the wire, over the whole run.
    package var bytesReceived: UInt64
    /// Over the whole run.
    package var stanzasSent: UInt64
    /// Over the whole run.
    package var stanzasReceived: UInt64
    /// Share of the measured part that the busiest worker was at work.
    package var busyRatio: Double
    /// Share of the measured part that the worst off worker waited for a processor; nil if the
    /// system does not tell.
    package var runDelayRatio: Double?
    /// Most bytes that waited on one connection for its peer to take them.
    package var sendQueuePeak: UInt64
    /// Connections for which this machine had no descriptor or port.
    package var resourceFailures: UInt64
    /// Metrics that something happened to, in the order of their registration.
    package var metrics: [MetricResult]
    /// The most frequent first.
    package var errors: [ErrorResult]
    /// Of each scenario, what became of its steps.
    package var ladders: [ScenarioLadder] = []
    /// What the load cost the server, as far as it was watched.
    package var server = ServerCosts()
    /// The time series.
    package var intervals: [IntervalRow]
    /// The metric whose response is in `intervals`.
    package var seriesMetric: String
    /// Whether the measurement can be trusted.
    package var verdict: Verdict
    /// How the server did.
    package var outcome: Outcome
    /// For each condition that the run was watched by, what its windows showed; nil for those
    /// about the whole run.
    package var windows: [WindowResult?] = []
    /// The percentiles that those conditions are about.
    package var judgedPercentiles: [JudgedPercentile] = []

    /// The metric of that name, if anything happened to it.
    package func metric(_ name: String) -> MetricResult? { metrics.first { $0.name == name } }

    /// Actions begun in the measured part; parts of a login are not counted again.
    package var actionsStarted: UInt64 {
        metrics.reduce(0) { sum, metric in
            metric.kind == .action && !metric.isTagged ? sum + metric.counts.started : sum
        }
    }

    /// Errors of the measured part.
    package var measuredErrors: UInt64 { errors.reduce(0) { $0 + $1.measured } }

    /// All errors by all actions started; `nil` if nothing was.
    package var errorRate: Double? { Self.errorRate(measuredErrors, of: actionsStarted) }

    /// Errors by actions; errors without any action are all there is. `nil` if there is nothing.
    static func errorRate(_ errors: UInt64, of actions: UInt64) -> Double? {
        if actions == 0 { return errors == 0 ? nil : 1 }
        return Double(errors) / Double(actions)
    }
}
