// Memory read and written without a check of the index in release builds; debug builds check. The
// walk uses these, and nothing else does: whoever makes one says for how long its memory is there,
// and whoever indexes it says why the index is within.

internal import CByteScan

/// Bytes of a read.
@safe
struct UncheckedBytes {
    private let base: UnsafePointer<UInt8>
    /// How many follow the first.
    let count: Int
    /// How many come before it.
    private let before: Int

    init(_ base: UnsafePointer<UInt8>, count: Int, before: Int = 0) {
        unsafe self.base = unsafe base
        self.count = count
        self.before = before
    }

    @inline(__always)
    subscript(index: Int) -> UInt8 {
        assert(index >= -before && index < count)
        return unsafe base[index]
    }

    /// The same bytes, counted from another one of them.
    @inline(__always)
    func moved(by distance: Int) -> UncheckedBytes {
        unsafe UncheckedBytes(
            base + distance, count: count - distance, before: before + distance)
    }

    /// Whether the same bytes stand here as there.
    @inline(__always)
    func isEqual(
        at index: Int, to other: UncheckedBytes, at otherIndex: Int, count length: Int
    ) -> Bool {
        assert(index + length <= count && otherIndex + length <= other.count)
        return unsafe clamor_equal(base + index, other.base + otherIndex, length)
    }

    /// Eight bytes, the first in the lowest bits.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
        assert(index >= -before && index + 8 <= count)
        let word = unsafe UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
        return UInt64(littleEndian: word)
    }

    /// The first `length` bytes at `index`, eight at most, in a word; zeros behind them.
    @inline(__always)
    func word(at index: Int, length: Int) -> UInt64 {
        if index &+ 8 <= count {
            return length >= 8
                ? word(at: index) : word(at: index) & ~(UInt64.max &<< UInt64(length &* 8))
        }
        return lastWord(at: index, length: length)
    }

    /// The same where less than eight bytes are left.
    @inline(never)
    private func lastWord(at index: Int, length: Int) -> UInt64 {
        var word: UInt64 = 0
        for distance in 0..<min(length, 8) {
            word |= UInt64(self[index + distance]) << UInt64(distance * 8)
        }
        return word
    }
}

/// Records of a table.
@safe
struct UncheckedRecords<Record: BitwiseCopyable> {
    private let base: UnsafeMutablePointer<Record>
    /// How many there is room for.
    let capacity: Int

    init(_ base: UnsafeMutablePointer<Record>, capacity: Int) {
        unsafe self.base = unsafe base
        self.capacity = capacity
    }

    subscript(index: Int) -> Record {
        @inline(__always)
        get {
            assert(index >= 0 && index < capacity)
            return unsafe base[index]
        }
        @inline(__always)
        nonmutating _modify {
            assert(index >= 0 && index < capacity)
            yield unsafe &base[index]
        }
    }
}

/// A bit for each byte of a window, set where an ASCII name cannot have it.
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

    /// The most that `run` can tell of.
    static let longestRun = 56
}
