/// The place in a profile that an override names, such as `sessions.scenarios[0].weight`.
struct OverridePath: Sendable {
    let components: [Component]

    struct Component: Sendable {
        var step: Step
        /// Its first character in the path, from 0.
        var offset: Int
    }

    enum Step: Sendable {
        case key(String)
        case index(Int)
    }

    /// What is wrong with a path or with applying it, and at which offset of the path.
    struct Problem: Error {
        var offset: Int
        var message: String
    }

    /// Reads `key(.key | [index])*`.
    init(_ path: String) throws(Problem) {
        var components: [Component] = []
        let scalars = Array(path.unicodeScalars)
        var place = 0
        while place < scalars.count || components.isEmpty {
            let start = place
            if place < scalars.count, scalars[place] == "[", !components.isEmpty {
                guard let end = scalars[place...].firstIndex(of: "]"),
                    let index = Int(Self.string(scalars[place + 1..<end])), index >= 0
                else { throw Problem(offset: place, message: "expected a number in [...]") }
                components.append(Component(step: .index(index), offset: start))
                place = end + 1
            } else {
                if !components.isEmpty {
                    guard scalars[place] == "." else {
                        throw Problem(offset: place, message: "expected '.' or '['")
                    }
                    place += 1
                }
                let end = scalars[place...].firstIndex { $0 == "." || $0 == "[" } ?? scalars.count
                let key = Self.string(scalars[place..<end])
                guard !key.isEmpty else {
                    throw Problem(offset: place, message: "expected the name of a key")
                }
                components.append(Component(step: .key(key), offset: place))
                place = end
            }
        }
        self.components = components
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// Puts `value` at this path, or takes the key away when it is null.
    ///
    /// Mappings on the way are made as needed, a list grows by one item at most.
    func set(_ value: YAMLNode, in root: inout YAMLNode, source: Int) throws(Problem) {
        try Self.set(value, in: &root, components[...], source: source)
    }

    private static func set(
        _ value: YAMLNode, in node: inout YAMLNode, _ path: ArraySlice<Component>, source: Int
    ) throws(Problem) {
        guard let component = path.first else {
            node = value
            return
        }
        let place = SourcePosition(source: source, line: 1, column: component.offset + 1)
        let rest = path.dropFirst()
        switch component.step {
        case .key(let key):
            if node.isNull { node.content = .mapping([]) }
            guard case .mapping(var entries) = node.content else {
                let message = "there is \(node.kindName) before '\(key)', not a mapping"
                throw Problem(offset: component.offset, message: message)
            }
            let found = entries.firstIndex { $0.key == key }
            if rest.isEmpty, value.isNull {
                if let found { entries.remove(at: found) }
            } else if let found {
                try set(value, in: &entries[found].value, rest, source: source)
            } else {
                var child = YAMLNode(content: .mapping([]), position: place)
                try set(value, in: &child, rest, source: source)
                entries.append(YAMLEntry(key: key, position: place, value: child))
            }
            node.content = .mapping(entries)
        case .index(let index):
            if node.isNull { node.content = .sequence([]) }
            if case .mapping(let entries) = node.content, entries.isEmpty {
                node.content = .sequence([])
            }
            guard case .sequence(var items) = node.content else {
                let message = "there is \(node.kindName) before '[\(index)]', not a list"
                throw Problem(offset: component.offset, message: message)
            }
            guard index <= items.count else {
                let message = "the list has \(items.count) items, counted from 0"
                throw Problem(offset: component.offset, message: message)
            }
            if index == items.count {
                items.append(YAMLNode(content: .mapping([]), position: place))
            }
            try set(value, in: &items[index], rest, source: source)
            node.content = .sequence(items)
        }
    }
}
