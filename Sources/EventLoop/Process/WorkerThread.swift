internal import CLibUV
internal import Glibc

/// A thread of its own for one worker.
///
/// Lifetime: the thread runs until `body` returns; `join` waits for that and frees it.
public final class WorkerThread: Sendable {
    /// Bytes of stack: handlers are shallow, and stacks of many workers add up.
    static let stackSize = 1 << 20

    /// The system's identifier of the thread; nil once joined.
    private let thread: Guarded<pthread_t?>

    private init(_ thread: pthread_t) { self.thread = Guarded(thread) }

    /// Starts a thread that runs `body`. Its name is cut to 15 bytes, as Linux demands.
    ///
    /// Throws: when the system has no room for another thread.
    public static func start(
        name: String, body: sending @escaping () -> Void
    ) throws(TransportError) -> WorkerThread {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setstacksize(&attributes, stackSize)
        let task = unsafe Unmanaged.passRetained(ThreadTask(name: name, body: body))
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, &attributes,
            { context in
                let task = unsafe Unmanaged<ThreadTask>.fromOpaque(context!).takeRetainedValue()
                unsafe clamor_name_thread(task.name)
                task.body()
                return nil
            }, task.toOpaque())
        guard status == 0 else {
            unsafe task.release()
            throw TransportError(errno: status)
        }
        return WorkerThread(thread)
    }

    /// Waits until the thread has ended. A second call returns at once.
    public func join() {
        let waited = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        if let waited { pthread_join(waited, nil) }
    }

    deinit {
        // Nobody waits any more: the system frees the thread when it ends.
        if let thread = thread.withLock({ $0 }) { pthread_detach(thread) }
    }
}

/// What a new thread takes over from the one that started it.
private final class ThreadTask {
    let name: String
    let body: () -> Void

    init(name: String, body: @escaping () -> Void) {
        self.name = name
        self.body = body
    }
}
