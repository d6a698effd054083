internal import CLibUV
internal import Glibc
import Synchronization

/// Turns SIGINT, SIGTERM and SIGHUP into calls on a thread of their own.
///
/// It works whatever thread the system picks for the signal: the handler only writes the signal's
/// number into a pipe, which the watcher's thread reads. It lives as long as the process.
package enum SignalWatcher {
    package enum Signal: Sendable {
        case interrupt
        /// SIGTERM or SIGHUP.
        case terminate
    }

    /// The pipe's end for writing; -1 until somebody watches.
    private static let pipe = Atomic<Int32>(-1)

    /// Starts to watch; `received` is called for each signal, one at a time. Once per process.
    ///
    /// Throws: when the system has no room for another thread or for the pipe.
    package static func start(
        received: @escaping @Sendable (Signal) -> Void
    ) throws(TransportError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw TransportError(errno: errno) }
        for end in ends { clamor_close_on_exec(end) }
        let source = ends[0]
        // Dropped: the thread is never joined.
        _ = try WorkerThread.start(name: "signals") { watch(source, received) }
        precondition(pipe.exchange(ends[1], ordering: .releasing) == -1, "already watching")
        for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGHUP || !isIgnored(number) {
            signal(number) { number in
                // Only what signal-safety(7) allows; errno is the interrupted code's.
                let saved = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = unsafe write(SignalWatcher.pipe.load(ordering: .relaxed), &byte, 1)
                errno = saved
            }
        }
    }

    /// Whether whoever started this process has it ignore the signal, as nohup(1) does.
    private static func isIgnored(_ number: Int32) -> Bool {
        var current = sigaction()
        guard unsafe sigaction(number, nil, &current) == 0 else { return false }
        return unsafe unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func watch(_ source: Int32, _ received: @Sendable (Signal) -> Void) {
        var byte: UInt8 = 0
        while true {
            guard unsafe read(source, &byte, 1) == 1 else {
                if errno == EINTR { continue }
                return
            }
            received(Int32(byte) == SIGINT ? .interrupt : .terminate)
        }
    }
}
