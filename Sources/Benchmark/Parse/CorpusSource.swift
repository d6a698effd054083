internal import EventLoop

/// Where an input comes from.
package enum CorpusSource: Hashable, Sendable, CustomStringConvertible {
    case generated(CorpusKind)
    /// The path of a recorded stream.
    case file(String)

    package var description: String {
        switch self {
        case .generated(let kind): kind.rawValue
        case .file(let path): path
        }
    }

    /// The stream, or the last one if it is the same.
    func make(
        size: Int, seed: UInt64, reusing last: Corpus?
    ) throws(ParseBenchmarkFailure) -> Corpus {
        if let last, last.name == description, last.requestedSize == size { return last }
        switch self {
        case .generated(let kind): return Corpus(kind, size: size, seed: seed)
        case .file(let path):
            let bytes: [UInt8]
            do throws(FileReader.Failure) {
                bytes = try FileReader.read(path)
            } catch {
                throw .unusableFile("\(error)")
            }
            return try RecordedStream(bytes, path: path).corpus(size: size)
        }
    }
}
