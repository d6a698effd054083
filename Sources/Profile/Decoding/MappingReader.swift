/// The entries of a mapping, taken out key by key.
struct MappingReader {
    /// Which keys the mapping has; nil where the author chooses them, or where it is not known
    /// what the mapping is to be.
    var shape: ProfileShape?
    /// What the mapping is, for messages: `scenario`.
    let context: String
    let position: SourcePosition
    let entries: [YAMLEntry]
    /// Whether there was no mapping, which has been reported; then nothing is missing in it.
    let isStandIn: Bool
    private var asked: Set<String> = []

    init(
        _ entries: [YAMLEntry], context: String, position: SourcePosition, isStandIn: Bool = false
    ) {
        self.isStandIn = isStandIn
        self.entries = entries
        self.context = context
        self.position = position
    }

    /// The value of a key, which has to be one of the shape's.
    mutating func take(_ key: String) -> YAMLNode? {
        asked.insert(key)
        return entries.first { $0.key == key }?.value
    }

    /// The entries that the shape does not have.
    ///
    /// What was taken must be what the shape has: else one of them is wrong, which is a mistake in
    /// this code.
    func unknown() -> [YAMLEntry] {
        guard let shape else { return [] }
        let names = Set(shape.keys.map(\.name))
        assert(asked == names, "\(shape): \(asked.symmetricDifference(names).sorted())")
        return entries.filter { !names.contains($0.key) }
    }

    /// Where a key stands; the mapping itself when it does not.
    func keyPosition(_ key: String) -> SourcePosition {
        entries.first { $0.key == key }?.position ?? position
    }

    func has(_ key: String) -> Bool { entries.contains { $0.key == key } }
}
