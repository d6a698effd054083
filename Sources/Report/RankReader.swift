internal import Measurement

/// Reads `rank.jsonl` of a rank's report, record by record.
///
/// A last line without its end, as a rank leaves it that was killed, counts as not written.
final class RankReader {
    static let fileName = "rank.jsonl"

    let path: String
    let opening: RankOpening
    private let lines: InputLines
    private var lineNumber = 1

    /// - Parameter report: the rank's report directory.
    /// - Throws: `ReportError.cannotRead`, `.damaged`.
    init(report: String) throws(ReportError) {
        path = "\(report)/\(Self.fileName)"
        lines = try InputLines(path: path)
        guard let first = try lines.next(), case .opening(let opening)? = RankRecord(line: first),
            opening.schema == RankOpening.currentSchema,
            (0..<opening.ranks).contains(opening.rank), opening.workers > 0
        else {
            throw .damaged(path: path, line: 1)
        }
        self.opening = opening
    }

    /// The next record; nil after the last.
    ///
    /// - Throws: `ReportError.cannotRead`, `.damaged`.
    func next() throws(ReportError) -> RankRecord? {
        guard let line = try lines.next() else { return nil }
        lineNumber += 1
        switch RankRecord(line: line) {
        case .interval(let snapshot)? where (0..<opening.workers).contains(snapshot.worker):
            return .interval(snapshot)
        case .ending(let ending)?: return .ending(ending)
        default: throw .damaged(path: path, line: lineNumber)
        }
    }
}
