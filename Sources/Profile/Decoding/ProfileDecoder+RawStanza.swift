internal import StanzaParser
internal import Units

extension ProfileDecoder {
    /// `send`, with `expect` and `extract` beside it.
    mutating func rawStanza(_ node: YAMLNode, in reader: inout MappingReader) -> RawStanza? {
        let parsed = parsedTemplate(node, "send")
        let shape = parsed.flatMap { checkedShape($0, node) }
        let expectation = reader.take("expect").flatMap { self.expectation($0) }
        let extractNode = reader.take("extract")
        if let extractNode, !reader.has("expect") {
            report(extractNode.position, "'extract' takes from a stanza that 'expect' describes")
        }
        let extractions = extractNode.map { self.extractions($0) } ?? []
        guard let parsed, let shape else { return nil }
        return RawStanza(
            template: parsed.template, kind: shape.kind, payloadNamespace: shape.payloadNamespace,
            expectation: expectation, extractions: extractions)
    }

    private mutating func expectation(_ node: YAMLNode) -> Expectation? {
        var reader = mapping(node, .expect)
        let kind = reader.take("kind").flatMap { choice($0, "kind", StanzaKind.self) }
        let type = reader.take("type").flatMap { text($0, "type") }
        let id = reader.take("id").flatMap { template($0, "id") }
        let from = reader.take("from").flatMap { template($0, "from") }
        let xpath = reader.take("xpath").flatMap { self.xpath($0) }
        let within = reader.take("within").flatMap { self.duration($0, "within") }
        finish(reader)
        if reader.entries.allSatisfy({ $0.key == "within" }) {
            report(reader.position, "expect has at least one of kind, type, id, from and xpath")
        }
        return Expectation(
            kind: kind, type: type, id: id, from: from, xpath: xpath,
            within: within ?? timeouts.iq)
    }

    private mutating func extractions(_ node: YAMLNode) -> [Extraction] {
        let reader = mapping(node, "extract")
        var extractions: [Extraction] = []
        for entry in reader.entries {
            let path = xpath(entry.value)
            guard let variable = variable(entry) else { continue }
            scope[entry.key] = variable
            if let path { extractions.append(Extraction(variable: variable, xpath: path)) }
        }
        return extractions
    }

    /// The number of a variable, a new one at its first extraction.
    private mutating func variable(_ entry: YAMLEntry) -> Int? {
        let isName = entry.key.utf8.enumerated().allSatisfy { index, byte in
            let isLetter = (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
            let isDigit = byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            return isLetter || byte == UInt8(ascii: "_") || (index > 0 && isDigit)
        }
        guard isName, !entry.key.isEmpty else {
            let message = "a variable has a name of letters, digits and '_', not '\(entry.key)'"
            report(entry.position, message)
            return nil
        }
        guard !TemplateParser.names.contains(entry.key) else {
            report(entry.position, "'\(entry.key)' is a variable of every template")
            return nil
        }
        if let known = variables.firstIndex(of: entry.key) { return known }
        variables.append(entry.key)
        return variables.count - 1
    }

    private mutating func xpath(_ node: YAMLNode) -> String? {
        guard let text = text(node, "xpath") else { return nil }
        if let problem = checkXPath?(text, namespaces) {
            report(node.position, "not an XPath expression: \(problem)")
            return nil
        }
        return text
    }

    // MARK: The stanza itself

    private struct Shape {
        var kind: StanzaKind
        var payloadNamespace: String?
    }

    /// A stanza with stand-ins for its variables, and where each of its bytes comes from.
    private struct Sample {
        var bytes: [UInt8] = []
        /// For each byte a scalar of the template's text.
        var origins: [Int] = []

        init(_ parsed: TemplateParser.Result) {
            for (segment, origin) in zip(parsed.template.segments, parsed.origins) {
                guard case .literal(let literal) = segment else {
                    // Right in a name, a value and in text.
                    bytes.append(UInt8(ascii: "x"))
                    origins.append(origin)
                    continue
                }
                var scalar = origin - 1
                for byte in literal {
                    if byte & 0xC0 != 0x80 { scalar += 1 }
                    bytes.append(byte)
                    origins.append(scalar)
                }
            }
        }
    }

    /// Checks the stanza as the server's parser would, and what it is.
    private mutating func checkedShape(
        _ parsed: TemplateParser.Result, _ node: YAMLNode
    ) -> Shape? {
        let sample = Sample(parsed)
        if let error = checkStanza(sample.bytes) {
            let offset = Int(clamping: error.offset)
            let origin =
                offset < sample.origins.count ? sample.origins[offset] : sample.origins.last
            report(node, offset: origin ?? 0, "not a stanza: \(error.reason)")
            return nil
        }
        let shape = Self.shape(of: sample.bytes)
        switch shape {
        case .success(let shape): return shape
        case .failure(let mistake):
            report(node.position, mistake.message)
            return nil
        }
    }

    private struct ShapeMistake: Error {
        var message: String
    }

    private static func shape(of stanza: [UInt8]) -> Result<Shape, ShapeMistake> {
        let header =
            "<stream:stream xmlns='jabber:client' version='1.0' "
            + "xmlns:stream='http://etherx.jabber.org/streams'>"
        let bytes = Array(header.utf8) + stanza
        var engine = StanzaEngine()
        var state = StreamState()
        var cursor = 0
        // Both events are sure: the stanza has been checked, the header is our own.
        guard (try? engine.next(&state, bytes.span, &cursor)) == .opened,
            (try? engine.next(&state, bytes.span, &cursor)) == .stanza
        else { return .failure(ShapeMistake(message: "not a stanza")) }
        let element = engine.element(in: bytes.span)
        guard let kind = StanzaKind(rawValue: element.localName),
            element.namespace == "jabber:client"
        else {
            let message = "'\(element.localName)' is no stanza; one is iq, message or presence"
            return .failure(ShapeMistake(message: message))
        }
        if kind == .iq {
            guard element.hasAttribute("id") else {
                return .failure(ShapeMistake(message: "an iq needs an id; id='${id}' makes one"))
            }
            guard element.hasAttribute("type") else {
                return .failure(ShapeMistake(message: "an iq needs a type, get or set"))
            }
        }
        let namespace = element.firstChild?.namespace
        return .success(Shape(kind: kind, payloadNamespace: namespace))
    }
}
