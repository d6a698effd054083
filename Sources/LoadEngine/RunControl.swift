internal import EventLoop
import Synchronization

/// How a run is stopped, and its load changed, from a signal or any other thread.
package final class RunControl: Sendable {
    private let count = Atomic<Int>(0)
    private let waker = Guarded<Waker?>(nil)
    private let settingWord = Atomic<Int>(LoadSetting().word)
    private let threshold = Guarded<String?>(nil)

    package init() {}

    /// How often the user asked to stop.
    package var interruptions: Int { count.load(ordering: .acquiring) }

    /// Asks the run to drain and end; asked twice, to end at once.
    package func interrupt() {
        count.wrappingAdd(1, ordering: .acquiringAndReleasing)
        waker.withLock { $0?.wake() }
    }

    /// Ends the load because of a threshold that was judged elsewhere, over all ranks.
    package func abort(by expression: String) {
        threshold.withLock { if $0 == nil { $0 = expression } }
    }

    /// The threshold that ended the load.
    package var abortedBy: String? { threshold.withLock { $0 } }

    /// What the user makes of the load while it lasts; each worker follows within a tick or two.
    package var setting: LoadSetting {
        get { LoadSetting(word: settingWord.load(ordering: .acquiring)) }
        set { settingWord.store(newValue.word, ordering: .releasing) }
    }

    /// Whom to wake besides: set-up and the check of the target have loops and no director.
    func attach(_ waker: Waker?) { self.waker.withLock { $0 = waker } }
}
