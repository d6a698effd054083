internal import Glibc

/// A value that threads take turns at, behind a lock of the system.
///
/// Used rather than `Synchronization.Mutex`, whose way through the kernel under contention lies in
/// a library that the thread sanitizer does not see: it reports races where there are none.
/// The lock is not recursive. Source: pthread_mutex_lock(3p).
@safe public final class Guarded<Value: Sendable>: @unchecked Sendable {
    // Sendable because `value` is touched by the holder of `lock` alone.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Nobody holds it yet.
    public init(_ value: consuming Value) {
        unsafe lock = .allocate(capacity: 1)
        unsafe lock.initialize(to: pthread_mutex_t())
        self.value = value
        let status = unsafe pthread_mutex_init(lock, nil)
        precondition(status == 0, "a lock needs no more than its own memory")
    }

    deinit {
        unsafe pthread_mutex_destroy(lock)
        unsafe lock.deallocate()
    }

    /// Runs `body` on the value while no other thread can. `body` must not come back here.
    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return try body(&value)
    }
}
