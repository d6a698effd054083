/// Finds what was probably meant.
package enum Suggestion {
    /// The candidate with the fewest edits, if they are few for the length of `word`.
    ///
    /// An edit inserts, removes or replaces a character, or swaps two neighbours; case counts
    /// for nothing.
    package static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
        let limit = max(1, word.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(word.lowercased(), candidate.lowercased())
            if distance <= limit, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// Optimal string alignment distance.
    private static func distance(_ a: String, _ b: String) -> Int {
        let a = Array(a)
        let b = Array(b)
        guard abs(a.count - b.count) <= 8, a.count <= 64 else { return .max }
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for row in 0..<a.count {
            var current = [row + 1]
            for column in 0..<b.count {
                let isEqual = a[row] == b[column]
                var value = min(
                    last[column + 1] + 1, current[column] + 1, last[column] + (isEqual ? 0 : 1))
                if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
                    value = min(value, beforeLast[column - 1] + 1)
                }
                current.append(value)
            }
            beforeLast = last
            last = current
        }
        return last[b.count]
    }
}
