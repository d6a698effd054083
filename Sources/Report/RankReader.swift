internal import Measurement
internal import Units

/// Reads `rank.jsonl` of a rank's report, record by record.
///
/// A last line without its end, as a rank leaves it that was killed, counts as not written.
final class RankReader {
    static let fileName = "rank.jsonl"

    /// The first line holds a profile; a file of something else is found out by it.
    static let longestOpening = ByteCount.mebibytes(16)
    /// The last line holds what monitors saw once a second: of a week and 30 series, 0.9 GB.
    private static let longestRecord = ByteCount.mebibytes(1_024)

    let path: String
    let opening: RankOpening
    private let lines: InputLines

    /// - Parameter report: the rank's report directory.
    /// - Throws: `ReportError.cannotRead`, `.damaged`, `.longLine`.
    init(report: String) throws(ReportError) {
        path = "\(report)/\(Self.fileName)"
        lines = try InputLines(path: path)
        guard let first = try lines.next(longest: Self.longestOpening),
            case .opening(let opening)? = RankRecord(line: first),
            opening.schema == RankOpening.currentSchema,
            (0..<opening.ranks).contains(opening.rank), opening.workers > 0
        else {
            throw .damaged(path: path, line: 1)
        }
        self.opening = opening
    }

    /// The next record; nil after the last.
    ///
    /// - Throws: `ReportError.cannotRead`, `.damaged`, `.longLine`.
    func next() throws(ReportError) -> RankRecord? {
        guard let line = try lines.next(longest: Self.longestRecord) else { return nil }
        switch RankRecord(line: line) {
        case .interval(let snapshot)? where (0..<opening.workers).contains(snapshot.worker):
            return .interval(snapshot)
        case .ending(let ending)?: return .ending(ending)
        default: throw .damaged(path: path, line: lines.number)
        }
    }
}
