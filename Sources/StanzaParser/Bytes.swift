// Comparing and copying runs of bytes: the only place for the unsafe words that takes.

internal import CByteScan

/// A part of a buffer, as it stands in a table.
struct ByteRange: BitwiseCopyable, Equatable {
    var start: UInt32
    var count: UInt32

    init(_ start: Int, count: Int) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.count = UInt32(truncatingIfNeeded: count)
    }

    static let empty = ByteRange(0, count: 0)

    /// The indices of the buffer that it stands for.
    var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

extension Span<UInt8> {
    /// Whether both have the same bytes.
    func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return unsafe withUnsafeBufferPointer { left in
            unsafe other.withUnsafeBufferPointer { right in
                guard let left = left.baseAddress, let right = right.baseAddress else {
                    return true
                }
                return unsafe clamor_equal(left, right, count)
            }
        }
    }

    /// Whether the bytes are those of a literal.
    func isEqual(to literal: StaticString) -> Bool {
        guard count == literal.utf8CodeUnitCount else { return false }
        return unsafe withUnsafeBufferPointer { left in
            guard let left = left.baseAddress else { return true }
            return unsafe clamor_equal(left, literal.utf8Start, count)
        }
    }

    /// Whether it begins with the bytes of the other.
    package func hasPrefix(_ other: Span<UInt8>) -> Bool {
        count >= other.count && extracting(first: other.count).isEqual(to: other)
    }

    /// Whether it begins with the bytes of a literal.
    package func hasPrefix(_ literal: StaticString) -> Bool { hasPrefix(literal.span) }

    /// The first eight bytes, the first in the lowest bits, or all and zeros behind them.
    var firstWord: UInt64 {
        unsafe withUnsafeBufferPointer { bytes in
            guard let first = bytes.baseAddress else { return 0 }
            return unsafe UInt64(littleEndian: clamor_first_word(first, bytes.count))
        }
    }

    /// The bytes of a range that stands in a table.
    @_lifetime(copy self)
    func part(_ range: ByteRange) -> Span<UInt8> { extracting(range.indices) }
}

extension StaticString {
    /// Its bytes.
    var span: Span<UInt8> {
        // They are constants of the program.
        @_lifetime(immortal)
        get {
            let bytes = unsafe Span(_unsafeStart: utf8Start, count: utf8CodeUnitCount)
            return unsafe _overrideLifetime(bytes, borrowing: ())
        }
    }
}

extension String {
    /// Bytes that the parser found to be UTF-8.
    init(validated bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

extension [UInt8] {
    /// Appends the bytes of a span.
    mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }

    /// Appends the bytes of a literal.
    mutating func append(copying literal: StaticString) { append(copying: literal.span) }

    /// Puts the bytes of a span in place of those from `start` on, which have to be there.
    mutating func replace(at start: Int, copying bytes: Span<UInt8>) {
        precondition(start >= 0 && bytes.count <= count - start, "there is room for the bytes")
        unsafe withUnsafeMutableBufferPointer { target in
            unsafe bytes.withUnsafeBufferPointer { source in
                guard let to = target.baseAddress, let from = source.baseAddress else { return }
                unsafe (to + start).update(from: from, count: source.count)
            }
        }
    }
}
