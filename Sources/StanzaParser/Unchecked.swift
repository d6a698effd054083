// Memory read and written without a check of the index in release builds. The walk uses these, and
// nothing else does: whoever makes one says for how long its memory is there, and the walk says why
// what it asks for lies within.

internal import CByteScan

/// Bytes of a read, some of which may come before the first.
@safe
struct UncheckedBytes {
    private let base: UnsafePointer<UInt8>
    /// How many follow from the first on.
    let count: Int

    init(_ base: UnsafePointer<UInt8>, count: Int) {
        unsafe self.base = unsafe base
        self.count = count
    }

    @inline(__always)
    subscript(index: Int) -> UInt8 {
        assert(index < count)
        return unsafe base[index]
    }

    /// The same bytes, counted from another one of them.
    @inline(__always)
    func moved(by distance: Int) -> UncheckedBytes {
        unsafe UncheckedBytes(base + distance, count: count &- distance)
    }

    /// Whether the same bytes stand at both places.
    @inline(__always)
    func isEqual(_ one: Int, _ other: Int, count length: Int) -> Bool {
        assert(one + length <= count && other + length <= count)
        return unsafe clamor_equal(base + one, base + other, length)
    }

    /// Eight bytes, the first in the lowest bits.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
        assert(index + 8 <= count)
        let word = unsafe UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
        return UInt64(littleEndian: word)
    }

    /// The first `length` bytes at `index`, eight at most, in a word; zeros behind them. For where
    /// less than eight bytes are left.
    @inline(never)
    func lastWord(at index: Int, length: Int) -> UInt64 {
        var word: UInt64 = 0
        for distance in 0..<min(length, 8) {
            word |= UInt64(self[index + distance]) << UInt64(distance * 8)
        }
        return word
    }
}

/// A record of a table, or the place of one.
@safe
struct RecordCursor<Record: BitwiseCopyable> {
    let pointer: UnsafeMutablePointer<Record>

    @inline(__always)
    init(_ pointer: UnsafeMutablePointer<Record>) {
        unsafe self.pointer = unsafe pointer
    }

    var record: Record {
        @inline(__always)
        get { unsafe pointer.pointee }
        @inline(__always)
        nonmutating _modify { yield unsafe &pointer.pointee }
    }

    /// The one behind it.
    var next: RecordCursor {
        @inline(__always)
        get { unsafe RecordCursor(pointer + 1) }
    }

    /// Whether it comes before another of the same table.
    @inline(__always)
    func isBefore(_ other: RecordCursor) -> Bool { unsafe pointer < other.pointer }

    /// How many records later another one stands, which does not come before this one.
    @inline(__always)
    func distance(to other: RecordCursor) -> Int {
        let bytes = unsafe UInt(bitPattern: other.pointer) &- UInt(bitPattern: pointer)
        // Without a sign it is a shift.
        return Int(bitPattern: bytes / UInt(MemoryLayout<Record>.stride))
    }
}

/// The stops of a window, from one of them on.
@safe
struct StopCursor {
    let pointer: UnsafePointer<UInt16>

    @inline(__always)
    init(_ pointer: UnsafePointer<UInt16>) {
        unsafe self.pointer = unsafe pointer
    }

    /// The position of the stop that is so many behind this one.
    @inline(__always)
    subscript(distance: Int) -> Int { unsafe Int(pointer[distance]) }

    /// How many stops behind another one it is.
    @inline(__always)
    func distance(from first: UnsafePointer<UInt16>) -> Int {
        unsafe Int(bitPattern: (UInt(bitPattern: pointer) &- UInt(bitPattern: first)) / 2)
    }

    @inline(__always)
    mutating func advance(by count: Int) { self = unsafe StopCursor(pointer + count) }
}

/// A bit for each byte of a window, set where an ASCII name cannot have it; and before them, for
/// each length of a name the bits of a word that it takes.
@safe
struct NameBits {
    private let base: UnsafeRawPointer

    init(_ words: UnsafePointer<UInt64>) {
        unsafe base = UnsafeRawPointer(words)
    }

    /// How many bytes from this one on can be a name; 64 when they are more than 56.
    @inline(__always)
    func run(at index: Int) -> Int {
        let word = unsafe (base + (index &>> 3)).loadUnaligned(as: UInt64.self)
        return (UInt64(littleEndian: word) &>> UInt64(index & 7)).trailingZeroBitCount
    }

    /// The bits of the first eight bytes of a name that is so long.
    @inline(__always)
    func mask(length: Int) -> UInt64 {
        assert(length >= 0 && length < Self.masks)
        return unsafe (base - Self.masks * 8 + length &* 8).load(as: UInt64.self)
    }

    /// Writes the masks, in so many words before those of the window.
    static func initializeMasks(_ words: UnsafeMutablePointer<UInt64>) {
        for length in 0..<masks {
            unsafe words[length] = length < 8 ? (1 << UInt64(length * 8)) - 1 : .max
        }
    }

    /// How many masks there are.
    static let masks = 64

    /// The most that `run` can tell of.
    static let longestRun = 56
}
