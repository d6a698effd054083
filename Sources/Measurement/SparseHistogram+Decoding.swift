internal import Units

extension SparseHistogram {
    /// Reads the uncompressed V2 form of HdrHistogram with this project's layout back.
    ///
    /// The form has counters only: smallest, largest and sum are as exact as these (three digits).
    ///
    /// - Returns: nil for what is damaged, or of another layout.
    package init?(v2Payload bytes: ArraySlice<UInt8>) {
        var reader = V2Reader(rest: bytes)
        guard reader.number(UInt32.self) == Self.payloadCookie,
            let length = reader.number(UInt32.self), reader.number(UInt32.self) == 0,
            reader.number(UInt32.self) == UInt32(HistogramLayout.significantDigits),
            reader.number(UInt64.self) == UInt64(HistogramLayout.lowestDiscernible),
            reader.number(UInt64.self) == UInt64(HistogramLayout.highest),
            reader.number(UInt64.self) == (1.0).bitPattern, reader.rest.count >= length
        else { return nil }
        reader.rest = reader.rest.prefix(Int(length))
        var indices: [UInt32] = []
        var counts: [UInt64] = []
        var sum: Int128 = 0
        var index = 0
        while !reader.rest.isEmpty {
            guard let value = reader.zigZag() else { return nil }
            if value > 0 {
                guard index < HistogramLayout.length else { return nil }
                indices.append(UInt32(index))
                counts.append(UInt64(value))
                let lowest = HistogramLayout.lowestValue(at: index)
                let span = HistogramLayout.highestValue(at: index) - lowest
                sum += Int128(lowest + span / 2) * Int128(value)
                index += 1
            } else {
                guard value > -Int64(HistogramLayout.length) else { return nil }
                index += value == 0 ? 1 : Int(-value)
            }
        }
        guard let first = indices.first, let last = indices.last else {
            self.init()
            return
        }
        self.init(
            indices: indices, counts: counts, count: counts.reduce(0, &+), overflow: 0,
            min: Nanoseconds(HistogramLayout.lowestValue(at: Int(first))),
            max: Nanoseconds(HistogramLayout.highestValue(at: Int(last))), sum: sum)
    }
}

private struct V2Reader {
    var rest: ArraySlice<UInt8>

    /// Its highest byte first.
    mutating func number<T: FixedWidthInteger>(_: T.Type) -> T? {
        let size = T.bitWidth / 8
        guard rest.count >= size else { return nil }
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size).reduce(0) { $0 << 8 | T($1) }
    }

    /// Seven bits a byte, lowest first; a ninth byte holds the last eight bits.
    mutating func zigZag() -> Int64? {
        var value: UInt64 = 0
        for place in 0..<9 {
            guard let byte = rest.popFirst() else { return nil }
            let isLast = place == 8
            value |= UInt64(isLast ? byte : byte & 0x7f) << UInt64(7 * place)
            if isLast || byte & 0x80 == 0 { break }
        }
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }
}
