/// Makes streams that are well-formed.
package struct DocumentGenerator {
    private var random: SeededRandom

    package init(seed: UInt64) { random = SeededRandom(seed: seed) }

    package mutating func document() -> [UInt8] {
        var text = random.chance(50) ? "<?xml version='1.0'\(encoding())?>" : ""
        if random.chance(20) { text += "\n" }
        text +=
            "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'"
        if random.chance(30) { text += " xml:lang='en'" }
        if random.chance(20) { text += " xmlns:h='urn:h'" }
        text += ">"
        let declaresH = text.contains("xmlns:h")
        for _ in 0..<random.below(4) {
            text += element(depth: 0, prefixes: ["stream"] + (declaresH ? ["h"] : []))
            if random.chance(30) { text += random.pick([" ", "\n", "\r\n\t"]) }
        }
        if random.below(500) == 0 { text += giant() }
        text += "</stream:stream>"
        return Array(text.utf8)
    }

    /// More of something than is usual: levels, attributes, declarations, bytes of a token.
    private mutating func giant() -> String {
        let long = { (word: String, count: Int) in String(repeating: word, count: count) }
        switch random.below(7) {
        case 0:
            let levels = 200 + random.below(200)
            return long("<a>", levels) + "x" + long("</a>", levels)
        case 1:
            let attributes = (0..<10 + random.below(200)).map { " a\($0)='\($0)'" }
            return "<a\(attributes.joined())/>"
        case 2:
            let declarations = (0..<10 + random.below(200)).map { " xmlns:a\($0)='urn:\($0)'" }
            return "<a\(declarations.joined())><a9:b a8:c='' a7:c=''/></a>"
        case 3:
            let name = random.pick(["a", "é", "日", "𐀀"]) + long("name-9", random.below(200))
            return "<\(name) \(name)=''>x</\(name)>"
        case 4: return "<a b='\(long(random.pick(["value>\t", "日本"]), random.below(4_000)))'/>"
        case 5: return "<a>\(long(random.pick(["te]]xt", "\r\n", "🎈"]), random.below(6_000)))</a>"
        default:
            let text = long(random.pick(["<]] >", "🎈"]), random.below(6_000))
            return "<a><![CDATA[\(text)]]></a>"
        }
    }

    private mutating func encoding() -> String {
        random.pick(["", " encoding='UTF-8'", " encoding=\"utf-8\"", " standalone='yes'"])
    }

    private mutating func element(depth: Int, prefixes: [String]) -> String {
        var prefixes = prefixes
        var name = random.pick(["message", "iq", "a", "body", "x.y-z_1", "größe", "日本", "_"])
        var declarations = ""
        if random.chance(20) {
            declarations += " xmlns=\(quoted(random.pick(Self.namespaces)))"
        }
        if random.chance(20) {
            let prefix = random.pick(["p", "q", "stream", "é"])
            declarations += " xmlns:\(prefix)=\(quoted(random.pick(Self.boundNamespaces)))"
            if !prefixes.contains(prefix) { prefixes.append(prefix) }
        }
        if random.chance(25) { name = random.pick(prefixes) + ":" + name }
        var attributes = declarations
        var used: Set<[UInt8]> = []
        for _ in 0..<random.below(4) {
            var attribute = random.pick(Self.attributes)
            if random.chance(10) { attribute = random.pick(prefixes) + ":" + attribute }
            // Two prefixes may be for one namespace; the parsers have to agree on that too.
            guard attribute.split(separator: ":").count < 3,
                used.insert(Array(attribute.utf8)).inserted
            else { continue }
            attributes += random.pick([" ", "  ", "\n"]) + attribute
            attributes += random.pick(["=", " =", "= "]) + quoted(value())
        }
        let space = random.chance(10) ? " " : ""
        if random.chance(20) { return "<\(name)\(attributes)\(space)/>" }
        var content = ""
        for _ in 0..<random.below(4) {
            if depth < 5, random.chance(40) {
                content += element(depth: depth + 1, prefixes: prefixes)
            } else {
                content += text()
            }
        }
        return "<\(name)\(attributes)\(space)>\(content)</\(name)\(space)>"
    }

    private mutating func quoted(_ value: String) -> String {
        random.chance(50)
            ? "'" + value.replacing("'", with: "&apos;") + "'"
            : "\"" + value.replacing("\"", with: "&quot;") + "\""
    }

    private mutating func value() -> String {
        (0..<random.below(4)).map { _ in random.pick(Self.values) }.joined()
    }

    private mutating func text() -> String {
        (0..<1 + random.below(3)).map { _ in random.pick(Self.texts) }.joined()
    }

    // Their names need not be URIs.
    private static let namespaces = [
        "urn:a", "jabber:client", "", "u&amp;v", "::", " ", "urn:&#x61;", "日",
    ]

    private static let boundNamespaces = ["urn:p", "urn:q", "%", "urn:&#112;"]

    private static let attributes = [
        "to", "from", "id", "type", "é", "e\u{301}", "xml:lang", "long-name",
    ]

    private static let values = [
        "romeo@example.net/orchard", "x", "'", "\"", ">", "&lt;", "&#65;", "&#x1F600;", " ", "\t",
        "\r\n", "é", "日本語", "🎈", "a]]>b", "",
    ]

    private static let texts = [
        "hello", " ", "\n", "\r", "\r\n", "it's", "\"so\"", "a ] ]] b", "&amp;", "&lt;&gt;",
        "&#13;", "&#x20AC;", "größer", "日本語テキスト", "🎈🎈", "<![CDATA[<b>&amp;]]>",
        "<![CDATA[]]>", "<![CDATA[]] >\r\n]]]>",
        "a much longer piece of plain text, such as one that fills more than one block of 64",
    ]
}
