internal import Measurement
package import Units

/// Why a report, or a part of it, could not be written or read.
package enum ReportError: Error, Equatable, CustomStringConvertible {
    case exists(path: String)
    case cannotCreate(path: String, reason: String)
    case cannotRead(path: String, reason: String)
    /// Not what a report has there; without a line where it is about the whole.
    case damaged(path: String, line: Int?)
    /// Longer than any line of such a file is.
    case longLine(path: String, line: Int, longest: ByteCount)
    /// The file is not `run.json`, or not of this version.
    case notAReport(path: String, reason: String)
    /// The rank is of another run than those named before it.
    case otherRun(path: String)
    /// The directory is not that of an experiment, or of another one than the file.
    case otherExperiment(path: String)
    case sameRank(path: String, other: String, rank: Int)
    /// What was named holds no report.
    case noReport(path: String)
    /// The file is incomplete or missing.
    case cannotWrite(path: String, reason: String)

    /// What, where, why, and what to do.
    package var description: String {
        switch self {
        case .exists(let path):
            "the output directory \(path) exists already; name another with --output"
        case .cannotCreate(let path, let reason):
            "cannot create \(path): \(reason); name another directory with --output"
        case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
        case .damaged(let path, let line):
            "\(path)\(line.map { ":\($0)" } ?? ""): not what this version of clamor writes for a rank; "
                + "name the directories rank-0, rank-1 and so on of one run, and merge them with "
                + "the version that ran it"
        case .longLine(let path, let line, let longest):
            "\(path):\(line): a line of more than \(longest.inWords), which no report has; the file "
                + "is damaged or of something else: move it away, or restore it"
        case .notAReport(let path, let reason):
            "\(path) is not a report of this version of clamor: \(reason)"
        case .otherRun(let path):
            "\(path) is not a rank of the same run as the reports before it; only the ranks of one "
                + "run can be merged"
        case .otherExperiment(let path):
            "\(path) was not made by this experiment's file as it is now; begin anew with --output"
        case .sameRank(let path, let other, let rank):
            "\(path) and \(other) are both rank \(rank); name each rank once"
        case .noReport(let path):
            "there is no report at \(path); name a report's directory, a directory of reports, or a "
                + "pattern of either in quotes"
        case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
        }
    }
}
