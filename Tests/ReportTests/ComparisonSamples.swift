import Foundation
import Measurement
import Report
import Units

/// Reports of small runs in a folder, in series of what is meant to be equal.
struct ComparisonSamples {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a report.
    ///
    /// - Parameters:
    ///   - name: its directory below the folder.
    ///   - messages: sent in each second; more of them take other times.
    @discardableResult func write(
        _ name: String, seconds: Int = 5, messages: Int = 400, profile: String = "title: Sample\n",
        change: (inout RunResult) -> Void = { _ in }
    ) throws -> String {
        let sample = SampleReport(seconds: seconds, messages: messages, change: change)
        let path = "\(folder.path)/\(name)"
        let directory = try ReportDirectory(creating: path)
        directory.begin(startedAt: SampleReport.startedAt, catalogue: sample.catalogue)
        for interval in sample.intervals { directory.write(interval) }
        let report = Report(
            result: sample.report.result, thresholds: [],
            profile: ProfileEcho(title: "Sample", resolved: profile),
            environment: SampleReport.environment)
        _ = directory.finish(report)
        return path
    }

    /// Five runs each in `old` and `new`; the new ones take so much more CPU time.
    func series(slower factor: Double = 1) throws {
        for (name, factor) in [("old", 1), ("new", factor)] {
            for run in 0..<5 {
                try write("\(name)/\(run)", messages: 400 + 4 * run) { result in
                    let cpu = 1e9 * factor * (1 + 0.01 * Double(run))
                    result.facts.cpu = Nanoseconds(Int64(cpu))
                }
            }
        }
    }

    func side(_ label: String, _ name: String) throws -> ComparisonSide {
        try ComparisonSide(label: label, path: "\(folder.path)/\(name)")
    }

    func comparison(_ first: String = "old", _ second: String = "new") throws -> Comparison {
        Comparison([try side("A", first), try side("B", second)])
    }
}

extension Comparison {
    func row(_ name: String) -> Row? { figures.first { $0.figure.name == name } }
}
