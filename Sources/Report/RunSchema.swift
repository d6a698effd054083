internal import Measurement

/// The JSON Schema of `run.json`: every key, all of them always there.
///
/// Source: JSON Schema, draft 2020-12.
package enum RunSchema {
    /// The whole document.
    package static var text: String { document.text }

    static var document: JSONValue {
        .object(
            JSONSchema.head(title: "A report of clamor, run.json")
                + members([
                    ("schema", .object([("const", .string(RunDocument.currentSchema))])),
                    ("verdict", verdict),
                    ("outcome", words(Outcome.self)),
                    ("profile", record([("title", string), ("sha256", string)])),
                    ("seed", count),
                    ("started_at", string),
                    ("duration_ns", count),
                    ("measured_ns", count),
                    ("aborted_by", optional("string")),
                    ("environment", environment),
                    ("generator", generator),
                    ("loopback", record([("cpu_ns", optional("integer"))])),
                    (
                        "sessions",
                        counts([
                            "started", "logged_in", "online_peak", "failed", "skipped", "cut",
                        ])
                    ),
                    ("actions", counts(["skipped"])),
                    (
                        "schedules",
                        list(
                            record([
                                ("name", string), ("asked", count), ("achieved", count),
                                ("nobody_online", count), ("skipped", count),
                            ]))
                    ),
                    ("messages", counts(MessageCounts.keys)),
                    ("bytes", counts(["sent", "received"])),
                    ("stanzas", counts(["sent", "received"])),
                    (
                        "metrics",
                        named(metric)
                    ),
                    ("errors_rate", optional("number")),
                    ("errors", list(error)),
                    ("thresholds", list(threshold)),
                    (
                        "scenarios",
                        list(record([("name", string), ("steps", list(ladderStep))]))
                    ),
                    ("timelines", list(timeline)),
                    (
                        "server",
                        record([
                            ("cpu_per_message_ns", optional("integer")),
                            ("cpu_per_login_ns", optional("integer")),
                            ("cpu_ratio", optional("number")),
                            ("memory_per_session_bytes", optional("integer")),
                            ("memory_peak_bytes", optional("integer")),
                        ])
                    ),
                    ("server_usage", list(serverUsage)),
                    ("intervals_metric", string),
                    ("intervals", list(interval)),
                ]))
    }

    private static let verdict = record([
        ("status", words(Verdict.Status.self)),
        (
            "reasons",
            list(
                record([
                    ("code", string), ("severity", words(Verdict.Severity.self)),
                    ("seen", string), ("meaning", string), ("remedy", string),
                ]))
        ),
    ])

    private static let environment = record([
        ("clamor", string), ("swift", string), ("os", string), ("kernel", string),
        ("cpu_model", string), ("cpu_count", count), ("openssl", string), ("libuv", string),
        ("server", record([("name", optional("string")), ("version", optional("string"))])),
    ])

    private static let generator = record([
        ("cpu_ns", count), ("peak_rss_bytes", count), ("workers", count), ("ranks", count),
        ("busy_ratio", number), ("run_delay_ratio", optional("number")),
        ("stolen_ratio", optional("number")), ("send_queue_peak_bytes", count),
    ])

    private static let metric = record([
        ("model", words(MetricModel.self)), ("kind", words(MetricKind.self)),
        ("base", optional("string")), ("count", count), ("errors", count),
        ("unfinished", count), ("rate_per_s", number), ("response", distribution),
        ("service", distribution), ("lag", distribution),
    ])

    private static let distribution = record(
        [("count", count)]
            + ["min", "mean", "p50", "p90", "p95", "p99", "p999", "max"].map { name in
                (name + "_ns", optional("integer"))
            })

    private static let error = record([
        ("stage", string), ("condition", string), ("count", count), ("measured", count),
        ("sample", string),
    ])

    private static let threshold = record([
        ("expression", string), ("observed", optional("number")), ("observed_kind", string),
        ("passed", type("boolean")), ("abort", type("boolean")),
        ("window_ns", optional("integer")), ("windows", optional("integer")),
        ("windows_failed", optional("integer")), ("worst_window_ns", optional("integer")),
    ])

    private static let interval = record(
        [("t_ns", type("integer")), ("length_ns", count), ("measured", type("boolean"))]
            + ["online", "logins", "sent", "delivered", "errors"].map { ($0, count) }
            + [("errors_by_stage", named(count)), ("skipped", count)]
            + ["response_p50_ns", "response_p99_ns", "lag_p99_ns"].map { name in
                (name, optional("integer"))
            } + [("busy_ratio", number)]
            + ["due", "due_p50_ns", "due_p95_ns", "due_p99_ns", "due_unfinished"].map { name in
                (name, optional("integer"))
            })

    private static let ladderStep = record(
        [("step", string), ("path", string)]
            + ["started", "done", "failed", "timed_out", "skipped", "cut"].map { ($0, count) }
            + ["response_p50_ns", "response_p99_ns"].map { ($0, optional("integer")) })

    private static let timeline = record([
        ("account", string), ("scenario", string), ("started_ns", type("integer")),
        ("ended", optional("string")),
        (
            "events",
            list(
                record([
                    ("t_ns", type("integer")),
                    ("direction", words(SessionTimeline.Direction.self)), ("text", string),
                ]))
        ),
        ("left_out", count),
    ])

    private static let serverUsage = record([
        ("source", string), ("note", optional("string")),
        (
            "samples",
            list(
                record([
                    ("t_ns", type("integer")), ("cpu_ratio", optional("number")),
                    ("rss_bytes", optional("integer")), ("descriptors", optional("integer")),
                    ("context_switches_per_s", optional("number")),
                ]))
        ),
        ("series", named(list(record([("t_ns", type("integer")), ("value", number)])))),
    ])

    // MARK: Kinds of values

    private static let string = type("string")
    private static let number = type("number")
    private static let count = JSONValue.object([
        ("type", .string("integer")), ("minimum", .integer(0)),
    ])

    private static func type(_ name: String) -> JSONValue { .object([("type", .string(name))]) }

    /// What does not always exist is null then.
    private static func optional(_ name: String) -> JSONValue {
        .object([("type", .array([.string(name), .string("null")]))])
    }

    private static func words<Word: CaseIterable & RawRepresentable>(
        _: Word.Type
    ) -> JSONValue where Word.RawValue == String {
        .object([("enum", .array(Word.allCases.map { .string($0.rawValue) }))])
    }

    private static func list(_ item: JSONValue) -> JSONValue {
        .object([("type", .string("array")), ("items", item)])
    }

    /// A record with keys of the report's choice.
    private static func named(_ value: JSONValue) -> JSONValue {
        .object([("type", .string("object")), ("additionalProperties", value)])
    }

    private static func counts(_ names: [String]) -> JSONValue { record(names.map { ($0, count) }) }

    private static func record(_ keys: [(String, JSONValue)]) -> JSONValue {
        .object(members(keys))
    }

    private static func members(_ keys: [(String, JSONValue)]) -> [(String, JSONValue)] {
        [
            ("type", .string("object")), ("properties", .object(keys)),
            ("required", .array(keys.map { .string($0.0) })),
            ("additionalProperties", .bool(false)),
        ]
    }
}
