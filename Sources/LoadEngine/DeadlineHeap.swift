package import Units

/// What is due when, earliest first; ties in the order of insertion.
///
/// A cancelled entry stays until it comes up; its owner tells by the token that it is stale. So
/// setting and cancelling costs one push, and memory is bounded by rate × longest delay.
package struct DeadlineHeap: Sendable {
    /// One deadline of one session.
    package struct Entry: Sendable, BitwiseCopyable {
        package var at: Instant
        package var order: UInt64
        package var owner: Int32
        package var token: UInt32
    }

    private var entries: [Entry] = []
    private var nextOrder: UInt64 = 0

    package init() {}

    package var count: Int { entries.count }

    /// The earliest deadline, stale or not.
    package var first: Instant? { entries.first?.at }

    package mutating func push(at: Instant, owner: Int32, token: UInt32) {
        entries.append(Entry(at: at, order: nextOrder, owner: owner, token: token))
        nextOrder += 1
        siftUp(entries.count - 1)
    }

    /// Takes the earliest entry if it is due at `now`.
    package mutating func pop(dueAt now: Instant) -> Entry? {
        guard let first = entries.first, first.at <= now else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            siftDown(0)
        }
        return first
    }

    private static func precedes(_ a: Entry, _ b: Entry) -> Bool {
        a.at == b.at ? a.order < b.order : a.at < b.at
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard Self.precedes(entries[child], entries[parent]) else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            var least = parent
            let left = 2 * parent + 1
            for child in left..<min(left + 2, max(left, entries.count))
            where Self.precedes(entries[child], entries[least]) {
                least = child
            }
            guard least != parent else { return }
            entries.swapAt(parent, least)
            parent = least
        }
    }
}
