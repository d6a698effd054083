import EventLoop
import Testing

@Suite struct NoticeRingTests {
    @Test func `a ring gives back what it took, in order, and refuses when it is full`() {
        let ring = NoticeRing<Int>(capacity: 3)
        #expect(ring.capacity == 4)
        #expect(ring.pop() == nil)
        for round in 0..<10 {
            for value in 0..<4 { #expect(ring.push(round * 4 + value)) }
            #expect(!ring.push(-1))
            for value in 0..<4 { #expect(ring.pop() == round * 4 + value) }
            #expect(ring.pop() == nil)
        }
    }

    @Test func `a million elements cross from thread to thread, whole and in order`() throws {
        struct Notice: BitwiseCopyable, Sendable {
            var number: UInt64
            var check: UInt64
        }
        let ring = NoticeRing<Notice>(capacity: 256)
        let count: UInt64 = 1_000_000
        let producer = try WorkerThread.start(name: "producer") {
            var number: UInt64 = 0
            while number < count {
                if ring.push(Notice(number: number, check: ~number)) { number += 1 }
            }
        }
        var next: UInt64 = 0
        var isWhole = true
        while next < count {
            guard let notice = ring.pop() else { continue }
            isWhole = isWhole && notice.number == next && notice.check == ~next
            next += 1
        }
        producer.join()
        #expect(isWhole)
        #expect(ring.pop() == nil)
    }
}
