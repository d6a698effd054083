/// Counters of which only those in use are there, by ascending index.
enum SparseCounters {
    /// Adds two up, index by index.
    static func sum<Index: FixedWidthInteger, Count: FixedWidthInteger>(
        _ first: (indices: [Index], counts: [Count]), _ second: (indices: [Index], counts: [Count])
    ) -> (indices: [Index], counts: [Count]) {
        var sum: (indices: [Index], counts: [Count]) = ([], [])
        sum.indices.reserveCapacity(first.indices.count + second.indices.count)
        sum.counts.reserveCapacity(first.indices.count + second.indices.count)
        var (a, b) = (0, 0)
        while a < first.indices.count || b < second.indices.count {
            let left = a < first.indices.count ? first.indices[a] : .max
            let right = b < second.indices.count ? second.indices[b] : .max
            var count: Count = 0
            if left <= right {
                count &+= first.counts[a]
                a += 1
            }
            if right <= left {
                count &+= second.counts[b]
                b += 1
            }
            sum.indices.append(min(left, right))
            sum.counts.append(count)
        }
        return sum
    }
}
