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
    ///
    /// - Returns: why not all of it was written; nil also where nobody reads any more.
    @discardableResult
    package func write(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            let taken = unsafe bytes[start...].withUnsafeBytes {
                unsafe Glibc.write(rawValue, $0.baseAddress, $0.count)
            }
            if taken >= 0 {
                start += taken
                continue
            }
            switch errno {
            case EINTR: break
            // The caller's pipe or terminal is one that does not block; what is full is waited for.
            case EAGAIN: awaitRoom()
            case EPIPE: return nil
            default: return SystemError.text()
            }
        }
        return nil
    }

    private func awaitRoom() {
        var stream = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&stream, 1, -1)
    }
}
