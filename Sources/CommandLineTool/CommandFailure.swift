/// Why a subcommand ended without its result: what is printed and the exit code.
package struct CommandFailure: Error, Equatable, Sendable, CustomStringConvertible {
    package var code: ExitCode
    /// One sentence or more, without a prefix.
    package var message: String

    package init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { "error: \(message)" }
}
