/// A value of a YAML document with the place that it came from.
struct YAMLNode: Sendable {
    var content: Content
    var position: SourcePosition

    enum Content: Sendable {
        case scalar(YAMLScalar)
        case sequence([YAMLNode])
        case mapping([YAMLEntry])
    }

    /// Whether nothing is written where the value would be, or `null` is.
    var isNull: Bool {
        guard case .scalar(let scalar) = content, scalar.isPlain else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.text)
    }

    /// What it is, for messages.
    var kindName: String {
        switch content {
        case .scalar(let scalar): isNull ? "nothing" : "'\(scalar.text.clipped(to: 40))'"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}

/// A text of a YAML document; its type is what the reader asks for, never guessed.
struct YAMLScalar: Sendable {
    var text: String
    /// Not quoted, not a block.
    var isPlain: Bool
    /// The stretch of the source, in scalars, with its quotes.
    var range: Range<Int>
}

/// A key of a mapping and its value.
struct YAMLEntry: Sendable {
    var key: String
    var position: SourcePosition
    var value: YAMLNode
}

extension String {
    /// The text itself, or its beginning and an ellipsis.
    func clipped(to count: Int) -> String {
        self.count <= count ? self : prefix(count - 1) + "…"
    }
}
