import EventLoop
import Testing

/// Under the thread sanitizer this is also the proof that it sees the lock.
struct GuardedTests {
    @Test func `Threads that contend for a value lose no change`() throws {
        let counts = Guarded([0])
        let threads = try (0..<4).map { number in
            try WorkerThread.start(name: "counting-\(number)") {
                for _ in 0..<20_000 { counts.withLock { $0[0] += 1 } }
            }
        }
        for thread in threads { thread.join() }
        #expect(counts.withLock { $0 } == [80_000])
    }

    @Test func `An error of the body passes through, and the lock is free again`() {
        let value = Guarded(1)
        #expect(throws: TransportError.self) {
            try value.withLock { value throws(TransportError) in
                value = 2
                throw TransportError(errno: 5)
            }
        }
        #expect(value.withLock { $0 } == 2)
    }
}
