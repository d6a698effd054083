/// The lines of a file, one after the other.
final class InputLines {
    private let file: InputFile
    private var waiting: [UInt8] = []
    /// What of `waiting` was given out.
    private var taken = 0

    init(path: String) throws(ReportError) { file = try InputFile(path) }

    /// The next line without its end; nil after the last. A last one without end is left out.
    func next() throws(ReportError) -> [UInt8]? {
        var searched = taken
        while true {
            if let end = waiting[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { taken = end + 1 }
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
