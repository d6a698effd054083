internal import Units

/// A percentile that a condition is about; it is worth as much as the values that it rests on.
package struct JudgedPercentile: Sendable, Equatable {
    /// As in the condition: a metric, a time, and `p99`.
    let path: [String]
    /// How long the parts of the run are in which it is judged; nil: the whole of it.
    let window: Nanoseconds?
    private let percentile: Double

    /// nil if the condition is about something else.
    init?(_ condition: Condition) {
        guard condition.path.count > 2, let key = condition.path.last,
            let percentile = Histogram.percentile(named: key)
        else { return nil }
        (path, window) = (condition.path, condition.window)
        self.percentile = percentile
    }

    /// What it has in a run and should have; nil where that is enough, or nothing at all.
    func shortage(in result: RunResult) -> String? {
        let time = path.dropLast().last ?? ""
        guard let metric = result.metric(path.dropLast(2).joined(separator: ".")) else {
            return nil
        }
        var count =
            switch time {
            case "service": metric.service.count
            case "lag": metric.lag.count
            default: metric.response.count
            }
        var place = ""
        if let window, result.facts.measured > window {
            let share = window.inSeconds / result.facts.measured.inSeconds
            count = UInt64((Double(count) * share).rounded())
            place = " in each \(window.inWords), on average"
        }
        let needed = VerdictLimits.samples(for: percentile)
        if count == 0 || count >= needed { return nil }
        let name = path.joined(separator: ".")
        return "few values for \(name) (\(count)\(place); enough: \(needed))"
    }
}
