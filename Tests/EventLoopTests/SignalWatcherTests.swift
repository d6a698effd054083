import EventLoop
import Glibc
import Testing

@Suite struct SignalWatcherTests {
    @Test func `SIGINT and SIGTERM become calls, and do not end the process`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let seen = Guarded<[SignalWatcher.Signal]>([])
            try SignalWatcher.start { signal in
                let all = seen.withLock {
                    $0.append(signal)
                    return $0
                }
                if all.count == 2 { exit(all == [.interrupt, .terminate] ? 7 : 1) }
            }
            // To the process, as a terminal or a supervisor does: a worker's threads block them.
            raiseProcess(SIGINT)
            while seen.withLock({ $0.isEmpty }) { usleep(1_000) }
            raiseProcess(SIGTERM)
            while true { usleep(1_000) }
        }
    }
}

private func raiseProcess(_ signal: Int32) { kill(getpid(), signal) }
