import EventLoop
import LoadEngine

/// Turns SIGINT, SIGTERM and SIGHUP into the run's own way of stopping.
enum Interruption {
    /// Starts to watch; to be called before any other thread is started. Without a console it says
    /// nothing.
    static func watch(_ control: RunControl, _ console: Console?) throws(CommandFailure) {
        do throws(TransportError) {
            try SignalWatcher.start { _ in
                control.interrupt()
                console?.note(
                    control.interruptions == 1
                        ? "\ninterrupted: waiting for what is in flight; once more stops at once"
                        : "\nstopped")
            }
        } catch {
            throw CommandFailure(.unreachable, "cannot start a thread: \(error)")
        }
    }
}
