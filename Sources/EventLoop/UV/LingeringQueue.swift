import Units

/// Finished connections that wait for their peers, in the order of their deadlines.
///
/// All wait equally long, so a queue is enough and no connection needs a timer.
struct LingeringQueue {
    struct Entry {
        var slot: UInt32
        var generation: UInt32
        var deadline: Instant
    }

    private var entries: ContiguousArray<Entry> = []
    private var head = 0

    var first: Entry? { head < entries.count ? entries[head] : nil }

    mutating func append(_ entry: Entry) { entries.append(entry) }

    mutating func removeFirst() {
        head += 1
        if head == entries.count {
            entries.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 1_024, head * 2 >= entries.count {
            entries.removeFirst(head)
            head = 0
        }
    }
}
