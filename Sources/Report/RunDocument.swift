package import Measurement
package import Units

/// `run.json` as a value: all that a report tells, whether its run has just ended or its file was
/// read again. Text, HTML, JUnit and Markdown are made from this, and `compare` reads it.
///
/// The keys are those that scripts rely on.
package struct RunDocument: Codable, Sendable, Equatable {
    /// Name and version of the format; the version changes when a key changes its meaning.
    package static let currentSchema = "clamor.run/1"

    package var schema = RunDocument.currentSchema
    package var verdict: Verdict
    package var outcome: Outcome
    package var profile: ProfileName
    package var seed: UInt64
    /// Of the first arrival, as a time of day in UTC.
    package var startedAt: String
    /// From the first arrival to the end of the drain.
    package var duration: Nanoseconds
    /// The part of it without warm-up and drain.
    package var measured: Nanoseconds
    /// The threshold that ended the run before its time.
    package var abortedBy: String?
    package var environment: Environment
    package var generator: Generator
    package var loopback: Loopback
    package var sessions: SessionCounts
    package var actions: Actions
    package var schedules: [ScheduleFacts]
    package var messages: MessageCounts
    package var bytes: Traffic
    package var stanzas: Traffic
    package var metrics: MetricTable
    package var errorsRate: Double?
    package var errors: [ErrorResult]
    package var thresholds: [ThresholdResult]
    /// What became of the steps of each scenario.
    package var scenarios: [ScenarioLadder]
    /// What the sampled sessions did.
    package var timelines: [SessionTimeline]
    /// What the load cost the server, as far as it was watched.
    package var server: ServerCosts
    /// What was seen of the server from outside, by source.
    package var serverUsage: [ServerUsage]
    /// The metric whose response is in `intervals`.
    package var intervalsMetric: String
    package var intervals: [IntervalRow]

    enum CodingKeys: String, CodingKey {
        case schema, verdict, outcome, profile, seed
        case startedAt = "started_at"
        case duration = "duration_ns"
        case measured = "measured_ns"
        case abortedBy = "aborted_by"
        case environment, generator, loopback, sessions, actions, schedules, messages, bytes
        case stanzas, metrics
        case errorsRate = "errors_rate"
        case errors, thresholds, scenarios, timelines, server
        case serverUsage = "server_usage"
        case intervalsMetric = "intervals_metric"
        case intervals
    }

    /// What a run that has ended tells.
    package init(_ report: Report) {
        let result = report.result
        let facts = result.facts
        verdict = result.verdict
        outcome = result.outcome
        profile = ProfileName(title: report.profile.title, sha256: report.profile.sha256)
        seed = facts.seed
        startedAt = UTCTime(nanosecondsSince1970: facts.startedAt).timestamp
        (duration, measured) = (facts.duration, facts.measured)
        abortedBy = facts.abortedBy
        environment = report.environment
        environment.server = facts.server
        generator = Generator(result)
        loopback = Loopback(cpu: facts.loopbackCPU)
        sessions = result.sessions
        actions = Actions(skipped: result.actionsSkipped)
        schedules = facts.schedules
        messages = result.messages
        bytes = Traffic(sent: result.bytesSent, received: result.bytesReceived)
        stanzas = Traffic(sent: result.stanzasSent, received: result.stanzasReceived)
        metrics = MetricTable(result.metrics.map(MetricDocument.init))
        errorsRate = result.errorRate
        errors = result.errors
        thresholds = report.thresholds
        scenarios = result.ladders
        timelines = facts.timelines
        server = result.server
        serverUsage = facts.serverUsage
        intervalsMetric = result.seriesMetric
        intervals = result.intervals
    }

    /// Whether every threshold was kept.
    package var hasPassed: Bool { thresholds.allSatisfy(\.passed) }

    /// Which profile it was.
    package struct ProfileName: Codable, Sendable, Equatable {
        /// As the profile has it.
        package var title: String
        /// Of the profile as resolved, in hexadecimal: equal profiles make comparable runs.
        package var sha256: String
    }

    /// What the load cost the side that made it.
    package struct Generator: Codable, Sendable, Equatable {
        /// Without the loopback server's.
        package var cpu: Nanoseconds
        package var peakResidentBytes: UInt64
        package var workers: Int
        package var ranks: Int
        /// Share of the measured part that the busiest worker was at work.
        package var busyRatio: Double
        /// Share that the worst off worker waited for a processor; nil if the system does not tell.
        package var runDelayRatio: Double?
        /// Share of the processor time wanted that went to others; nil if the system does not tell.
        package var stolenRatio: Double?
        package var sendQueuePeakBytes: UInt64

        enum CodingKeys: String, CodingKey {
            case cpu = "cpu_ns"
            case peakResidentBytes = "peak_rss_bytes"
            case workers, ranks
            case busyRatio = "busy_ratio"
            case runDelayRatio = "run_delay_ratio"
            case stolenRatio = "stolen_ratio"
            case sendQueuePeakBytes = "send_queue_peak_bytes"
        }

        init(_ result: RunResult) {
            cpu = result.facts.cpu
            peakResidentBytes = result.facts.peakResidentBytes
            (workers, ranks) = (result.facts.workers, result.facts.ranks)
            (busyRatio, runDelayRatio) = (result.busyRatio, result.runDelayRatio)
            stolenRatio = result.facts.stolenRatio
            sendQueuePeakBytes = result.sendQueuePeak
        }
    }

    /// The built-in server.
    package struct Loopback: Codable, Sendable, Equatable {
        /// nil if the run had none.
        package var cpu: Nanoseconds?

        enum CodingKeys: String, CodingKey { case cpu = "cpu_ns" }
    }

    package struct Actions: Codable, Sendable, Equatable {
        /// Actions that nobody was there to do, in the measured part.
        package var skipped: UInt64
    }

    /// On the wire, over the whole run.
    package struct Traffic: Codable, Sendable, Equatable {
        package var sent: UInt64
        package var received: UInt64
    }
}

extension StageCounts: OneLineJSON {}
extension StepResult: OneLineJSON {}
extension SessionTimeline.Event: OneLineJSON {}
extension ServerUsage.Sample: OneLineJSON {}
extension ServerUsage.Point: OneLineJSON {}
