import Foundation
import Glibc

/// One process that a test has started; its output goes to files, so it never waits for a reader.
final class ChildProcess: @unchecked Sendable {
    /// How one ended and what it wrote.
    struct Result: Sendable, CustomStringConvertible {
        /// The exit code, or 128 and the signal.
        let status: Int32
        let output: String
        let errors: String

        var description: String { "exit \(status)\n\(output)\n--- stderr\n\(errors)" }
        /// The last line of stdout that is not empty.
        var lastLine: String { output.split(separator: "\n").last.map(String.init) ?? "" }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let identifier: pid_t
    private let folder: Folder
    /// The status of waitpid(2) once it has ended.
    private var status: Int32?

    /// - Parameter directory: where it runs; a folder of its own when nil.
    ///
    /// Foundation's `Process` is of no use here: it takes a process for running as long as any
    /// descendant of it is, and servers are started by scripts that end.
    init(
        _ executable: String, _ arguments: [String], environment: [String: String] = [:],
        in directory: String? = nil
    ) throws {
        folder = try Folder()
        let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // The C library's way to start in another directory is not imported, so a shell does it.
        let shell = ["/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh"]
        let command = shell + [directory ?? folder.path, executable] + arguments
        var words = command.map { strdup($0) as UnsafeMutablePointer<CChar>? }
        var variables = all.map { strdup("\($0)=\($1)") as UnsafeMutablePointer<CChar>? }
        defer { for text in words + variables { free(text) } }
        words.append(nil)
        variables.append(nil)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let create = O_WRONLY | O_CREAT | O_APPEND
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, folder["stdout"], create, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, folder["stderr"], create, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // Whoever started the tests may have had it ignored, as nohup(1) does.
        var hangUp = sigset_t()
        sigemptyset(&hangUp)
        sigaddset(&hangUp, SIGHUP)
        posix_spawnattr_setsigdefault(&attributes, &hangUp)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var child = pid_t()
        let error = posix_spawn(&child, shell[0], &actions, &attributes, words, variables)
        guard error == 0 else {
            throw Failure(
                description: "cannot start \(executable): \(String(cString: strerror(error)))")
        }
        identifier = child
    }

    deinit {
        if isRunning {
            kill(identifier, SIGKILL)
            var status: Int32 = 0
            waitpid(identifier, &status, 0)
        }
    }

    var isRunning: Bool {
        guard status == nil else { return false }
        var found: Int32 = 0
        if waitpid(identifier, &found, WNOHANG) == identifier { status = found }
        return status == nil
    }

    var output: String { (try? String(contentsOfFile: folder["stdout"], encoding: .utf8)) ?? "" }
    var errors: String { (try? String(contentsOfFile: folder["stderr"], encoding: .utf8)) ?? "" }

    /// Sends a signal, unless the process has ended.
    func send(_ signal: Int32) {
        if isRunning { kill(identifier, signal) }
    }

    /// Waits for the end; a process that takes longer is killed, and that is a failure.
    func result(within seconds: Double = 180) async throws -> Result {
        let isOver = try await Self.eventually(within: seconds) { !self.isRunning }
        guard isOver, let status else {
            send(SIGKILL)
            throw Failure(description: "still running after \(seconds) s:\n\(output)\n\(errors)")
        }
        let signal = status & 0x7F
        return Result(
            status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, output: output, errors: errors)
    }

    /// Waits until stdout has a whole line that begins so.
    func line(startingWith prefix: String, within seconds: Double = 120) async throws -> String {
        var found: String?
        _ = try await Self.eventually(within: seconds) {
            let lines = self.output.split(separator: "\n", omittingEmptySubsequences: false)
            found = lines.dropLast().first { $0.hasPrefix(prefix) }.map(String.init)
            return found != nil || !self.isRunning
        }
        guard let found else {
            throw Failure(description: "no line '\(prefix)…':\n\(output)\n\(errors)")
        }
        return found
    }

    /// Polls a condition; false when it did not come to hold in time.
    static func eventually(
        within seconds: Double, _ condition: () -> Bool
    ) async throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !condition() {
            guard ContinuousClock.now < deadline else { return false }
            try await Task.sleep(for: .milliseconds(20))
        }
        return true
    }
}

/// Runs clamor to its end.
func clamor(
    _ arguments: String..., environment: [String: String] = [:], in directory: String? = nil,
    within seconds: Double = 180
) async throws -> ChildProcess.Result {
    try await ChildProcess(
        Package.clamor, arguments, environment: environment, in: directory
    ).result(within: seconds)
}
