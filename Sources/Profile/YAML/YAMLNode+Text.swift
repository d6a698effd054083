extension YAMLNode {
    /// The value in one line of YAML that reads back as the same.
    var flowText: String {
        switch content {
        case .scalar(let scalar):
            isNull ? "null" : YAMLWriter.scalar(scalar.text)
        case .sequence(let items):
            "[\(items.map(\.flowText).joined(separator: ", "))]"
        case .mapping(let entries):
            "{"
                + entries.map { "\(YAMLWriter.scalar($0.key)): \($0.value.flowText)" }
                .joined(separator: ", ") + "}"
        }
    }
}
