import Benchmark
import Testing

/// The parsers beside Clamor's are only worth something if each difference shows.
@Suite struct BenchmarkParserTests {
    private static let opening =
        "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>"
    private static let stream = opening + "<message to='a' xml:lang='en'><body>x</body></message>"

    private static func observe(_ text: String, chunk: Int = 7) -> [Observation] {
        let corpus = Array((text + "</stream:stream>").utf8)
        return ParseBenchmark().candidates.compactMap {
            try? $0.observe(corpus.span, chunk: chunk)
        }
    }

    @Test(arguments: [
        ("to='a'", "to='b'"), ("to=", "at="), ("xml:lang='en'", "stream:lang='en'"),
        ("xml:lang='en'", "xml:lang='en' a='b'"), ("body", "bodi"),
        ("<body>", "<body xmlns='urn:x'>"), (">x<", ">y<"), (">x<", "><"),
        ("<body>x</body>", "<body/>x"), ("<body>x</body>", "x<body/>"),
        ("<body>x</body>", "<body>x</body><body/>"),
    ])
    func `each parser sees a change`(old: String, new: String) throws {
        let before = Self.observe(Self.stream)
        let after = Self.observe(Self.stream.replacing(old, with: new))
        #expect(before.count >= 2)
        #expect(after.count == before.count)
        for (one, other) in zip(before, after) { #expect(one != other) }
    }

    @Test(arguments: [
        (">x<", ">&#x78;<"), ("to='a'", "to=\"a\""), ("to='a'", "to='&#97;'"),
        (">x<", "><![CDATA[x]]><"),
        ("<body>", "<body >"), ("</message>", "</message>\n \n"),
        ("<body>x</body>", "<q:body xmlns:q='jabber:client'>x</q:body>"),
    ])
    func `each parser sees the same where only the spelling differs`(
        old: String, new: String
    ) throws {
        let all = Self.observe(Self.stream) + Self.observe(Self.stream.replacing(old, with: new))
        #expect(all.count >= 4)
        #expect(Set(all.map(\.stanzas)).count == 1)
    }

    @Test(arguments: [1, 2, 3, 64, 100_000])
    func `chunks change nothing`(chunk: Int) {
        let text = Self.stream + "<a b='&lt;ö'>&amp;é<c/>\u{1F389}</a>"
        #expect(Self.observe(text, chunk: chunk) == Self.observe(text))
    }

    @Test func `each parser refuses what is not well-formed and says where`() {
        let corpus = Array((Self.opening + "<a></b></stream:stream>").utf8)
        for parser in ParseBenchmark().candidates {
            do throws(ParserRefusal) {
                parser.prepare()
                try parser.parse(corpus.span, chunk: 16)
                Issue.record("\(parser.name) takes it")
            } catch {
                #expect(error.parser == parser.name)
                #expect(error.reason.contains("byte") || error.reason.contains("line"))
            }
        }
    }
}
