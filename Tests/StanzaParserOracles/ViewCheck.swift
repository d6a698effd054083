internal import StanzaParser

/// Whether all that a view tells of an element and of those in it is the same story.
package struct ViewCheck {
    package private(set) var differences: [String] = []

    package init() {}

    /// Reads a stream, cut before these bytes, and looks at every element of it.
    package mutating func read(_ document: [UInt8], cuts: [Int]) {
        var engine = StanzaEngine()
        var state = StreamState()
        var streamLanguage: String?
        var start = 0
        for cut in cuts + [document.count] {
            let input = Array(document[start..<cut])
            start = cut
            var cursor = 0
            while let event = try? engine.next(&state, input.span, &cursor), event != .incomplete {
                if event == .closed { continue }
                let view = engine.element(in: input.span)
                check(view, outerLanguage: streamLanguage, depth: event == .opened ? -1 : 0)
                if event == .opened { streamLanguage = view.language }
            }
        }
    }

    /// - Parameter depth: 0 for a stanza, -1 for a stream header, which is a start tag only.
    private mutating func check(_ view: ElementView, outerLanguage: String?, depth: Int) {
        let node = Node(view)
        checkNames(view, node)
        checkAttributes(view, node)
        checkText(view, node)
        var language = outerLanguage
        if let own = node.attributes.first(where: { $0[0] == "xml:lang" }) {
            language = own[1].isEmpty ? nil : own[1]
        }
        expect(view.language == language, "language", node)
        if 0...1 ~= depth { checkSource(view, node) }
        var child = view.firstChild
        while let next = child {
            check(next, outerLanguage: language, depth: depth + 1)
            child = next.nextSibling
        }
    }

    private mutating func checkNames(_ view: ElementView, _ node: Node) {
        expect(view.localName == node.name && view.namespace == node.namespace, "names", node)
        for name in Self.names {
            // By their bytes: `==` takes e with a combining accent for the letter with one.
            func isNamed(_ node: Node) -> Bool {
                node.name.utf8.elementsEqual("\(name)".utf8)
            }
            let isName = isNamed(node)
            let isClients = node.namespace == "jabber:client"
            expect(view.hasLocalName(name) == isName, "hasLocalName", node)
            expect(view.hasName(name, "jabber:client") == (isName && isClients), "hasName", node)
            var child: Node?
            if let found = view.child(name, "jabber:client") { child = Node(found) }
            let expected = node.children.first {
                isNamed($0) && $0.namespace == "jabber:client"
            }
            expect(child == expected, "child", node)
        }
    }

    private mutating func checkAttributes(_ view: ElementView, _ node: Node) {
        for name in Self.names {
            let expected = node.attributes.first { $0[0].utf8.elementsEqual("\(name)".utf8) }?[1]
            expect(view.attribute(name) == expected, "attribute", node)
            expect(view.hasAttribute(name) == (expected != nil), "hasAttribute", node)
            expect(view.attributeEquals(name, "1") == (expected == "1"), "attributeEquals", node)
            guard let expected else { continue }
            let bytes = Array(expected.utf8)
            expect(view.attributeEquals(name, bytes.span), "attributeEquals", node)
        }
        let language = node.attributes.first { $0[0] == "xml:lang" }?[1]
        let found = view.attribute("lang", "http://www.w3.org/XML/1998/namespace")
        expect(found == language, "attribute of a namespace", node)
    }

    private mutating func checkText(_ view: ElementView, _ node: Node) {
        expect(view.textEquals("x") == (node.text == "x"), "textEquals", node)
        let isSame = view.withText { $0.count == node.text.utf8.count }
        expect(isSame, "withText", node)
        // What is written has to be read as what it was.
        var writer = StanzaWriter()
        writer.raw("<s><a")
        for (number, attribute) in node.attributes.enumerated() {
            writer.raw(" a\(number)='")
            writer.attributeValue(attribute[1])
            writer.raw("'")
        }
        writer.raw(">")
        writer.text(node.text)
        writer.raw("</a>")
        let read = Feeder.read(writer.bytes, limits: Self.limits).reading.elements.last
        expect(read?.text.utf8.elementsEqual(node.text.utf8) == true, "text written", node)
        let values = read?.attributes.map { $0[1] } ?? []
        expect(
            values.elementsEqual(node.attributes) { $0.utf8.elementsEqual($1[1].utf8) },
            "attributes written", node)
    }

    /// The source under a header with the namespaces in scope has to be the same element.
    private mutating func checkSource(_ view: ElementView, _ node: Node) {
        var writer = StanzaWriter()
        writer.raw("<s")
        var prefixes: [String] = []
        view.forEachNamespaceInScope { prefix, namespace in
            prefixes.append(prefix)
            writer.raw(prefix.isEmpty ? " xmlns='" : " xmlns:\(prefix)='")
            writer.attributeValue(namespace)
            writer.raw("'")
        }
        writer.raw(">")
        writer.raw(view.source)
        expect(!prefixes.contains("xml"), "xml among the declared prefixes", node)
        let read = Feeder.read(writer.bytes, limits: Self.limits).reading.elements
        expect(read.count == 2 && read.last == node, "source", node)
    }

    private mutating func expect(_ isTrue: Bool, _ what: String, _ node: Node) {
        if !isTrue { differences.append("\(what) of \(node)") }
    }

    private static let names: [StaticString] = ["a", "body", "message", "to", "id", "é", "x.y-z_1"]

    /// A header of ours has the declarations of many.
    private static let limits = ParserLimits(
        attributesPerElement: 1_000, namespaceDeclarations: 1_000)
}
