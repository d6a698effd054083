internal import CLibUV
internal import Glibc

/// The terminal that the process was started from: standard input for keys, standard error for what
/// is drawn.
package enum Terminal {
    /// Columns and rows, as they are now; nil where standard error is no terminal.
    package static var size: (columns: Int, rows: Int)? {
        var size = winsize()
        guard unsafe clamor_terminal_size(STDERR_FILENO, &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Lets keys be read one by one, without echo, until `restore`, or the end of the process,
    /// whatever ends it (but SIGKILL).
    ///
    /// - Returns: false where standard input is no terminal, or that of another process group.
    package static func readKeys() -> Bool { clamor_read_keys() == 0 }

    /// Puts the terminal back as it was, with its cursor shown.
    package static func restore() { clamor_restore_terminal() }

    /// Waits for a key for so many milliseconds; nil if none came.
    package static func key(within milliseconds: Int32) -> Character? {
        var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&request, 1, milliseconds) == 1 else { return nil }
        var byte: UInt8 = 0
        guard unsafe read(STDIN_FILENO, &byte, 1) == 1 else {
            // Whoever closed it has no keys to give; it is not asked again and again.
            _ = poll(nil, 0, milliseconds)
            return nil
        }
        return Character(Unicode.Scalar(byte))
    }
}
