internal import Glibc

/// A file that is written from start to end.
///
/// It owns its descriptor and closes it once. All calls of the file system for a report are in
/// this file and in that of `InputFile`.
final class OutputFile {
    let path: String
    private var descriptor: Int32

    /// Creates the file, or empties it.
    init(path: String) throws(ReportError) {
        self.path = path
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw .cannotWrite(path: path, reason: SystemError.text()) }
    }

    deinit {
        if descriptor >= 0 { _ = Glibc.close(descriptor) }
    }

    func write(_ text: String) throws(ReportError) { try write(Array(text.utf8)) }

    func write(_ bytes: [UInt8]) throws(ReportError) {
        var start = 0
        while start < bytes.count {
            let taken = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
                return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if taken < 0 {
                if errno == EINTR { continue }
                throw .cannotWrite(path: path, reason: SystemError.text())
            }
            start += taken
        }
    }

    /// Closes the file; what the system could not store shows here at the latest.
    func close() throws(ReportError) {
        let open = descriptor
        descriptor = -1
        if Glibc.close(open) != 0 {
            throw .cannotWrite(path: path, reason: SystemError.text())
        }
    }

    /// Writes a whole file so that it is there complete or not at all.
    static func writeAtomically(_ text: String, to path: String) throws(ReportError) {
        let temporary = path + ".tmp"
        do {
            let file = try OutputFile(path: temporary)
            try file.write(text)
            try file.close()
        } catch {
            _ = unsafe unlink(temporary)
            throw .cannotWrite(path: path, reason: error.reason)
        }
        if unsafe rename(temporary, path) != 0 {
            let reason = SystemError.text()
            _ = unsafe unlink(temporary)
            throw .cannotWrite(path: path, reason: reason)
        }
    }

    /// Creates a directory and those above it; it must not exist yet.
    static func createDirectory(_ path: String) throws(ReportError) {
        var parent = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            parent += part + "/"
            if part.isEmpty { continue }
            if unsafe mkdir(parent, 0o755) != 0 && errno != EEXIST {
                throw .cannotCreate(path: parent, reason: SystemError.text())
            }
        }
        if unsafe mkdir(path, 0o755) != 0 {
            if errno == EEXIST { throw .exists(path: path) }
            throw .cannotCreate(path: path, reason: SystemError.text())
        }
    }

    /// Removes a directory if it is empty.
    static func removeDirectory(_ path: String) { _ = unsafe rmdir(path) }

    static func remove(_ path: String) { _ = unsafe unlink(path) }
}

/// What the last failed call of the system said.
enum SystemError {
    static func text() -> String {
        guard let message = unsafe strerror(errno) else { return "error \(errno)" }
        return unsafe String(cString: message)
    }
}

extension ReportError {
    var reason: String {
        switch self {
        case .exists: "it exists already"
        case .cannotCreate(_, let reason), .cannotRead(_, let reason), .cannotWrite(_, let reason):
            reason
        case .damaged, .longLine: "it is damaged"
        case .notAReport(_, let reason): reason
        case .otherRun: "it is of another run"
        case .otherExperiment: "it is of another experiment"
        case .sameRank: "it is there already"
        case .noReport: "it is no report"
        }
    }
}
