/// What the directory of who is online has of an account, as one word.
struct DirectoryEntry {
    /// The number of its session online, or 0.
    var session: UInt32
    /// Messages on their way to that session that were sent in `second`; counted to 255.
    private(set) var underWay: UInt8
    /// Of the seconds of a run, the lowest 24 bits.
    private var second: UInt32

    init(session: UInt32) {
        self.session = session
        underWay = 0
        second = 0
    }

    init(word: UInt64) {
        session = UInt32(truncatingIfNeeded: word)
        underWay = UInt8(truncatingIfNeeded: word >> 32)
        second = UInt32(truncatingIfNeeded: word >> 40)
    }

    var word: UInt64 { UInt64(session) | UInt64(underWay) << 32 | UInt64(second) << 40 }

    /// One more; what was sent in a second before is forgotten.
    mutating func sent(in present: UInt32) {
        let present = present & 0xFF_FFFF
        if second != present { underWay = 0 }
        second = present
        if underWay < .max { underWay += 1 }
    }

    /// One less, if it was sent in the present second.
    ///
    /// - Returns: whether it was.
    mutating func came(in present: UInt32) -> Bool {
        guard second == present & 0xFF_FFFF, underWay > 0 else { return false }
        underWay -= 1
        return true
    }
}
