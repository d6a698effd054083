import FoundationEssentials
import Report

/// Where the tool writes: results to stdout, progress and messages to stderr.
///
/// A reader that has gone away (a closed pipe) is not an error of the run: what cannot be written
/// is dropped.
package struct Console: Sendable {
    /// Whether stderr is a terminal that a line may be redrawn on.
    package let errorIsTerminal: Bool
    /// Whether results may be coloured: stdout is a terminal and NO_COLOR is not set.
    package let usesColor: Bool

    /// The process's own streams.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let isDumb = environment["TERM"] == "dumb"
        errorIsTerminal = StandardStream.error.isTerminal && !isDumb
        let refusesColor = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        usesColor = StandardStream.output.isTerminal && !isDumb && !refusesColor
    }

    /// Writes a result and ends the line.
    package func print(_ text: String) {
        StandardStream.output.write(text + "\n")
    }

    /// Writes a result that may end its last line by itself.
    package func print(withoutEnd text: String) {
        print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }

    /// Writes a message and ends the line.
    package func note(_ text: String) { noteRaw(text + "\n") }

    /// Writes to stderr as it is.
    package func noteRaw(_ text: String) {
        StandardStream.error.write(text)
    }
}
