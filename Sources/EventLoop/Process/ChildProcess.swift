internal import CLibUV
internal import Glibc

/// A process that this one started, with a pipe to its standard input and one from its standard
/// output; its standard error is this one's.
///
/// It is in a process group of its own, so that a signal from the terminal reaches it only through
/// `interrupt`.
///
/// Lifetime: owns both pipes and closes each once. The process lives on when this goes, and sees
/// the end of its input.
package final class ChildProcess {
    /// How a process ended.
    package enum Ending: Equatable, Sendable {
        case exited(code: Int32)
        case killed(signal: Int32)
    }

    private let identifier: pid_t
    private var input: Int32
    private let output: Int32
    private var unfinishedLine: [UInt8] = []
    /// Whether nothing more will come.
    package private(set) var isOutputAtEnd = false
    /// How it ended; nil while it runs. See `look`.
    package private(set) var ending: Ending?

    /// Starts this program once more.
    ///
    /// - Parameter arguments: without the program's name.
    /// - Throws: when the system has no room for a process or its pipes.
    package convenience init(ofThisProgram arguments: [String]) throws(TransportError) {
        try self.init(program: "/proc/self/exe", arguments)
    }

    /// Starts a shell for a command, whose output goes where the errors of this process go.
    ///
    /// - Throws: when the system has no room for a process or its pipes.
    package convenience init(shell command: String) throws(TransportError) {
        try self.init(program: "/bin/sh", ["-c", "exec 1>&2\n\(command)"])
    }

    private init(program: String, _ arguments: [String]) throws(TransportError) {
        var toChild: [Int32] = [-1, -1]
        var fromChild: [Int32] = [-1, -1]
        guard unsafe pipe(&toChild) == 0 else { throw TransportError(errno: errno) }
        guard unsafe pipe(&fromChild) == 0 else {
            let reason = errno
            for end in toChild { close(end) }
            throw TransportError(errno: reason)
        }
        for end in toChild + fromChild { clamor_close_on_exec(end) }
        // A process that has gone takes nothing, and that is all.
        signal(SIGPIPE, SIG_IGN)
        let status: Int32
        (status, identifier) = Self.spawn(
            program, arguments, input: toChild[0], output: fromChild[1])
        close(toChild[0])
        close(fromChild[1])
        input = toChild[1]
        output = fromChild[0]
        guard status == 0 else {
            close(input)
            close(output)
            throw TransportError(errno: status)
        }
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
    }

    deinit {
        closeInput()
        close(output)
    }

    private static func spawn(
        _ path: String, _ arguments: [String], input: Int32, output: Int32
    ) -> (status: Int32, identifier: pid_t) {
        var words = unsafe ([path] + arguments).map { unsafe strdup($0) }
        defer { unsafe words.forEach { unsafe free($0) } }
        unsafe words.append(nil)
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        var identifier = pid_t()
        let status = unsafe posix_spawn(
            &identifier, path, &actions, &attributes, words, environ)
        return (status, identifier)
    }

    /// Writes a short text to its standard input; one that has gone takes nothing.
    package func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(input, $0.baseAddress, $0.count) }
    }

    /// Ends its standard input.
    package func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Asks it to stop.
    package func interrupt() {
        if ending == nil { kill(identifier, SIGINT) }
    }

    /// The whole lines that it has written since the last call, without their ends; does not wait.
    package func takeLines() -> [[UInt8]] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var lines: [[UInt8]] = []
        while !isOutputAtEnd {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe read(output, $0.baseAddress, $0.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                if errno != EAGAIN { isOutputAtEnd = true }
                break
            }
            if count == 0 { isOutputAtEnd = true }
            for byte in buffer[..<count] {
                if byte == UInt8(ascii: "\n") {
                    lines.append(unfinishedLine)
                    unfinishedLine = []
                } else {
                    unfinishedLine.append(byte)
                }
            }
        }
        return lines
    }

    /// Sees whether it has ended; does not wait.
    package func look() {
        guard ending == nil else { return }
        var status: Int32 = 0
        guard unsafe waitpid(identifier, &status, WNOHANG) == identifier else { return }
        let signal = status & 0x7F
        ending = signal == 0 ? .exited(code: status >> 8 & 0xFF) : .killed(signal: signal)
    }
}
