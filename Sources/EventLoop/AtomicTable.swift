import Synchronization

/// A fixed number of atomic 64-bit words, shared by all threads of a run.
///
/// Lifetime: the words live as long as the table. Bounds: an index outside `0..<count` traps.
@safe public final class AtomicTable: @unchecked Sendable {
    public let count: Int
    private let words: UnsafeMutablePointer<Atomic<UInt64>>

    /// Makes `count` words that all hold `initial`.
    public init(count: Int, initial: UInt64 = 0) {
        precondition(count >= 0)
        self.count = count
        unsafe words = .allocate(capacity: max(count, 1))
        for index in 0..<count {
            unsafe (words + index).initialize(to: Atomic(initial))
        }
    }

    deinit {
        unsafe words.deinitialize(count: count)
        unsafe words.deallocate()
    }

    /// The word at `index`, with acquiring order.
    public func load(_ index: Int) -> UInt64 {
        precondition(index >= 0 && index < count)
        return unsafe words[index].load(ordering: .acquiring)
    }

    /// Sets the word at `index`, with releasing order.
    public func store(_ index: Int, _ value: UInt64) {
        precondition(index >= 0 && index < count)
        unsafe words[index].store(value, ordering: .releasing)
    }

    /// Sets the word at `index` to `value` if it holds `expected`; says whether it did.
    public func replace(_ index: Int, _ expected: UInt64, with value: UInt64) -> Bool {
        precondition(index >= 0 && index < count)
        return unsafe words[index].compareExchange(
            expected: expected, desired: value, ordering: .acquiringAndReleasing
        ).exchanged
    }
}
