internal import EventLoop
import Synchronization

/// How the user stops a run, from a signal or any other thread.
package final class RunControl: Sendable {
    private let count = Atomic<Int>(0)
    private let waker = Guarded<Waker?>(nil)

    package init() {}

    /// How often the user asked to stop.
    package var interruptions: Int { count.load(ordering: .acquiring) }

    /// Asks the run to drain and end; asked twice, to end at once.
    package func interrupt() {
        count.wrappingAdd(1, ordering: .acquiringAndReleasing)
        waker.withLock { $0?.wake() }
    }

    /// Whom to wake besides: set-up and the check of the target have loops and no director.
    func attach(_ waker: Waker?) { self.waker.withLock { $0 = waker } }
}
