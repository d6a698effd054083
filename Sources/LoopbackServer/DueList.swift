import Units

/// What is due at instants, the earliest first; equal ones stay in the order in which they came.
struct DueList<Element> {
    /// Entries that were taken go in pieces of so many, not one by one.
    private static var pieceLength: Int { 1_024 }

    private var entries: [(instant: Instant, element: Element)] = []
    private var takenCount = 0

    /// The earliest; nil: there is none.
    var first: (instant: Instant, element: Element)? {
        takenCount < entries.count ? entries[takenCount] : nil
    }

    /// Enters something; returns whether it is the first of all now.
    mutating func insert(_ element: Element, at instant: Instant) -> Bool {
        var low = takenCount
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].instant <= instant { low = middle + 1 } else { high = middle }
        }
        entries.insert((instant, element), at: low)
        return low == takenCount
    }

    /// Takes the first out, if it is due.
    mutating func take(dueAt now: Instant) -> Element? {
        guard let first, first.instant <= now else { return nil }
        removeFirst()
        return first.element
    }

    /// Takes the first out; there has to be one.
    mutating func removeFirst() {
        takenCount += 1
        if takenCount == entries.count || takenCount > Self.pieceLength {
            entries.removeFirst(takenCount)
            takenCount = 0
        }
    }
}
