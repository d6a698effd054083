internal import Measurement
internal import Units

/// `capacity.txt`, also printed when a search ends: the interval, why it ended, and latency against
/// load.
package enum CapacityText {
    private static let barWidth = 20

    package static func render(_ document: CapacityDocument) -> String {
        var lines = [
            "Capacity   \(answer(document))",
            "           of \(document.profile), over \(document.over)",
            "Objective  \(document.objective)",
        ]
        lines += TextTable.wrap(document.ending, width: 88).enumerated().map { place, line in
            (place == 0 ? "Ended      " : "           ") + line
        }
        return (lines + [""] + curve(document)).joined(separator: "\n") + "\n"
    }

    /// `between 487.5/s and 500/s (2.5 % wide)`.
    package static func answer(_ document: CapacityDocument) -> String {
        let low = document.low.map(document.name)
        let high = document.high.map(document.name)
        switch (low, high) {
        case (let low?, let high?):
            let width = ((document.high ?? 0) - (document.low ?? 0)) / (document.high ?? 1)
            return "between \(low) and \(high) (\(width.inPercent) wide)"
        case (let low?, nil): return "at least \(low)"
        case (nil, let high?): return "below \(high)"
        case (nil, nil): return "unknown"
        }
    }

    /// What one trial showed, in a line.
    package static func line(_ trial: CapacityDocument.Trial) -> String {
        let latency = trial.p99.map { ", p99 \($0.inWords)" } ?? ""
        let because = trial.because.isEmpty ? "" : ": \(trial.because)"
        return "\(trial.outcome.rawValue)\(because)\(latency)"
    }

    private static func curve(_ document: CapacityDocument) -> [String] {
        if document.levels.isEmpty { return [] }
        var table = TextTable(widths: [12, 9, 7, 10, 9, 9])
        table.add(["Level", "", "trials", "done/s", "p50", "p99"])
        let longest = document.levels.compactMap(\.p99).max() ?? .zero
        let shortest = document.levels.compactMap(\.p99).min() ?? .zero
        var bars = [""]
        for level in document.levels {
            table.add([
                "  " + document.name(level.level), level.standing.rawValue, "\(level.trials)",
                level.ratePerSecond?.threeDigits ?? "-", level.p50?.inWords ?? "-",
                level.p99?.inWords ?? "-",
            ])
            bars.append(level.p99.map { "  " + bar($0, from: shortest, to: longest) } ?? "")
        }
        return zip(table.lines, bars).map { $0 + $1 }
            + ["p50, p99: response of \(document.metric); bars: the logarithm of p99"]
    }

    /// Long as the logarithm of the value.
    private static func bar(
        _ value: Nanoseconds, from shortest: Nanoseconds, to longest: Nanoseconds
    ) -> String {
        func doublings(_ span: Nanoseconds) -> Int {
            Int64.bitWidth - max(1, span.rawValue).leadingZeroBitCount
        }
        let range = max(1, doublings(longest) - doublings(shortest))
        let share = doublings(value) - doublings(shortest)
        return String(repeating: "█", count: 1 + share * (barWidth - 1) / range)
    }
}
