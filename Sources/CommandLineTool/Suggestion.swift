/// What was probably meant by a word that is not known.
enum Suggestion {
    /// The known word with the fewest edits, when they are few for its length.
    static func closest(to word: String, among known: [String]) -> String? {
        let best = known.map { ($0, distance(Array(word), Array($0))) }.min { $0.1 < $1.1 }
        guard let (candidate, edits) = best, edits <= max(1, candidate.count / 3) else {
            return nil
        }
        return candidate
    }

    /// Levenshtein's distance.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var row = Array(0...b.count)
        for (i, left) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, right) in b.enumerated() {
                let substitution = diagonal + (left == right ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substitution, diagonal + 1, row[j] + 1)
            }
        }
        return row[b.count]
    }
}
