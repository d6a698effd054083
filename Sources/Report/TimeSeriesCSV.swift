package import Measurement
internal import Units

/// `timeseries.csv`: a line for each interval, with the keys of `intervals` in `run.json`.
///
/// What was due in an interval is known at the end of the run: until then these fields are empty.
package enum TimeSeriesCSV {
    /// The names of the columns.
    package static let header =
        "t_ns,length_ns,measured,online,logins,sent,delivered,errors,skipped,"
        + "response_p50_ns,response_p99_ns,lag_p99_ns,busy_ratio,"
        + "due,due_p50_ns,due_p95_ns,due_p99_ns,due_unfinished\n"

    /// What does not exist is empty.
    package static func line(_ row: IntervalRow) -> String {
        let fields = [
            "\(row.start.rawValue)", "\(row.length.rawValue)", row.isMeasured ? "1" : "0",
            "\(row.online)", "\(row.logins)", "\(row.sent)", "\(row.delivered)", "\(row.errors)",
            "\(row.skipped)", text(row.responseP50), text(row.responseP99), text(row.lagP99),
            row.busyRatio.fixed(4), row.due.map(String.init) ?? "", text(row.dueP50),
            text(row.dueP95), text(row.dueP99), row.dueUnfinished.map(String.init) ?? "",
        ]
        return fields.joined(separator: ",") + "\n"
    }

    /// The whole file, from a report.
    package static func render(_ run: RunDocument) -> String {
        header + run.intervals.map(line).joined()
    }

    private static func text(_ span: Nanoseconds?) -> String {
        span.map { "\($0.rawValue)" } ?? ""
    }
}
