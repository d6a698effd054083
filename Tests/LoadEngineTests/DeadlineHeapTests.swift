import Testing
import Units

@testable import LoadEngine

@Suite struct DeadlineHeapTests {
    @Test func `entries come out by instant, ties in the order of insertion`() {
        var heap = DeadlineHeap()
        var random = SystemRandomNumberGenerator()
        let instants = (0..<1_000).map { _ in Int64.random(in: 0..<50, using: &random) }
        for (number, instant) in instants.enumerated() {
            heap.push(
                at: Instant(nanoseconds: instant), owner: Int32(number), token: UInt32(number))
        }
        let expected = instants.enumerated().sorted {
            $0.element == $1.element ? $0.offset < $1.offset : $0.element < $1.element
        }
        for entry in expected {
            let popped = heap.pop(dueAt: .distantFuture)
            #expect(popped?.owner == Int32(entry.offset))
        }
        #expect(heap.count == 0)
        #expect(heap.first == nil)
    }

    @Test func `nothing comes out before it is due`() {
        var heap = DeadlineHeap()
        heap.push(at: Instant(nanoseconds: 10), owner: 1, token: 1)
        #expect(heap.pop(dueAt: Instant(nanoseconds: 9)) == nil)
        #expect(heap.pop(dueAt: Instant(nanoseconds: 10))?.owner == 1)
    }
}

extension DeadlineHeap.Entry: Equatable {
    public static func == (a: Self, b: Self) -> Bool { a.order == b.order && a.at == b.at }
}
