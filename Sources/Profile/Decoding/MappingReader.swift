/// The entries of a mapping, taken out key by key; what nobody asked for is unknown.
struct MappingReader {
    /// What the mapping is, for messages: `scenario`.
    let context: String
    let position: SourcePosition
    let entries: [YAMLEntry]
    /// Whether there was no mapping, which has been reported; then nothing is missing in it.
    let isStandIn: Bool
    private(set) var asked: [String] = []

    init(
        _ entries: [YAMLEntry], context: String, position: SourcePosition, isStandIn: Bool = false
    ) {
        self.isStandIn = isStandIn
        self.entries = entries
        self.context = context
        self.position = position
    }

    /// The value of a key.
    mutating func take(_ key: String) -> YAMLNode? {
        asked.append(key)
        return entries.first { $0.key == key }?.value
    }

    /// Where a key stands; the mapping itself when it does not.
    func keyPosition(_ key: String) -> SourcePosition {
        entries.first { $0.key == key }?.position ?? position
    }

    func has(_ key: String) -> Bool { entries.contains { $0.key == key } }
}
