internal import Glibc

/// Reads whole files without Foundation.
package enum FileReader {
    /// Why a file could not be read.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// `code` is an errno.
        case system(path: String, code: Int32)
        case tooLarge(path: String, limit: Int)

        package var description: String {
            switch self {
            case .system(let path, let code):
                "cannot read \(path): "
                    + (unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)")
            case .tooLarge(let path, let limit):
                "cannot read \(path): larger than \(limit) bytes"
            }
        }
    }

    /// Bytes of the largest file that is read when no other limit is given.
    package static let defaultLimit = 256 << 20

    /// The content of a file of the system as text; nil where it cannot be read.
    package static func text(_ path: String) -> String? {
        (try? read(path)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The content of a file.
    ///
    /// Throws: when it cannot be opened or read, or is larger than `limit`.
    package static func read(
        _ path: String, limit: Int = defaultLimit
    ) throws(Failure) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(path: path, code: errno) }
        defer { close(descriptor) }
        var content: [UInt8] = []
        let blockSize = 65_536
        var block = [UInt8](repeating: 0, count: blockSize)
        while true {
            let count = unsafe Glibc.read(descriptor, &block, blockSize)
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(path: path, code: errno)
            }
            if count == 0 { return content }
            guard content.count + count <= limit else {
                throw .tooLarge(path: path, limit: limit)
            }
            content += block[..<count]
        }
    }
}
