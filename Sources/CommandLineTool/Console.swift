import EventLoop
import FoundationEssentials
import Report

/// Where the tool writes: results to stdout, progress and messages to stderr.
///
/// A reader that has gone away (a closed pipe) is not an error of the run: what it leaves unread is
/// dropped. What cannot be written for another reason (a full disk) is remembered.
package struct Console: Sendable {
    /// Whether stderr is a terminal that a line may be redrawn on.
    package let errorIsTerminal: Bool
    /// Whether results may be coloured: stdout is a terminal and NO_COLOR is not set.
    package let usesColor: Bool
    private let firstLoss = Guarded<String?>(nil)

    /// The process's own streams.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let isDumb = environment["TERM"] == "dumb"
        errorIsTerminal = StandardStream.error.isTerminal && !isDumb
        let refusesColor = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        usesColor = StandardStream.output.isTerminal && !isDumb && !refusesColor
    }

    /// Writes a result and ends the line.
    package func print(_ text: String) {
        guard let reason = StandardStream.output.write(text + "\n") else { return }
        firstLoss.withLock { $0 = $0 ?? reason }
    }

    /// Why results are missing from stdout; nil when none are.
    package var reasonOfLoss: String? { firstLoss.withLock { $0 } }

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
