import Synchronization

/// A bounded queue from exactly one thread to exactly one other, without locks.
///
/// The producer calls `push`, the consumer `pop`; neither ever waits.
///
/// Bounds: holds `capacity` elements; a full ring refuses more.
@safe public final class NoticeRing<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    public let capacity: Int
    private let mask: Int
    private let elements: UnsafeMutablePointer<Element>
    /// Elements ever taken; written by the consumer.
    private let head = Atomic<Int>(0)
    /// Elements ever added; written by the producer.
    private let tail = Atomic<Int>(0)

    /// - Parameter capacity: rounded up to a power of two.
    public init(capacity: Int) {
        precondition(capacity > 0 && capacity <= 1 << 30, "a ring holds 1 to 2^30 elements")
        var size = 1
        while size < capacity { size *= 2 }
        self.capacity = size
        mask = size - 1
        unsafe elements = .allocate(capacity: size)
    }

    deinit { unsafe elements.deallocate() }

    /// Adds an element; false when the ring is full. Only the producer calls this.
    public func push(_ element: Element) -> Bool {
        let position = tail.load(ordering: .relaxed)
        guard position - head.load(ordering: .acquiring) < capacity else { return false }
        unsafe elements[position & mask] = element
        tail.store(position + 1, ordering: .releasing)
        return true
    }

    /// Takes the oldest element; nil when there is none. Only the consumer calls this.
    public func pop() -> Element? {
        let position = head.load(ordering: .relaxed)
        guard position < tail.load(ordering: .acquiring) else { return nil }
        let element = unsafe elements[position & mask]
        head.store(position + 1, ordering: .releasing)
        return element
    }
}
