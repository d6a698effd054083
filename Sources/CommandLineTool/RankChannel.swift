import EventLoop
import LoadEngine
import Report

/// A rank's side of the pipes to the process that started it.
enum RankChannel {
    static func send(_ message: RankMessage) { send(line: JSONLine.text(message)) }

    /// Sends a line as it is, with its end.
    static func send(line: String) { StandardStream.output.write(line) }

    /// Says that set-up is done and waits for the instant at which all ranks begin, as the system's
    /// monotonic clock has it in nanoseconds; nil when the run is not to begin.
    ///
    /// From then on the run ends when the process that started it is gone.
    static func commonStart(_ control: RunControl) -> Int64? {
        send(.ready)
        guard let line = StandardInput.line(), let start = Int64(line) else { return nil }
        _ = try? WorkerThread.start(name: "parent") {
            while let line = StandardInput.line() {
                switch JSONLine.value(RankInstruction.self, in: Array(line.utf8)) {
                case .abort(let expression)?: control.abort(by: expression)
                case .load(let setting)?: control.setting = setting
                case nil: break
                }
            }
            control.interrupt()
        }
        return start
    }
}
