internal import Glibc

/// The process's output streams, written to without a buffer.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Opens the null device in the place of each standard stream that the caller has closed.
    ///
    /// To be called before anything else is opened: the system gives away the lowest number that
    /// is free, and results would go into whatever file or connection got it.
    package static func openMissing() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) == -1 {
            _ = unsafe open("/dev/null", O_RDWR)
        }
    }

    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Writes a text; what a reader that has gone away leaves unread is dropped.
    package func write(_ text: String) {
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            let taken = unsafe bytes[start...].withUnsafeBytes {
                unsafe Glibc.write(rawValue, $0.baseAddress, $0.count)
            }
            if taken < 0, errno == EINTR { continue }
            guard taken > 0 else { return }
            start += taken
        }
    }
}
