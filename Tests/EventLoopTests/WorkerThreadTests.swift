import EventLoop
import Glibc
import Synchronization
import Testing

@Suite struct WorkerThreadTests {
    @Test func `the body runs on a thread of its own, with its name, and join waits for it`()
        throws
    {
        let seen = Guarded<(name: String, thread: pthread_t)?>(nil)
        let thread = try WorkerThread.start(name: "a-name-that-is-too-long") {
            usleep(20_000)
            let name = (try? FileReader.read("/proc/thread-self/comm")) ?? []
            seen.withLock { $0 = (String(decoding: name, as: UTF8.self), pthread_self()) }
        }
        thread.join()
        thread.join()
        let result = try #require(seen.withLock { $0 })
        #expect(result.name == "a-name-that-is-\n")
        #expect(result.thread != pthread_self())
    }

    @Test func `a thread that nobody joins ends by itself`() throws {
        let isDone = AtomicFlag()
        do {
            _ = try WorkerThread.start(name: "alone") { isDone.set() }
        }
        while !isDone.isSet { usleep(1_000) }
    }

    private final class AtomicFlag: Sendable {
        private let value = Atomic<Bool>(false)
        var isSet: Bool { value.load(ordering: .acquiring) }
        func set() { value.store(true, ordering: .releasing) }
    }
}
