internal import Units

/// The lines of a file, one after the other.
///
/// Bounds: it holds one line, and a chunk of the file beyond it.
final class InputLines {
    private let path: String
    private let file: InputFile
    private var waiting: [UInt8] = []
    /// What of `waiting` was given out.
    private var taken = 0
    /// The line that was given out last, from 1.
    private(set) var number = 0

    init(path: String) throws(ReportError) {
        self.path = path
        file = try InputFile(path)
    }

    /// The next line without its end; nil after the last. A last one without end is left out.
    ///
    /// - Parameter longest: more bytes than this no such line has.
    /// - Throws: `ReportError.cannotRead`, `.longLine`.
    func next(longest: ByteCount) throws(ReportError) -> [UInt8]? {
        var searched = taken
        while true {
            let end = waiting[searched...].firstIndex(of: UInt8(ascii: "\n"))
            if (end ?? waiting.count) - taken > longest.rawValue {
                throw .longLine(path: path, line: number + 1, longest: longest)
            }
            if let end {
                defer { taken = end + 1 }
                number += 1
                return Array(waiting[taken..<end])
            }
            waiting.removeFirst(taken)
            taken = 0
            searched = waiting.count
            let more = try file.chunk()
            if more.isEmpty { return nil }
            waiting += more
        }
    }
}
