internal import Units

extension SparseHistogram: Codable {
    private enum CodingKeys: String, CodingKey {
        case counters, count, overflow, min, max, sum
    }

    /// Counters as pairs: how many empty ones come before it, and how often it was hit.
    ///
    /// The sum is a text: it may need more digits than readers of JSON keep of a number.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var counters: [UInt64] = []
        counters.reserveCapacity(indices.count * 2)
        var next: UInt32 = 0
        for (index, times) in zip(indices, counts) {
            counters.append(UInt64(index - next))
            counters.append(times)
            next = index + 1
        }
        try container.encode(counters, forKey: .counters)
        try container.encode(count, forKey: .count)
        try container.encode(overflow, forKey: .overflow)
        try container.encode(min, forKey: .min)
        try container.encode(max, forKey: .max)
        try container.encode(String(sum), forKey: .sum)
    }

    /// Throws: also for counters that no histogram has.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let counters = try container.decode([UInt64].self, forKey: .counters)
        let count = try container.decode(UInt64.self, forKey: .count)
        let min = try container.decode(Nanoseconds.self, forKey: .min)
        let max = try container.decode(Nanoseconds.self, forKey: .max)
        func isKept(_ value: Nanoseconds) -> Bool {
            (0...HistogramLayout.highest).contains(value.rawValue)
        }
        guard let (indices, counts) = Self.unpack(counters, adding: count), isKept(min),
            isKept(max), let sum = Int128(try container.decode(String.self, forKey: .sum)),
            Self.agree(indices, min, max)
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .counters, in: container,
                debugDescription: "the counters of a histogram do not fit together")
        }
        self.init(
            indices: indices, counts: counts, count: count,
            overflow: try container.decode(UInt64.self, forKey: .overflow), min: min, max: max,
            sum: sum)
    }

    /// The counters; nil if there are other ones than a histogram has, or other than `total` hits.
    private static func unpack(
        _ counters: [UInt64], adding total: UInt64
    ) -> (indices: [UInt32], counts: [UInt64])? {
        guard counters.count % 2 == 0 else { return nil }
        var indices: [UInt32] = []
        var counts: [UInt64] = []
        var next: UInt64 = 0
        var rest = total
        for place in stride(from: 0, to: counters.count, by: 2) {
            let (empty, times) = (counters[place], counters[place + 1])
            guard empty < UInt64(HistogramLayout.length), times > 0, times <= rest else {
                return nil
            }
            let index = next + empty
            guard index < UInt64(HistogramLayout.length) else { return nil }
            indices.append(UInt32(index))
            counts.append(times)
            next = index + 1
            rest -= times
        }
        return rest == 0 ? (indices, counts) : nil
    }

    /// Whether the extremes lie in the first and the last counter.
    private static func agree(
        _ indices: [UInt32], _ min: Nanoseconds, _ max: Nanoseconds
    ) -> Bool {
        guard let first = indices.first, let last = indices.last else { return true }
        return HistogramLayout.index(of: min.rawValue) == Int(first)
            && HistogramLayout.index(of: max.rawValue) == Int(last)
    }
}
