import StanzaParser
import Testing

@Suite("A view of an element")
struct ElementViewTests {
    /// Calls `body` with the view of a stanza, once read whole and once in two pieces, so that its
    /// bytes are in the input and in the engine's own buffer.
    private func withView(_ stanza: String, _ body: (ElementView) -> Void) throws {
        let header = """
            <stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' \
            xmlns:h='urn:h' xml:lang='en'>
            """
        let opening = Array(header.utf8)
        let bytes = Array(stanza.utf8)
        for cut in [0, bytes.count / 2] {
            var engine = StanzaEngine()
            var state = StreamState()
            var cursor = 0
            #expect(try engine.next(&state, opening.span, &cursor) == .opened)
            cursor = 0
            let (first, second) = (Array(bytes[..<cut]), Array(bytes[cut...]))
            #expect(try engine.next(&state, first.span, &cursor) == .incomplete)
            cursor = 0
            #expect(try engine.next(&state, second.span, &cursor) == .stanza)
            body(engine.element(in: second.span))
        }
    }

    @Test("tells its names and namespaces")
    func names() throws {
        try withView(
            "<iq><h:q xmlns='urn:d'><e/><x:f xmlns:x='urn:&#x78;'/><g xmlns=''/></h:q></iq>"
        ) {
            let isIQ = $0.hasName("iq", "jabber:client")
            #expect(isIQ)
            let isMessage = $0.hasLocalName("message") || $0.hasName("iq", "urn:d")
            #expect(!isMessage)
            var found: [String] = []
            var child = $0.firstChild?.firstChild
            while let next = child {
                found.append("{\(next.namespace)}\(next.localName)")
                child = next.nextSibling
            }
            #expect(found == ["{urn:d}e", "{urn:x}f", "{}g"])
            let query = $0.firstChild?.namespace
            #expect(query == "urn:h")
            let isInNone = $0.child("q", "urn:h")?.child("g", "")?.hasNamespace("")
            #expect(isInNone == true)
            let missing = $0.child("q", "urn:d") != nil
            #expect(!missing)
        }
    }

    @Test("decodes its attributes")
    func attributes() throws {
        try withView(
            "<a b='1' c='&lt;&#x20AC;&gt;' d='x\t\r\ny&#9;z' e='' h:b='2' xmlns:i='urn:i' i:b=\"'3'\"/>"
        ) {
            let values = [
                $0.attribute("b"), $0.attribute("c"), $0.attribute("d"), $0.attribute("e"),
                $0.attribute("f"), $0.attribute("xmlns:i"), $0.attribute("b", "urn:h"),
                $0.attribute("b", "urn:i"), $0.attribute("b", "urn:j"),
            ]
            #expect(values == ["1", "<€>", "x  y\tz", "", nil, nil, "2", "'3'", nil])
            let has = [$0.hasAttribute("b"), $0.hasAttribute("e"), $0.hasAttribute("f")]
            #expect(has == [true, true, false])
            let bytes = Array("<€>".utf8)
            let equals = [
                $0.attributeEquals("b", "1"), $0.attributeEquals("b", "2"),
                $0.attributeEquals("c", bytes.span), $0.attributeEquals("c", "<€>"),
                $0.attributeEquals("f", ""),
            ]
            #expect(equals == [true, false, true, true, false])
            let count = $0.withAttribute("c") { $0.count }
            #expect(count == 5)
            var all: [String] = []
            $0.forEachAttribute { all.append("\($0)=\($1)") }
            #expect(all == ["b=1", "c=<€>", "d=x  y\tz", "e=", "h:b=2", "i:b='3'"])
        }
    }

    @Test("decodes its own text and leaves out that of its children")
    func text() throws {
        try withView(
            "<a>1&lt;<b>no</b>2<![CDATA[<&\r\n>]]><c/>\r3\r\n&#13;<![CDATA[]]></a>"
        ) {
            let text = $0.text
            #expect(text == "1<2<&\n>\n3\n\r")
            let child = $0.firstChild?.text
            #expect(child == "no")
            let equals = $0.firstChild?.textEquals("no")
            #expect(equals == true)
            let empty = $0.child("c", "jabber:client")?.withText { $0.count }
            #expect(empty == 0)
        }
    }

    @Test("tells the language in scope")
    func language() throws {
        try withView(
            "<a><b xml:lang='de'><c/><d xml:lang=''/></b><e h:lang='fr' lang='it'/></a>"
        ) {
            let languages = [
                $0.language, $0.firstChild?.language, $0.firstChild?.firstChild?.language,
                $0.firstChild?.firstChild?.nextSibling?.language,
                $0.firstChild?.nextSibling?.language,
            ]
            #expect(languages == ["en", "de", "de", nil, "en"])
        }
        let declaration = "xmlns:xml='http://www.w3.org/XML/1998/namespace'"
        try withView("<a \(declaration) xml:lang='de'/>") {
            let language = $0.language
            #expect(language == "de")
            var prefixes: [String] = []
            $0.forEachNamespaceInScope { prefix, _ in prefixes.append(prefix) }
            #expect(!prefixes.contains("xml"))
        }
    }

    @Test("gives its source")
    func source() throws {
        try withView("<a> <b c='&lt;'>x</b >\n<d /></a>") {
            var sources = [string($0.source)]
            if let child = $0.firstChild {
                sources.append(string(child.source))
                if let next = child.nextSibling { sources.append(string(next.source)) }
            }
            #expect(
                sources == ["<a> <b c='&lt;'>x</b >\n<d /></a>", "<b c='&lt;'>x</b >", "<d />"])
        }
    }

    private func string(_ bytes: Span<UInt8>) -> String {
        bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    @Test("lists the namespaces in scope, the nearest for each prefix")
    func namespacesInScope() throws {
        try withView("<a xmlns:h='urn:other' xmlns:i='urn:i'><b xmlns=''/></a>") {
            var found: [String: String] = [:]
            $0.firstChild?.forEachNamespaceInScope { found[$0] = $1 }
            let streams = "http://etherx.jabber.org/streams"
            #expect(found == ["h": "urn:other", "i": "urn:i", "stream": streams])
            found = [:]
            $0.forEachNamespaceInScope { found[$0] = $1 }
            #expect(found[""] == "jabber:client")
        }
    }
}
