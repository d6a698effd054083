package import Measurement
internal import Units

/// The figures that one report is compared by.
package struct ReportFigures {
    /// A figure and what the report has for it.
    package struct Entry {
        package let figure: Figure
        package let value: Double
        /// The same from the run's windows; nil where there are none, or too few.
        package let windows: WindowSeries?
    }

    package private(set) var entries: [Entry] = []
    private let run: RunDocument
    private let log: LatencyLog?

    static let percentiles = ["p50", "p90", "p95", "p99", "p999"]

    /// - Parameter hasWindows: whether windows are asked for.
    package init(_ report: StoredReport, hasWindows: Bool) {
        run = report.run
        log = report.latencies
        for metric in run.metrics.all { latencies(of: metric, hasWindows: hasWindows) }
        for metric in run.metrics.all {
            add(
                Figure("\(metric.name).rate", .rate, .rates, isMain: metric.base == nil),
                metric.ratePerSecond, hasWindows ? rateWindows(of: metric) : nil)
        }
        messages()
        if let rate = run.errorsRate { add(Figure("errors.rate", .share, .messages), rate) }
        costs()
        server()
    }

    private mutating func add(_ figure: Figure, _ value: Double, _ windows: WindowSeries? = nil) {
        if value.isNaN { return }
        entries.append(Entry(figure: figure, value: value, windows: windows))
    }

    // MARK: Latency

    private mutating func latencies(of metric: MetricDocument, hasWindows: Bool) {
        for (kind, summary) in [
            ("response", metric.response), ("service", metric.service), ("lag", metric.lag),
        ] {
            let windows = log?.entries[LatencyLog.tag(metric.name, kind)] ?? []
            let whole = Self.merge(windows[...])
            let sections =
                hasWindows
                ? WindowSeries.sections(ofWindows: windows.count)?.map { Self.merge(windows[$0]) }
                : nil
            let unfinished = kind == "lag" ? 0 : metric.unfinished
            for percentile in Self.percentiles {
                let isMain = kind == "response" && metric.base == nil && percentile != "p95"
                let figure = Figure(
                    "\(metric.name).\(kind).\(percentile)", .duration, .latency, isMain: isMain)
                // The log has what is finished; without it the summary has to do.
                guard whole.count == summary.count, whole.count + unfinished > 0 else {
                    if unfinished == 0, let value = summary.value(named: percentile) {
                        add(figure, value)
                    }
                    continue
                }
                guard let value = Self.value(percentile, whole, unfinished) else { continue }
                // A section has as many unfinished ones as any other of its size.
                let values = sections?.map { section in
                    let share = Double(unfinished) / Double(whole.count) * Double(section.count)
                    return Self.value(percentile, section, UInt64(share.rounded()))
                }
                add(figure, value, values.flatMap { WindowSeries(whole: value, sections: $0) })
            }
        }
    }

    private static func merge(_ windows: ArraySlice<LatencyLog.Entry>) -> Histogram {
        var histogram = Histogram()
        for window in windows { histogram.add(window.histogram) }
        return histogram
    }

    private static func value(
        _ percentile: String, _ histogram: Histogram, _ unfinished: UInt64
    ) -> Double? {
        histogram.value(named: percentile, unfinished: unfinished)?.comparable
    }

    // MARK: Rates

    /// Actions completed per second, by intervals.
    private func rateWindows(of metric: MetricDocument) -> WindowSeries? {
        let measured = run.intervals.filter(\.isMeasured)
        var counts: [Int64: UInt64] = [:]
        for entry in log?.entries[LatencyLog.tag(metric.name, "response")] ?? [] {
            counts[Self.milliseconds(entry.start)] = entry.histogram.count
        }
        func rate(_ range: Range<Int>) -> Double? {
            let length = measured[range].reduce(0) { $0 + $1.length.inSeconds }
            let done = measured[range].reduce(0) { $0 + (counts[Self.milliseconds($1.start)] ?? 0) }
            return length > 0 ? Double(done) / length : nil
        }
        return WindowSeries.sections(ofWindows: measured.count).flatMap { sections in
            WindowSeries(whole: rate(measured.indices), sections: sections.map(rate))
        }
    }

    /// The log tells instants in milliseconds.
    private static func milliseconds(_ instant: Nanoseconds) -> Int64 {
        (instant.rawValue + 500_000) / 1_000_000
    }

    // MARK: Messages

    /// What became of messages, as parts of those sent.
    private mutating func messages() {
        let counts = run.messages
        if counts.sent == 0 { return }
        for key in MessageCounts.keys where key != "sent" {
            guard let count = counts.count(named: key) else { continue }
            add(Figure("message.\(key)", .share, .messages), Double(count) / Double(counts.sent))
        }
    }

    // MARK: Costs

    /// Processor time over the whole run by the messages, or else the logins, of the whole run.
    private mutating func costs() {
        let sent = run.intervals.reduce(0) { $0 + $1.sent }
        let logins = run.intervals.reduce(0) { $0 + $1.logins }
        let (count, unit) = sent > 0 ? (sent, "message") : (logins, "login")
        if count > 0 {
            add(
                Figure("generator.cpu_per_\(unit)", .duration, .generator),
                Double(run.generator.cpu.rawValue) / Double(count))
            if let cpu = run.loopback.cpu {
                add(
                    Figure("loopback.cpu_per_\(unit)", .duration, .server),
                    Double(cpu.rawValue) / Double(count))
            }
        }
        add(
            Figure("generator.busy_ratio", .share, .generator, isMain: false),
            run.generator.busyRatio)
        add(
            Figure("generator.peak_rss", .bytes, .generator, isMain: false),
            Double(run.generator.peakResidentBytes))
    }

    /// Whatever numbers the report has under `server`; their units stand in their names.
    private mutating func server() {
        guard case .object(let figures) = JSONValue(encoding: run.server) else { return }
        for (key, value) in figures {
            guard let number = value.double else { continue }
            let (name, kind) = Self.unit(of: key)
            add(Figure("server.\(name)", kind, .server), number)
        }
    }

    private static func unit(of key: String) -> (name: String, kind: Figure.Kind) {
        for (suffix, kind) in [
            ("_ns", Figure.Kind.duration), ("_bytes", .bytes), ("_per_s", .rate),
        ] where key.hasSuffix(suffix) { return (String(key.dropLast(suffix.count)), kind) }
        return (key, key.hasSuffix("_ratio") ? .share : .number)
    }
}

extension DistributionDocument {
    fileprivate func value(named percentile: String) -> Double? {
        let value: Nanoseconds? =
            switch percentile {
            case "p50": p50
            case "p90": p90
            case "p95": p95
            case "p99": p99
            case "p999": p999
            default: nil
            }
        return value.map { Double($0.rawValue) }
    }
}

extension JSONValue {
    /// Of whatever kind of number.
    fileprivate var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
}
