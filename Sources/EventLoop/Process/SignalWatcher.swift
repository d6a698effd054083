internal import Glibc

/// Turns SIGINT and SIGTERM into calls on a thread of their own.
///
/// The signals are blocked in the thread that starts the watcher and in all threads it starts
/// afterwards, so the watcher is started before any worker. It lives as long as the process.
package enum SignalWatcher {
    package enum Signal: Sendable {
        case interrupt
        case terminate
    }

    /// Starts to watch; `received` is called for each signal, one at a time.
    ///
    /// Throws: when the system has no room for another thread.
    package static func start(
        received: @escaping @Sendable (Signal) -> Void
    ) throws(TransportError) {
        var signals = watchedSignals()
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        // Dropped: the thread is never joined.
        _ = try WorkerThread.start(name: "signals") {
            var signals = watchedSignals()
            while true {
                var number: Int32 = 0
                guard unsafe sigwait(&signals, &number) == 0 else { continue }
                received(number == SIGINT ? .interrupt : .terminate)
            }
        }
    }

    private static func watchedSignals() -> sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGINT)
        unsafe sigaddset(&signals, SIGTERM)
        return signals
    }
}
