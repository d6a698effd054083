internal import Units

/// Turns the tree of a profile into the model and collects every mistake on the way.
///
/// A method that finds a mistake reports it and returns nil or a stand-in, so that the rest is
/// still read; what it returns then never leaves the loader.
struct ProfileDecoder {
    let sources: [SourceText]
    let checkXPath: ProfileLoader.XPathChecker?
    var errors: [ProfileError] = []

    // What earlier keys settle for later ones.
    var namespaces: [NamespaceBinding] = []
    var timeouts = Timeouts()
    var limits = Limits()
    /// Nil when it is not known yet: accounts from a file.
    var accountCount: Int?
    var hasAccountsFile = false
    /// Where `target.mechanism` and `accounts.certificate` stand, if they do.
    var mechanismPosition = SourcePosition(line: 1, column: 1)
    var certificatePosition = SourcePosition(line: 1, column: 1)
    var duration: Nanoseconds?
    var variables: [String] = []
    var columns: [CSVColumn] = []
    /// Variables that the current scenario has extracted so far.
    var scope: [String: Int] = [:]

    init(sources: [SourceText], checkXPath: ProfileLoader.XPathChecker?) {
        self.sources = sources
        self.checkXPath = checkXPath
    }

    // MARK: Mistakes

    mutating func report(
        _ position: SourcePosition, _ message: String, suggestion: String? = nil
    ) {
        let source = sources[position.source]
        errors.append(
            source.error(
                line: position.line, column: position.column, message, suggestion: suggestion))
    }

    /// Reports a mistake at a character of a scalar, counted in Unicode scalars of its text.
    mutating func report(
        _ node: YAMLNode, offset: Int, _ message: String, suggestion: String? = nil
    ) {
        report(position(in: node, offset: offset), message, suggestion: suggestion)
    }

    /// The place of a character of a scalar.
    func position(in node: YAMLNode, offset: Int) -> SourcePosition {
        guard case .scalar(let scalar) = node.content else { return node.position }
        let source = sources[node.position.source]
        let (line, column) = source.lineAndColumn(at: source.index(of: offset, in: scalar))
        return SourcePosition(source: node.position.source, line: line, column: column)
    }

    // MARK: Mappings and lists

    /// A reader of a mapping with known keys; of an empty one when it is something else.
    mutating func mapping(_ node: YAMLNode, _ shape: ProfileShape) -> MappingReader {
        var reader = mapping(node, shape.name)
        reader.shape = shape
        return reader
    }

    /// A reader of a mapping with keys of the author's choice.
    mutating func mapping(_ node: YAMLNode, _ context: String) -> MappingReader {
        if case .mapping(let entries) = node.content {
            return MappingReader(entries, context: context, position: node.position)
        }
        report(node.position, "\(context) is a mapping of keys, but here is \(node.kindName)")
        return MappingReader([], context: context, position: node.position, isStandIn: true)
    }

    /// Reports that a mapping lacks a key, or one of several.
    mutating func reportLack(_ key: String, in reader: MappingReader) {
        if reader.isStandIn { return }
        report(reader.position, "\(reader.context) lacks the key \(key)")
    }

    /// Reports the keys that the mapping does not have.
    mutating func finish(_ reader: MappingReader) {
        let known = reader.shape?.keys.map(\.name) ?? []
        for entry in reader.unknown() {
            let suggestion = Suggestion.nearest(to: entry.key, in: known)
            var message = "unknown key '\(entry.key.clipped(to: 40))' in \(reader.context)"
            if suggestion == nil { message += " (it has \(known.joined(separator: ", ")))" }
            report(entry.position, message, suggestion: suggestion)
        }
    }

    /// The value of a key that must be there.
    mutating func required(_ key: String, in reader: inout MappingReader) -> YAMLNode? {
        guard let node = reader.take(key) else {
            reportLack("'\(key)'", in: reader)
            return nil
        }
        return node
    }

    /// The items of a list that must have one.
    mutating func list(_ node: YAMLNode, _ what: String) -> [YAMLNode] {
        guard case .sequence(let items) = node.content else {
            report(node.position, "\(what) is a list, but here is \(node.kindName)")
            return []
        }
        if items.isEmpty { report(node.position, "\(what) is empty") }
        return items
    }

    // MARK: Scalars

    /// A text that is not empty.
    mutating func text(_ node: YAMLNode, _ what: String) -> String? {
        guard case .scalar(let scalar) = node.content, !node.isNull, !scalar.text.isEmpty else {
            report(node.position, "\(what) is a text, but here is \(emptyName(node))")
            return nil
        }
        return scalar.text
    }

