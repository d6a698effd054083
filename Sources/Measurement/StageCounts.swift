/// How often something was, by stage; an object with the stages that had any, in order.
package struct StageCounts: Sendable, Equatable, Codable, StartsEmpty {
    package struct Entry: Sendable, Equatable {
        /// As in `ErrorResult.stage`.
        package let stage: String
        package var count: UInt64
    }

    /// By name; none is zero.
    package private(set) var entries: [Entry] = []

    /// Nothing happened.
    package init() {}

    package subscript(stage: String) -> UInt64 {
        entries.first { $0.stage == stage }?.count ?? 0
    }

    /// Adds the errors of a table, whatever part of the run they were in.
    mutating func add(_ errors: ErrorTable) {
        for (key, tally) in errors.tallies { add(tally.count, to: key.stage) }
    }

    private mutating func add(_ count: UInt64, to stage: String) {
        if count == 0 { return }
        let place = entries.firstIndex { $0.stage >= stage } ?? entries.endIndex
        if place < entries.endIndex, entries[place].stage == stage {
            entries[place].count += count
        } else {
            entries.insert(Entry(stage: stage, count: count), at: place)
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NameKey.self)
        for key in container.allKeys {
            add(try container.decode(UInt64.self, forKey: key), to: key.stringValue)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NameKey.self)
        for entry in entries { try container.encode(entry.count, forKey: NameKey(entry.stage)) }
    }
}
