/// Why a subcommand ended without its result: what is printed and the exit code.
package struct CommandFailure: Error, Equatable, Sendable, CustomStringConvertible {
    package var code: ExitCode
    /// One sentence or more, without a prefix.
    package var message: String
    /// Whether each mistake in the message says by itself where it is and that it is an error, in
    /// the form that editors follow: `file:line:column: error: …`.
    package var hasPlaces: Bool

    package init(_ code: ExitCode, _ message: String, hasPlaces: Bool = false) {
        self.code = code
        self.message = message
        self.hasPlaces = hasPlaces
    }

    package var description: String { hasPlaces ? message : "error: \(message)" }
}
