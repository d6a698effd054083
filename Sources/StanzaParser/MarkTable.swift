internal import CByteScan

/// Where in a read the bytes stand that the lexer has to stop at.
///
/// The bytes are scanned a window at a time, ahead of the lexer. What was scanned is of use for all
/// the stanzas of the read; positions handed in count from the stanza that the lexer is in, whose
/// first byte is the `origin`.
struct MarkTable {
    /// What the lexer wants to stop at.
    enum Stops {
        /// `<`, `>`, `&` and the special bytes.
        case inText
        /// These and the quotes.
        case inValue
    }

    private var marks: [ClamorByteMarks]
    private let kernel: ClamorKernel
    /// The window, in positions of the read.
    private var start = 0
    private var end = 0
    private var origin = 0
    /// Bytes scanned since the engine was made.
    private(set) var scannedBytes: UInt64 = 0

    /// Bytes of a window: with its table it fits in the first-level cache.
    static let windowBytes = 16 * 1024

    init(kernel: ByteScanKernel) {
        self.kernel = kernel.isAvailable ? kernel.kernel : CLAMOR_KERNEL_PORTABLE
        let blocks = Self.windowBytes / Int(CLAMOR_BYTES_PER_BLOCK)
        marks = Array(repeating: ClamorByteMarks(), count: blocks)
    }

    /// Forgets what was scanned: the next stanza is in other bytes.
    mutating func forget() { (start, end, origin) = (0, 0, 0) }

    /// From here on positions count from this one of the read.
    mutating func setOrigin(_ position: Int) { origin = position }

    /// The first stop at or after `position`; the count of `bytes` if there is none.
    mutating func next(
        _ stops: Stops, in bytes: Span<UInt8>, from position: Int
    ) -> Int {
        var position = position
        while position < bytes.count {
            if position + origin >= end || position + origin < start {
                scan(bytes, from: position)
            }
            var block = (position + origin - start) >> 6
            var found = mask(block, stops) & (~0 << UInt64((position + origin - start) & 63))
            let blocks = (end - start + 63) >> 6
            while found == 0, block + 1 < blocks {
                block += 1
                found = mask(block, stops)
            }
            if found != 0 {
                // The window may go on beyond these bytes.
                let stop = block << 6 + found.trailingZeroBitCount + start - origin
                return min(stop, bytes.count)
            }
            position = end - origin
        }
        return bytes.count
    }

    @inline(__always)
    private func mask(_ block: Int, _ stops: Stops) -> UInt64 {
        let found = marks[block]
        let inText = found.markup | found.special
        return stops == .inText ? inText : inText | found.quotes
    }

    private mutating func scan(_ bytes: Span<UInt8>, from position: Int) {
        let window = bytes.extracting(
            position..<min(position + Self.windowBytes, bytes.count))
        unsafe window.withUnsafeBufferPointer { input in
            unsafe marks.withUnsafeMutableBufferPointer { table in
                unsafe clamor_scan(kernel, input.baseAddress, input.count, table.baseAddress)
            }
        }
        start = position + origin
        end = start + window.count
        scannedBytes += UInt64(window.count)
    }
}
