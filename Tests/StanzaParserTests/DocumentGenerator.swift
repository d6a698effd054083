/// Makes streams that are well-formed, and spoils some of them.
struct DocumentGenerator {
    var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func document() -> [UInt8] {
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
        text += "</stream:stream>"
        return Array(text.utf8)
    }

    /// Some changes that may or may not leave it well-formed.
    mutating func spoil(_ document: [UInt8]) -> [UInt8] {
        var bytes = document
        for _ in 0..<1 + random.below(3) where !bytes.isEmpty {
            let place = random.below(bytes.count)
            switch random.below(6) {
            case 0: bytes.remove(at: place)
            case 1: bytes[place] = random.pick(Self.nasty)
            case 2: bytes.insert(random.pick(Self.nasty), at: place)
            case 3: bytes.insert(contentsOf: random.pick(Self.pieces).utf8, at: place)
            case 4:
                let end = min(bytes.count, place + 1 + random.below(12))
                bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count))
            default:
                bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(8)))
            }
        }
        return bytes
    }

    private static let nasty: [UInt8] =
        Array("<>&'\"=/!?[]:;#x- \t\r\n\0a0.".utf8)
        + [0x01, 0x1F, 0x7F, 0x80, 0xBF, 0xC3, 0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF]

    private static let pieces = [
        "]]>", "<![CDATA[", "&amp;", "&#0;", "&#x10FFFF;", "&#xD800;", "&#xFFFE;", "&#9;", "&x;",
        " a='1'", " a='1' a='2'", " xmlns='urn:x'", " xmlns:p='urn:p'", " xmlns:p=''", "p:",
        " xmlns:xml='urn:x'", " xmlns:q='urn:h' h:a='1' q:a='2'", "<a>", "</a>", "<a/>", "<a:b/>",
        "\u{FFFE}", "\u{FFFF}", "\u{FFFD}", "é", "\u{10FFFF}", "xmlns:", "xml:", " xmlns=''",
        " xmlns='http://www.w3.org/XML/1998/namespace'", " xmlns:xmlns='urn:x'",
        " xmlns:r='http://www.w3.org/2000/xmlns/'", "<é/>", "<·/>", "<a·/>", "<a.b-c/>",
    ]

    private mutating func encoding() -> String {
        random.pick(["", " encoding='UTF-8'", " encoding=\"utf-8\"", " standalone='yes'"])
    }

    private mutating func element(depth: Int, prefixes: [String]) -> String {
        var prefixes = prefixes
        var name = random.pick(["message", "iq", "a", "body", "x.y-z_1", "größe", "日本", "_"])
        var declarations = ""
        if random.chance(20) {
            declarations +=
                " xmlns=\(quoted(random.pick(["urn:a", "jabber:client", "", "u&amp;v"])))"
        }
        if random.chance(20) {
            let prefix = random.pick(["p", "q", "stream", "é"])
            declarations += " xmlns:\(prefix)=\(quoted(random.pick(["urn:p", "urn:q"])))"
            if !prefixes.contains(prefix) { prefixes.append(prefix) }
        }
        if random.chance(25) { name = random.pick(prefixes) + ":" + name }
        var attributes = declarations
        var used: Set<String> = []
        for _ in 0..<random.below(4) {
            var attribute = random.pick(["to", "from", "id", "type", "é", "xml:lang", "long-name"])
            if random.chance(10) { attribute = random.pick(prefixes) + ":" + attribute }
            // Two prefixes may be for one namespace; the parsers have to agree on that too.
            guard attribute.split(separator: ":").count < 3, used.insert(attribute).inserted else {
                continue
            }
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
        (0..<random.below(4)).map { _ in
            random.pick([
                "romeo@example.net/orchard", "x", "'", "\"", ">", "&lt;", "&#65;", "&#x1F600;", " ",
                "\t", "\r\n", "é", "日本語", "🎈", "a]]>b", "",
            ])
        }.joined()
    }

    private mutating func text() -> String {
        (0..<1 + random.below(3)).map { _ in
            random.pick([
                "hello", " ", "\n", "\r", "\r\n", "it's", "\"so\"", "a ] ]] b", "&amp;", "&lt;&gt;",
                "&#13;", "&#x20AC;", "größer", "日本語テキスト", "🎈🎈", "<![CDATA[<b>&amp;]]>",
                "<![CDATA[]]>", "<![CDATA[]] >\r\n]]]>",
                "a much longer piece of plain text, such as one that fills more than one block of 64",
            ])
        }.joined()
    }
}
