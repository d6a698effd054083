internal import Measurement
internal import Units

/// `run.json`: everything that a run found out, in the form that scripts rely on.
///
/// Durations are integers in nanoseconds (`_ns`), sizes in bytes (`_bytes`), ratios plain. What
/// does not exist is `null`, so every key is always there.
package enum RunJSON {
    /// Name and version of the format; the version changes when a key changes its meaning.
    package static let schema = "clamor.run/1"

    /// The whole document; equal reports give equal bytes.
    package static func encode(_ report: Report) -> String { document(report).text }

    static func document(_ report: Report) -> JSONValue {
        let result = report.result
        return .object([
            ("schema", .string(schema)),
            ("verdict", verdict(result.verdict)),
            ("outcome", .string(result.outcome.rawValue)),
            (
                "profile",
                .object([
                    ("title", .string(report.profile.title)),
                    ("sha256", .string(report.profile.sha256)),
                ])
            ),
            ("seed", .unsigned(result.facts.seed)),
            ("started_at", .string(startedAt(result.facts))),
            ("duration_ns", .integer(result.facts.duration.rawValue)),
            ("measured_ns", .integer(result.facts.measured.rawValue)),
            ("environment", environment(report)),
            ("generator", generator(result)),
            ("loopback", loopback(result.facts)),
            ("sessions", sessions(result.sessions)),
            ("actions", .object([("skipped", .unsigned(result.actionsSkipped))])),
            ("schedules", .array(result.facts.schedules.map(schedule))),
            ("messages", messages(result.messages)),
            ("bytes", traffic(result.bytesSent, result.bytesReceived)),
            ("stanzas", traffic(result.stanzasSent, result.stanzasReceived)),
            ("metrics", .object(result.metrics.map { ($0.name, metric($0)) })),
            ("errors_rate", result.errorRate.map { .number($0) } ?? .null),
            ("errors", .array(result.errors.map(error))),
            ("thresholds", .array(report.thresholds.map(threshold))),
            ("intervals_metric", .string(result.seriesMetric)),
            ("intervals", .array(result.intervals.map { .compact(interval($0)) })),
        ])
    }

    private static func startedAt(_ facts: RunFacts) -> String {
        UTCTime(nanosecondsSince1970: facts.startedAt).timestamp
    }

    private static func verdict(_ verdict: Verdict) -> JSONValue {
        .object([
            ("status", .string(verdict.status.rawValue)),
            (
                "reasons",
                .array(
                    verdict.reasons.map { reason in
                        .object([
                            ("code", .string(reason.code)),
                            ("severity", .string(reason.severity.rawValue)),
                            ("seen", .string(reason.seen)),
                            ("meaning", .string(reason.meaning)),
                            ("remedy", .string(reason.remedy)),
                        ])
                    })
            ),
        ])
    }

    private static func environment(_ report: Report) -> JSONValue {
        let server: JSONValue =
            if let server = report.result.facts.server {
                .object([("name", .string(server.name)), ("version", .string(server.version))])
            } else {
                .object([("name", .null), ("version", .null)])
            }
        return .object(report.environment.members + [("server", server)])
    }

    private static func generator(_ result: RunResult) -> JSONValue {
        .object([
            ("cpu_ns", .integer(result.facts.cpu.rawValue)),
            ("peak_rss_bytes", .unsigned(result.facts.peakResidentBytes)),
            ("workers", .integer(Int64(result.facts.workers))),
            ("ranks", .integer(Int64(result.facts.ranks))),
            ("busy_ratio", .number(result.busyRatio)),
            ("run_delay_ratio", result.runDelayRatio.map { .number($0) } ?? .null),
            ("stolen_ratio", result.facts.stolenRatio.map { .number($0) } ?? .null),
            ("send_queue_peak_bytes", .unsigned(result.sendQueuePeak)),
        ])
    }

    private static func loopback(_ facts: RunFacts) -> JSONValue {
        .object([("cpu_ns", facts.loopbackCPU.map { .integer($0.rawValue) } ?? .null)])
    }

    private static func sessions(_ sessions: SessionCounts) -> JSONValue {
        .object([
            ("started", .unsigned(sessions.started)),
            ("online_peak", .integer(Int64(sessions.onlinePeak))),
            ("failed", .unsigned(sessions.failed)),
            ("skipped", .unsigned(sessions.skipped)),
            ("cut", .unsigned(sessions.cut)),
        ])
    }

    private static func schedule(_ schedule: ScheduleFacts) -> JSONValue {
        .object([
            ("name", .string(schedule.name)),
            ("asked", .unsigned(schedule.asked)),
            ("achieved", .unsigned(schedule.achieved)),
            ("nobody_online", .unsigned(schedule.nobodyOnline)),
        ])
    }

    private static func messages(_ messages: MessageCounts) -> JSONValue {
        .object(
            MessageCounts.keys.map { key in
                (key, messages.count(named: key).map { .unsigned($0) } ?? .null)
            })
    }

    private static func traffic(_ sent: UInt64, _ received: UInt64) -> JSONValue {
        .object([("sent", .unsigned(sent)), ("received", .unsigned(received))])
    }

    private static func metric(_ metric: MetricResult) -> JSONValue {
        .object([
            ("model", .string(metric.model.rawValue)),
            ("count", .unsigned(metric.counts.started)),
            ("errors", .unsigned(metric.counts.errors)),
            ("unfinished", .unsigned(metric.counts.unfinished)),
            ("rate_per_s", .number(metric.ratePerSecond)),
            ("response", distribution(metric.response)),
            ("service", distribution(metric.service)),
            ("lag", distribution(metric.lag)),
        ])
    }

    private static func distribution(_ histogram: Histogram) -> JSONValue {
        let summary = DistributionSummary(histogram)
        func value(_ path: KeyPath<DistributionSummary, Nanoseconds>) -> JSONValue {
            summary.map { .integer($0[keyPath: path].rawValue) } ?? .null
        }
        return .compact(
            .object([
                ("count", .unsigned(histogram.count)),
                ("min_ns", value(\.min)),
                ("mean_ns", value(\.mean)),
                ("p50_ns", value(\.p50)),
                ("p90_ns", value(\.p90)),
                ("p95_ns", value(\.p95)),
                ("p99_ns", value(\.p99)),
                ("p999_ns", value(\.p999)),
                ("max_ns", value(\.max)),
            ]))
    }

    private static func error(_ error: ErrorResult) -> JSONValue {
        .object([
            ("stage", .string(error.stage)),
            ("condition", .string(error.condition)),
            ("count", .unsigned(error.count)),
            ("measured", .unsigned(error.measured)),
            ("sample", .string(error.sample)),
        ])
    }

    private static func threshold(_ threshold: ThresholdResult) -> JSONValue {
        let observed: JSONValue
        let detail: JSONValue
        switch threshold.observed {
        case .noSamples: (observed, detail) = (.null, .string("no samples"))
        case .infinite: (observed, detail) = (.null, .string("infinite: never finished"))
        case .duration(let span): (observed, detail) = (.integer(span.rawValue), .string("ns"))
        case .count(let count): (observed, detail) = (.unsigned(count), .string("count"))
        case .number(let number): (observed, detail) = (.number(number), .string("number"))
        }
        return .object([
            ("expression", .string(threshold.expression)),
            ("observed", observed),
            ("observed_kind", detail),
            ("passed", .bool(threshold.passed)),
        ])
    }

    private static func interval(_ row: IntervalRow) -> JSONValue {
        func value(_ span: Nanoseconds?) -> JSONValue {
            span.map { .integer($0.rawValue) } ?? .null
        }
        return .object([
            ("t_ns", .integer(row.start.rawValue)),
            ("length_ns", .integer(row.length.rawValue)),
            ("measured", .bool(row.isMeasured)),
            ("online", .integer(Int64(row.online))),
            ("logins", .unsigned(row.logins)),
            ("sent", .unsigned(row.sent)),
            ("delivered", .unsigned(row.delivered)),
            ("errors", .unsigned(row.errors)),
            ("skipped", .unsigned(row.skipped)),
            ("response_p50_ns", value(row.responseP50)),
            ("response_p99_ns", value(row.responseP99)),
            ("lag_p99_ns", value(row.lagP99)),
            ("busy_ratio", .number(row.busyRatio)),
        ])
    }
}
