/// What went wrong, by stage and condition, with one example each.
package struct ErrorTable: Sendable, Equatable, Codable {
    /// What makes two errors the same.
    package struct Key: Hashable, Sendable, Comparable, Codable {
        /// A metric's name, or `connection`.
        package let stage: String
        /// The server's condition (`not-authorized`) or the transport's (`refused`).
        package let condition: String

        package init(stage: String, condition: String) {
            (self.stage, self.condition) = (stage, condition)
        }

        package static func < (a: Key, b: Key) -> Bool {
            (a.stage, a.condition) < (b.stage, b.condition)
        }
    }

    /// How often an error was seen.
    package struct Tally: Sendable, Equatable, Codable {
        /// Errors of the whole run.
        package var count: UInt64
        /// Those of the measured part alone.
        package var measured: UInt64
        /// The first one in words, or the stanza that told of it.
        package var sample: String

        package init(count: UInt64 = 0, measured: UInt64 = 0, sample: String) {
            (self.count, self.measured, self.sample) = (count, measured, sample)
        }
    }

    /// Most kinds of errors kept apart; further ones are counted under `other`.
    package static let limit = 256
    /// Most bytes kept of a sample.
    package static let sampleBytes = 512
    /// Where errors are counted once the table is full.
    package static let overflowKey = Key(stage: "other", condition: "other")

    /// Each kind of error that was seen.
    package private(set) var tallies: [Key: Tally] = [:]
    /// Errors of all kinds, warm-up included.
    package private(set) var count: UInt64 = 0

    /// Errors of the measured part.
    var measuredCount: UInt64 { tallies.values.reduce(0) { $0 + $1.measured } }

    package init() {}

    mutating func record(
        stage: String, condition: String, isMeasured: Bool, sample: () -> String
    ) {
        let key = slot(for: Key(stage: stage, condition: condition))
        count += 1
        if tallies[key] == nil {
            tallies[key] = Tally(sample: Self.truncate(sample()))
        }
        tallies[key]?.count += 1
        if isMeasured { tallies[key]?.measured += 1 }
    }

    /// Adds another table's errors; the limit on kinds holds for the sum, too.
    package mutating func add(_ other: ErrorTable) {
        for (key, tally) in other.tallies.sorted(by: { $0.key < $1.key }) {
            var own = tallies[slot(for: key)] ?? Tally(sample: tally.sample)
            own.count += tally.count
            own.measured += tally.measured
            tallies[slot(for: key)] = own
        }
        count += other.count
    }

    /// The key itself while there is room for it.
    private func slot(for key: Key) -> Key {
        if tallies[key] != nil || tallies.count < Self.limit { return key }
        return Self.overflowKey
    }

    /// The longest prefix of whole characters that fits.
    private static func truncate(_ text: String) -> String {
        if text.utf8.count <= sampleBytes { return text }
        var end = text.startIndex
        var used = 0
        for index in text.indices {
            let size = text[index].utf8.count
            if used + size > sampleBytes { break }
            used += size
            end = text.index(after: index)
        }
        return String(text[..<end])
    }
}
