internal import Units

/// Values by sequence number, for numbers that nobody chooses to do harm: one multiplication in
/// place of the standard dictionary's hash.
///
/// Nothing is allocated unless more are there at a time than ever before.
///
/// Bounds: at most half of the places are used; it never shrinks.
/// Source: Knuth, The Art of Computer Programming 3, §6.4 (multiplicative hashing, linear probing).
struct SequenceTable<Value: BitwiseCopyable & Sendable>: Sendable {
    private struct Slot: BitwiseCopyable {
        var number: UInt64
        var value: Value
    }

    private var slots: [Slot?] = Array(repeating: nil, count: 64)
    /// Values in the table.
    private(set) var count = 0

    /// What the table holds on to.
    var memory: ByteCount { ByteCount(slots.count * MemoryLayout<Slot?>.stride) }

    private var mask: Int { slots.count - 1 }

    /// The value of a number; setting one that is there already replaces it.
    subscript(number: UInt64) -> Value? {
        get { slots[place(number)]?.value }
        set {
            if let newValue {
                insert(newValue, number)
            } else {
                _ = remove(number)
            }
        }
    }

    private mutating func insert(_ value: Value, _ number: UInt64) {
        if count * 2 >= slots.count { grow() }
        let place = place(number)
        if slots[place] == nil { count += 1 }
        slots[place] = Slot(number: number, value: value)
    }

    /// Takes a value out; nil when it is not there.
    mutating func remove(_ number: UInt64) -> Value? {
        find(number).map { remove(at: $0) }
    }

    /// Where a number is, until the table is changed; nil when it is not there.
    func find(_ number: UInt64) -> Int? {
        let place = place(number)
        return slots[place] == nil ? nil : place
    }

    /// The value of the number that `find` found there.
    subscript(at place: Int) -> Value {
        guard let slot = slots[place] else { preconditionFailure("nothing was found there") }
        return slot.value
    }

    /// Takes out what `find` found.
    mutating func remove(at place: Int) -> Value {
        let removed = self[at: place]
        var hole = place
        // What stands behind the hole and was pushed past it moves up, or it would not be found.
        var next = (hole + 1) & mask
        while let slot = slots[next] {
            let distance = (next - home(slot.number)) & mask
            if distance >= (next - hole) & mask {
                slots[hole] = slot
                hole = next
            }
            next = (next + 1) & mask
        }
        slots[hole] = nil
        count -= 1
        return removed
    }

    mutating func removeAll() { self = SequenceTable() }

    /// Shows every value, in no particular order, and lets it be changed.
    mutating func forEach(_ body: (_ number: UInt64, _ value: inout Value) -> Void) {
        for place in slots.indices {
            guard var slot = slots[place] else { continue }
            body(slot.number, &slot.value)
            slots[place] = slot
        }
    }

    /// Where a number is, or the free place where it belongs.
    private func place(_ number: UInt64) -> Int {
        var place = home(number)
        while let slot = slots[place], slot.number != number { place = (place + 1) & mask }
        return place
    }

    private func home(_ number: UInt64) -> Int {
        // 2^64 divided by the golden ratio spreads numbers in a row best.
        Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    }

    private mutating func grow() {
        let former = slots
        slots = Array(repeating: nil, count: former.count * 2)
        for case let slot? in former { slots[place(slot.number)] = slot }
    }
}