    private func emptyName(_ node: YAMLNode) -> String {
        if case .scalar(let scalar) = node.content, scalar.text.isEmpty { return "nothing" }
        return node.kindName
    }

    /// A whole number within a range.
    mutating func integer(
        _ node: YAMLNode, _ what: String, in range: ClosedRange<Int>
    ) -> Int? {
        guard let text = text(node, what) else { return nil }
        guard let value = Int(text), !text.hasPrefix("+") else {
            report(node.position, "\(what) is a whole number, but here is '\(text)'")
            return nil
        }
        guard range.contains(value) else {
            let limits = "\(range.lowerBound) to \(range.upperBound)"
            report(node.position, "\(what) is from \(limits), but here is \(value)")
            return nil
        }
        return value
    }

    /// One of the raw values of an enumeration.
    mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ node: YAMLNode, _ what: String, _: Choice.Type = Choice.self
    ) -> Choice? where Choice.RawValue == String {
        guard let text = text(node, what) else { return nil }
        if let value = Choice(rawValue: text) { return value }
        reportChoice(node, what, text, Choice.allCases.map(\.rawValue))
        return nil
    }

    /// Reports a word that is none of the possible ones.
    mutating func reportChoice(
        _ node: YAMLNode, _ what: String, _ text: String, _ choices: [String]
    ) {
        let suggestion = Suggestion.nearest(to: text, in: choices)
        let list = suggestion == nil ? " (one of \(choices.joined(separator: ", ")))" : ""
        report(
            node.position, "'\(text.clipped(to: 40))' is no \(what)\(list)", suggestion: suggestion)
    }

    /// `on` or `off`, also as `true`, `yes`, `false` and `no`.
    mutating func flag(_ node: YAMLNode, _ what: String) -> Bool? {
        guard let text = text(node, what) else { return nil }
        switch text.lowercased() {
        case "on", "true", "yes": return true
        case "off", "false", "no": return false
        default:
            report(node.position, "\(what) is 'on' or 'off', but here is '\(text)'")
            return nil
        }
    }

    /// A duration from `minimum` on.
    mutating func duration(
        _ node: YAMLNode, _ what: String, atLeast minimum: Nanoseconds = Nanoseconds(1)
    ) -> Nanoseconds? {
        guard let text = text(node, what) else { return nil }
        guard
            let time = quantity(
                node, { () throws(Quantity.Problem) in try Quantity.duration(text) })
        else { return nil }
        guard time >= minimum else {
            report(node.position, "\(what) must be longer than \(text)")
            return nil
        }
        return time
    }

    /// A rate; zero only where `allowsZero`.
    mutating func rate(_ node: YAMLNode, _ what: String, allowsZero: Bool = false) -> Rate? {
        guard let text = text(node, what) else { return nil }
        guard let rate = quantity(node, { () throws(Quantity.Problem) in try Quantity.rate(text) })
        else { return nil }
        guard allowsZero || rate.perSecond > 0 else {
            report(node.position, "\(what) must be above 0")
            return nil
        }
        return rate
    }

    /// A size from 1 byte on.
    mutating func bytes(_ node: YAMLNode, _ what: String) -> ByteCount? {
        guard let text = text(node, what) else { return nil }
        guard let size = quantity(node, { () throws(Quantity.Problem) in try Quantity.bytes(text) })
        else { return nil }
        guard size.rawValue > 0 else {
            report(node.position, "\(what) must be above 0B")
            return nil
        }
        return size
    }

    /// The quantity, or nil with its problem reported.
    mutating func quantity<Value>(
        _ node: YAMLNode, _ parse: () throws(Quantity.Problem) -> Value
    ) -> Value? {
        do {
            return try parse()
        } catch {
            report(node.position, error.message, suggestion: error.suggestion)
            return nil
        }
    }

    // MARK: Templates

    /// A text with variables; `allowed` restricts which.
    mutating func template(
        _ node: YAMLNode, _ what: String, allowed: Set<String>? = nil
    ) -> Template? {
        parsedTemplate(node, what, allowed: allowed)?.template
    }

    /// The same with the places of its segments.
    mutating func parsedTemplate(
        _ node: YAMLNode, _ what: String, allowed: Set<String>? = nil
    ) -> TemplateParser.Result? {
        guard let text = text(node, what) else { return nil }
        var parser = TemplateParser(
            variables: scope, columns: columns.map(\.name), hasColumns: hasAccountsFile,
            allowed: allowed)
        let result = parser.parse(text)
        for name in parser.columns.dropFirst(columns.count) {
            columns.append(CSVColumn(name: name, position: node.position))
        }
        for problem in result.problems {
            report(
                node, offset: problem.offset, problem.message, suggestion: problem.suggestion)
        }
        return result.problems.isEmpty ? result : nil
    }
}
