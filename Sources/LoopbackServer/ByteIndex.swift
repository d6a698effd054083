/// A hash table from byte strings to numbers, which looks up a span without making an array of it.
///
/// The strings are not stored here: the caller compares. Open addressing with linear probing; at
/// most three quarters full.
package struct ByteIndex {
    private struct Entry {
        var hash: UInt32
        var value: Int32
    }

    private static let empty: Int32 = -1
    private static let removed: Int32 = -2

    private var entries: [Entry]
    private var used = 0
    /// The number of values in the table.
    package private(set) var count = 0

    /// An empty table.
    package init() {
        entries = Array(repeating: Entry(hash: 0, value: Self.empty), count: 16)
    }

    /// The hash of a byte string: FNV-1a, folded.
    package static func hash(_ bytes: Span<UInt8>) -> UInt32 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for index in bytes.indices {
            hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01b3
        }
        return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
    }

    /// The value with this hash for which `matches` holds.
    package func find(_ hash: UInt32, where matches: (Int) -> Bool) -> Int? {
        let mask = entries.count - 1
        var place = Int(hash) & mask
        while entries[place].value != Self.empty {
            let entry = entries[place]
            if entry.value >= 0 && entry.hash == hash && matches(Int(entry.value)) {
                return Int(entry.value)
            }
            place = (place + 1) & mask
        }
        return nil
    }

    /// Adds a value that is not there yet.
    package mutating func insert(_ hash: UInt32, _ value: Int) {
        if (used + 1) * 4 > entries.count * 3 { rebuild() }
        let mask = entries.count - 1
        var place = Int(hash) & mask
        while entries[place].value >= 0 { place = (place + 1) & mask }
        if entries[place].value == Self.empty { used += 1 }
        entries[place] = Entry(hash: hash, value: Int32(value))
        count += 1
    }

    /// Takes a value out.
    package mutating func remove(_ hash: UInt32, _ value: Int) {
        let mask = entries.count - 1
        var place = Int(hash) & mask
        while entries[place].value != Self.empty {
            if entries[place].hash == hash && entries[place].value == Int32(value) {
                entries[place].value = Self.removed
                count -= 1
                return
            }
            place = (place + 1) & mask
        }
    }

    private mutating func rebuild() {
        let old = entries
        let size = (count + 1) * 2 > old.count ? old.count * 2 : old.count
        entries = Array(repeating: Entry(hash: 0, value: Self.empty), count: size)
        used = 0
        count = 0
        for entry in old where entry.value >= 0 { insert(entry.hash, Int(entry.value)) }
    }
}
