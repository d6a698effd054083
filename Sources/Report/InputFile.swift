internal import Glibc

/// A file that is read from start to end.
///
/// It owns its descriptor and closes it once.
final class InputFile {
    private static let chunkLength = 65_536

    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws(ReportError) {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { throw .cannotRead(path: path, reason: SystemError.text()) }
    }

    deinit { _ = close(descriptor) }

    /// Whether there is anything of that name.
    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// A small file as a whole.
    static func read(_ path: String) throws(ReportError) -> [UInt8] {
        let file = try InputFile(path)
        var bytes: [UInt8] = []
        while true {
            let more = try file.chunk()
            if more.isEmpty { return bytes }
            bytes += more
        }
    }

    /// What can be read at once; nothing at the end.
    func chunk() throws(ReportError) -> ArraySlice<UInt8> {
        var buffer = [UInt8](repeating: 0, count: Self.chunkLength)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 { return buffer[..<count] }
            if errno != EINTR { throw .cannotRead(path: path, reason: SystemError.text()) }
        }
    }
}
