extension SparseHistogram {
    /// Cookie of the uncompressed V2 form, with the bit that says "counts are LEB128".
    static let payloadCookie: UInt32 = 0x1c84_9303 | 0x10
    /// Cookie of the compressed V2 form that wraps it.
    package static let compressedCookie: UInt32 = 0x1c84_9304 | 0x10

    /// The histogram as HdrHistogram writes it in its uncompressed V2 form.
    ///
    /// Source: HdrHistogram, AbstractHistogram.encodeIntoByteBuffer: big-endian header of 40 bytes,
    /// then the counters up to the largest value in ZigZag LEB128, runs of zeros as a negative
    /// number.
    package func encodeV2Payload() -> [UInt8] {
        var counters: [UInt8] = []
        counters.reserveCapacity(indices.count * 3)
        var next: UInt32 = 0
        for (index, times) in zip(indices, counts) {
            let zeros = Int64(index - next)
            if zeros > 1 {
                Self.appendZigZag(-zeros, to: &counters)
            } else if zeros == 1 {
                Self.appendZigZag(0, to: &counters)
            }
            Self.appendZigZag(Int64(times), to: &counters)
            next = index + 1
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(40 + counters.count)
        Self.appendBigEndian(Self.payloadCookie, to: &bytes)
        Self.appendBigEndian(UInt32(counters.count), to: &bytes)
        Self.appendBigEndian(UInt32(0), to: &bytes)  // normalizing index offset
        Self.appendBigEndian(UInt32(HistogramLayout.significantDigits), to: &bytes)
        Self.appendBigEndian(UInt64(HistogramLayout.lowestDiscernible), to: &bytes)
        Self.appendBigEndian(UInt64(HistogramLayout.highest), to: &bytes)
        Self.appendBigEndian((1.0).bitPattern, to: &bytes)  // integer to double conversion ratio
        bytes.append(contentsOf: counters)
        return bytes
    }

    /// Appends a number, its highest byte first.
    package static func appendBigEndian<T: FixedWidthInteger>(_ value: T, to bytes: inout [UInt8]) {
        for shift in stride(from: T.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> T(shift)))
        }
    }

    /// Seven bits a byte, lowest first; a ninth byte holds the last eight bits.
    private static func appendZigZag(_ value: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: (value << 1) ^ (value >> 63))
        for _ in 0..<8 {
            if rest < 0x80 {
                bytes.append(UInt8(rest))
                return
            }
            bytes.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
