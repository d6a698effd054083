internal import Units

extension RunResult {
    /// What a path of a threshold stands for.
    ///
    /// A name that holds dots may come as one component or as several. `message.lost` reads
    /// `messages.lost`; percentiles count the unfinished as infinite.
    ///
    /// - Returns: `nil` if nothing has that name in this run.
    package func value(at path: [String]) -> ObservedValue? {
        guard let last = path.last, path.count > 1 else { return nil }
        let name = path.dropLast().joined(separator: ".")
        switch name {
        case "messages", "message":
            if let count = messages.count(named: last) { return .count(count) }
        case "errors": return errorValue(last)
        case "sessions": return sessionValue(last)
        case "actions": return last == "skipped" ? .count(actionsSkipped) : nil
        case "bytes":
            switch last {
            case "sent": return .bytes(bytesSent)
            case "received": return .bytes(bytesReceived)
            default: return nil
            }
        case "stanzas":
            switch last {
            case "sent": return .count(stanzasSent)
            case "received": return .count(stanzasReceived)
            default: return nil
            }
        case "server": return server.value(named: last)
        case "generator": return last == "busy_ratio" ? .number(busyRatio) : nil
        default: break
        }
        return metricValue(path)
    }

    private func errorValue(_ key: String) -> ObservedValue? {
        switch key {
        case "rate": errorRate.map { .number($0) } ?? .noSamples
        case "count": .count(measuredErrors)
        default: nil
        }
    }

    private func sessionValue(_ key: String) -> ObservedValue? {
        switch key {
        case "started": .count(sessions.started)
        case "online_peak": .count(UInt64(sessions.onlinePeak))
        case "failed": .count(sessions.failed)
        case "skipped": .count(sessions.skipped)
        case "cut": .count(sessions.cut)
        default: nil
        }
    }

    private func metricValue(_ path: [String]) -> ObservedValue? {
        // A name may hold dots: what remains after one key, or after a time and a statistic.
        for keys in 1...2 where path.count > keys {
            if let metric = metric(path.dropLast(keys).joined(separator: ".")) {
                return metric.value(at: path.suffix(keys))
            }
        }
        return nil
    }
}

extension MetricResult {
    /// Whether a metric has such a figure at all.
    static func hasFigure(_ keys: ArraySlice<String>) -> Bool {
        let nothing = MetricResult(
            name: "", model: .open, kind: .action, base: nil, counts: MetricCounts(),
            ratePerSecond: 0, response: Histogram(), service: Histogram(), lag: Histogram())
        return nothing.value(at: keys) != nil
    }

    /// What `rate` or `response.p99`, the end of a threshold's path, stands for.
    func value(at keys: ArraySlice<String>) -> ObservedValue? {
        guard let first = keys.first, let last = keys.last else { return nil }
        guard keys.count > 1 else {
            switch first {
            case "count": return .count(counts.started)
            case "errors": return .count(counts.errors)
            case "unfinished": return .count(counts.unfinished)
            case "rate_per_s", "rate": return .number(ratePerSecond)
            case "error_rate": return errorRate.map { .number($0) } ?? .noSamples
            default: return nil
            }
        }
        switch first {
        case "response": return response.value(named: last, unfinished: counts.unfinished)
        case "service": return service.value(named: last, unfinished: counts.unfinished)
        case "lag": return lag.value(named: last, unfinished: 0)
        default: return nil
        }
    }
}

extension Histogram {
    /// The figure by its key in the report, without `_ns`; `p999` is the 99.9th percentile.
    package func value(named key: String, unfinished: UInt64) -> ObservedValue? {
        if key == "count" { return .count(count) }
        if count == 0 && unfinished == 0 { return .noSamples }
        switch key {
        case "min": return count == 0 ? .infinite : .duration(min)
        case "mean": return count == 0 ? .infinite : .duration(mean)
        case "max": return unfinished > 0 ? .infinite : .duration(max)
        default: break
        }
        guard let percentile = Self.percentile(named: key) else { return nil }
        guard let value = self.percentile(percentile, unfinished: unfinished) else {
            return .infinite
        }
        return .duration(Swift.min(value, max))
    }

    /// `p50`, `p99`, `p999` (99.9), `p9999`: after two digits come decimals.
    static func percentile(named key: String) -> Double? {
        guard key.first == "p", (2...8).contains(key.utf8.count) else { return nil }
        let digits = key.dropFirst()
        guard digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        if digits.count <= 2 { return Double(digits) }
        return Double(digits.prefix(2) + "." + digits.dropFirst(2))
    }
}
