/// Shows progress on stderr: one line in place on a terminal, else one line per interval.
package struct ProgressDisplay: Sendable {
    /// How it is shown; `--progress`.
    package enum Style: Equatable, Sendable {
        case inPlace
        case lines
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
            default: console?.errorIsTerminal == true ? .inPlace : .lines
            }
    }

    /// Shows one line of text, in place of the one before on a terminal.
    package func show(_ text: String) {
        switch style {
        // Without wrapping, a line wider than the terminal is cut instead of scrolling it.
        case .inPlace: console?.noteRaw("\r\u{1B}[?7l\(text)\u{1B}[K\u{1B}[?7h")
        case .lines: console?.note(text)
        case .none: break
        }
    }

    /// Leaves the line of an in-place display behind, so that other output starts on its own.
    package func end() {
        if style == .inPlace { console?.noteRaw("\r\u{1B}[K") }
    }
}
