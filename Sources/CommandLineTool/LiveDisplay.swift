import EventLoop
import LoadEngine
import Measurement
import Profile
import Units

/// The live view on a terminal: drawn in place at each interval, at each key, and when the terminal
/// has another size; and the keys that the user has.
///
/// Drawing happens on the thread of the run and on that of the keys, one at a time.
final class LiveDisplay: Sendable {
    /// Between two looks at keys, the size of the terminal, and signals.
    private static let patience: Int32 = 200

    private struct State: Sendable {
        var view: LiveView
        var catalogue = MetricCatalogue()
        /// Lines on the screen that the next ones take the place of.
        var drawn = 0
        var hasKeys = false
        var hasEnded = false
        /// What the last drawing was of.
        var columns = 0
        var interruptions = 0
    }

    private let console: Console
    private let control: RunControl
    private let state: Guarded<State>

    init(_ profile: Profile, control: RunControl, console: Console) {
        self.console = console
        self.control = control
        state = Guarded(State(view: LiveView(profile)))
    }

    /// Begins to draw and to read keys.
    func begin(_ catalogue: MetricCatalogue) {
        let hasKeys = Terminal.readKeys()
        state.withLock { state in
            state.catalogue = catalogue
            state.hasKeys = hasKeys
            draw(&state)
        }
        _ = try? WorkerThread.start(name: "keys") { self.watch(hasKeys) }
    }

    func show(_ interval: MergedInterval, phase: String) {
        state.withLock { state in
            state.view.add(
                interval, phase: phase, catalogue: state.catalogue, setting: control.setting)
            draw(&state)
        }
    }

    /// Takes the view away and puts the terminal back; nothing is drawn after it.
    func end() {
        state.withLock { state in
            guard !state.hasEnded else { return }
            state.hasEnded = true
            console.noteRaw(Self.start(over: state.drawn) + "\u{1B}[J\u{1B}[?25h")
            Terminal.restore()
        }
    }

    // MARK: Keys

    private func watch(_ hasKeys: Bool) {
        while !state.withLock({ $0.hasEnded }) {
            if let key = hasKeys ? Terminal.key(within: Self.patience) : Self.wait() {
                pressed(key)
            }
            state.withLock { state in
                let columns = Terminal.size?.columns ?? state.columns
                guard columns != state.columns || state.interruptions != control.interruptions
                else { return }
                draw(&state)
            }
        }
    }

    private static func wait() -> Character? {
        WallClock.sleep(.milliseconds(Int64(patience)))
        return nil
    }

    private func pressed(_ key: Character) {
        switch key {
        case "q": control.interrupt()
        case "+", "=": control.setting.faster()
        case "-": control.setting.slower()
        case "p": control.setting.isPaused.toggle()
        default: return
        }
        state.withLock { draw(&$0) }
    }

    // MARK: Drawing

    private func draw(_ state: inout State) {
        guard !state.hasEnded else { return }
        let size = Terminal.size ?? (columns: 80, rows: 24)
        state.columns = size.columns
        state.interruptions = control.interruptions
        let lines = state.view.lines(
            width: size.columns, setting: control.setting, hasKeys: state.hasKeys,
            isStopping: control.interruptions > 0
        ).prefix(max(1, size.rows - 1))
        // Without wrapping, a line that is too wide after all does not push the others down. What
        // was there is erased before: after a full line that would take its last character.
        console.noteRaw(
            Self.start(over: state.drawn) + "\u{1B}[?25l\u{1B}[?7l\u{1B}[J"
                + lines.joined(separator: "\r\n") + "\u{1B}[?7h")
        state.drawn = lines.count
    }

    /// To the start of the first of the lines that are on the screen.
    private static func start(over drawn: Int) -> String {
        drawn > 1 ? "\r\u{1B}[\(drawn - 1)A" : "\r"
    }
}
