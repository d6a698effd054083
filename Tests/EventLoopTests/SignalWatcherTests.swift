import EventLoop
import Glibc
import Testing

@Suite struct SignalWatcherTests {
    @Test func `SIGINT, SIGTERM and SIGHUP become calls, and do not end the process`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let seen = Guarded<[SignalWatcher.Signal]>([])
            signal(SIGHUP, SIG_DFL)
            try SignalWatcher.start { signal in
                let all = seen.withLock {
                    $0.append(signal)
                    return $0
                }
                if all.count == 3 { exit(all == [.interrupt, .terminate, .terminate] ? 7 : 1) }
            }
            // To the process, as a terminal or a supervisor does: a worker's threads block them.
            raiseProcess(SIGINT)
            while seen.withLock({ $0.isEmpty }) { usleep(1_000) }
            raiseProcess(SIGTERM)
            while seen.withLock({ $0.count == 1 }) { usleep(1_000) }
            raiseProcess(SIGHUP)
            while true { usleep(1_000) }
        }
    }

    @Test func `SIGHUP stays ignored where the caller ignores it`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            signal(SIGHUP, SIG_IGN)
            try SignalWatcher.start { exit($0 == .interrupt ? 7 : 1) }
            raiseProcess(SIGHUP)
            raiseProcess(SIGINT)
            while true { usleep(1_000) }
        }
    }
}

private func raiseProcess(_ signal: Int32) { kill(getpid(), signal) }
