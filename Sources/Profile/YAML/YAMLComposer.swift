/// Builds the tree of one YAML document and collects what is wrong with it.
///
/// Bounds: `maximumDepth` levels, `maximumNodes` nodes after aliases have been expanded.
struct YAMLComposer: ~Copyable {
    private var reader: YAMLEventReader
    private let source: SourceText
    private let sourceNumber: Int
    private var anchors: [String: (node: YAMLNode, count: Int)] = [:]
    private var nodes = 0
    private var errors: [ProfileError] = []

    static let maximumDepth = 64
    static let maximumNodes = 100_000

    /// Ends the composition; the error is in `errors` already.
    private struct Stop: Error {}

    private init(_ source: SourceText, number: Int) {
        self.source = source
        sourceNumber = number
        var text = String.UnicodeScalarView()
        text.append(contentsOf: source.scalars[source.yamlStart...])
        reader = YAMLEventReader(Array(String(text).utf8))
    }

    /// The tree of `source`; nil when there is none. Errors may come with a tree.
    static func compose(
        _ source: SourceText, number: Int
    ) -> (root: YAMLNode?, errors: [ProfileError]) {
        var composer = YAMLComposer(source, number: number)
        let root = try? composer.document()
        return (root ?? nil, composer.errors)
    }

    private mutating func document() throws(Stop) -> YAMLNode? {
        _ = try next()
        guard case .documentStart = try next().kind else { return nil }
        let root = try node(try next(), depth: 0)
        _ = try next()
        let rest = try next()
        if case .documentStart = rest.kind {
            report(rest.start, "a profile is one YAML document; a second one begins here")
        }
        return root
    }

    private mutating func next() throws(Stop) -> YAMLEventReader.Event {
        do {
            return try reader.next()
        } catch {
            reportSyntax(error)
            throw Stop()
        }
    }

    private mutating func reportSyntax(_ error: YAMLEventReader.SyntaxError) {
        var index = source.yamlStart
        if let mark = error.mark {
            index += mark.index
        } else {
            var bytes = 0
            while index < source.scalars.count, bytes < error.byteOffset {
                bytes += UTF8.width(source.scalars[index])
                index += 1
            }
        }
        // libyaml ends a text that lacks its last line break with one of its own.
        let (line, column) = source.lineAndColumn(at: min(index, source.scalars.count))
        let place = SourcePosition(source: sourceNumber, line: line, column: column)
        var message = "not valid YAML: \(error.message)"
        let found = source.error(line: place.line, column: place.column, "")
        if let line = found.sourceLine, line.contains("${"), line.contains("{") {
            message += "; text with ${...} inside {...} must be quoted"
        }
        report(place, message)
    }

    private mutating func node(
        _ event: YAMLEventReader.Event, depth: Int
    ) throws(Stop) -> YAMLNode {
        guard depth < Self.maximumDepth else {
            report(event.start, "nested more than \(Self.maximumDepth) levels deep")
            throw Stop()
        }
        try countNodes(1, event)
        let first = nodes
        let place = position(event.start)
        let name: String?
        let content: YAMLNode.Content
        switch event.kind {
        case .alias(let alias):
            guard let target = anchors[alias] else {
                report(event.start, "no anchor '&\(alias)' stands before this alias")
                throw Stop()
            }
            try countNodes(target.count, event)
            // With its own position: a mistake is shown where it is written.
            return target.node
        case .scalar(let text, let isPlain, let anchor, let tag):
            checkTag(tag, event)
            name = anchor
            let range = event.start.index + source.yamlStart..<event.end.index + source.yamlStart
            let isText = isPlain && tag == nil
            content = .scalar(YAMLScalar(text: text, isPlain: isText, range: range))
        case .sequenceStart(let anchor, let tag):
            checkTag(tag, event)
            name = anchor
            content = .sequence(try items(depth: depth))
        case .mappingStart(let anchor, let tag):
            checkTag(tag, event)
            name = anchor
            content = .mapping(try entries(depth: depth))
        default:
            report(event.start, "not valid YAML: a value is missing")
            throw Stop()
        }
        let node = YAMLNode(content: content, position: place)
        if let name { anchors[name] = (node, nodes - first + 1) }
        return node
    }

    private mutating func countNodes(
        _ count: Int, _ event: YAMLEventReader.Event
    ) throws(Stop) {
        nodes += count
        guard nodes <= Self.maximumNodes else {
            report(event.start, "more than \(Self.maximumNodes) values, aliases expanded")
            throw Stop()
        }
    }

    private mutating func items(depth: Int) throws(Stop) -> [YAMLNode] {
        var items: [YAMLNode] = []
        while true {
            let event = try next()
            if case .sequenceEnd = event.kind { return items }
            items.append(try node(event, depth: depth + 1))
        }
    }

    private mutating func entries(depth: Int) throws(Stop) -> [YAMLEntry] {
        var entries: [YAMLEntry] = []
        var lines: [String: Int] = [:]
        while true {
            let event = try next()
            if case .mappingEnd = event.kind { return entries }
            let key = try node(event, depth: depth + 1)
            let value = try node(try next(), depth: depth + 1)
            guard case .scalar(let scalar) = key.content else {
                report(event.start, "a key must be a text, not \(key.kindName)")
                continue
            }
            if let line = lines[scalar.text] {
                report(event.start, "the key '\(scalar.text)' stands on line \(line) already")
                continue
            }
            lines[scalar.text] = key.position.line
            let entry = YAMLEntry(key: scalar.text, position: position(event.start), value: value)
            entries.append(entry)
        }
    }

    private mutating func checkTag(_ tag: String?, _ event: YAMLEventReader.Event) {
        guard let tag, tag != "!", tag != "tag:yaml.org,2002:str" else { return }
        report(event.start, "tags such as '\(tag)' have no meaning in a profile")
    }

    private func position(_ mark: YAMLEventReader.Mark) -> SourcePosition {
        // In an override the YAML begins within the first line.
        let shift = mark.line == 0 ? source.yamlStart : 0
        return SourcePosition(
            source: sourceNumber, line: mark.line + 1, column: mark.column + 1 + shift)
    }

    private mutating func report(_ mark: YAMLEventReader.Mark, _ message: String) {
        report(position(mark), message)
    }

    private mutating func report(_ place: SourcePosition, _ message: String) {
        errors.append(source.error(line: place.line, column: place.column, message))
    }
}
