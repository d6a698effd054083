/// Wakes one transport from any thread; `woken` of its handler follows.
///
/// Lifetime: may outlive its transport; then it does nothing.
public final class Waker: Sendable {
    /// What to do; the transport that made the waker takes it back when it closes.
    private let signal: Guarded<(@Sendable () -> Void)?>

    init(_ signal: @escaping @Sendable () -> Void) { self.signal = Guarded(signal) }

    /// Asks for one `woken` event. Several calls may give one event.
    public func wake() { signal.withLock { $0?() } }

    /// No call reaches the transport once this returned.
    func disconnect() { signal.withLock { $0 = nil } }
}
