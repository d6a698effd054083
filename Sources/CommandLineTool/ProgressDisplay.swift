import LoadEngine
import Profile
import Report

/// Shows progress on stderr: one line in place on a terminal, else one line per interval.
package struct ProgressDisplay: Sendable {
    /// How it is shown; `--progress`.
    package enum Style: Equatable, Sendable {
        case inPlace
        case lines
        /// A JSON object each.
        case json
        case none
    }

    package let style: Style
    private let console: Console?

    /// - Parameter console: nil: nothing is shown.
    package init(option: String?, console: Console?) {
        self.console = console
        style =
            switch option {
            case _ where console == nil: .none
            case "none": .none
            case "plain": .lines
            case "json": .json
            default: console?.errorIsTerminal == true ? .inPlace : .lines
            }
    }

    /// Shows one line of text, in place of the one before on a terminal.
    package func show(_ text: String) {
        switch style {
        // Without wrapping, a line wider than the terminal is cut instead of scrolling it.
        case .inPlace: console?.noteRaw("\r\u{1B}[?7l\(text)\u{1B}[K\u{1B}[?7h")
        case .lines: console?.note(text)
        case .json, .none: break
        }
    }

    /// Shows an interval to a machine.
    func show(_ record: ProgressRecord) {
        if style == .json { console?.noteRaw(JSONLine.text(record)) }
    }

    /// The view of a terminal, where there is one.
    func liveView(of profile: Profile, _ control: RunControl) -> LiveDisplay? {
        guard style == .inPlace, let console else { return nil }
        return LiveDisplay(profile, control: control, console: console)
    }

    /// Leaves the line of an in-place display behind, so that other output starts on its own.
    package func end() {
        if style == .inPlace { console?.noteRaw("\r\u{1B}[K") }
    }
}
