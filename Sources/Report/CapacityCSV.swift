internal import Measurement
internal import Units

/// `capacity.csv`: the curve of latency against load, a line for each level.
package enum CapacityCSV {
    package static func render(_ document: CapacityDocument) -> String {
        let header =
            "level,standing,trials,met,rate_per_s,response_p50_ns,response_p99_ns\n"
        return header
            + document.levels.map { level in
                let cells: [String] = [
                    CapacityDocument.number(level.level), level.standing.rawValue,
                    "\(level.trials)", "\(level.met)", level.ratePerSecond.map { "\($0)" } ?? "",
                    level.p50.map { "\($0.rawValue)" } ?? "",
                    level.p99.map { "\($0.rawValue)" } ?? "",
                ]
                return cells.joined(separator: ",") + "\n"
            }.joined()
    }
}
