import StanzaParser
import StanzaParserOracles
import Testing

@Suite("The writer")
struct StanzaWriterTests {
    private func written(_ body: (inout StanzaWriter) -> Void) -> String {
        var writer = StanzaWriter()
        body(&writer)
        #expect(writer.count == writer.bytes.count)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("escapes by context")
    func escapes() {
        let given = "a<b>&'\"\t\n\r]]>é🎈"
        #expect(written { $0.text(given) } == "a&lt;b&gt;&amp;'\"\t\n&#xD;]]&gt;é🎈")
        let value = "a&lt;b&gt;&amp;&apos;&quot;&#x9;&#xA;&#xD;]]&gt;é🎈"
        #expect(written { $0.attributeValue(given) } == value)
        #expect(written { $0.attribute("x", given) } == " x='\(value)'")
        let bytes = Array(given.utf8)
        #expect(written { $0.attributeValue(bytes.span) } == value)
        #expect(written { $0.attribute("x", bytes.span) } == " x='\(value)'")
        #expect(written { $0.text(bytes.span) } == written { $0.text(given) })
        #expect(
            written {
                $0.raw("<a>"); $0.raw(given); $0.raw(bytes.span)
            } == "<a>" + given + given)
    }

    @Test("writes what XML cannot carry as the replacement character")
    func replaces() {
        #expect(written { $0.text("a\0b\u{1F}\u{FFFE}\u{FFFF}c\u{7F}") } == "a�b���c\u{7F}")
        let cases: [([UInt8], String)] = [
            ([0x61, 0x80, 0x62], "a�b"), ([0xC3], "�"), ([0xE2, 0x82], "�"),
            ([0xE2, 0x82, 0x61], "�a"), ([0xED, 0xA0, 0x80], "���"), ([0xC0, 0x80], "��"),
            ([0xF0, 0x9F, 0x98, 0x61], "�a"), ([0xFF, 0xFE], "��"),
        ]
        for (bytes, expected) in cases {
            #expect(written { $0.text(bytes.span) } == expected)
            // The standard library replaces alike.
            #expect(String(decoding: bytes, as: UTF8.self) == expected)
        }
    }

    @Test("finds what XML cannot carry")
    func finds() {
        let cases: [([UInt8], Int?)] = [
            (Array("a<b>&'\"\t\n\r]]>é🎈\u{7F}\u{FFFD}".utf8), nil), ([], nil),
            (Array("é\0".utf8), 2), (Array("a\u{1F}\0".utf8), 1), (Array("日\u{FFFE}\0".utf8), 3),
            ([0x61, 0x80], 1), ([0x61, 0xE2, 0x82], 1), ([0xC3, 0xA9, 0xED, 0xA0, 0x80], 2),
        ]
        for (bytes, expected) in cases {
            #expect(StanzaWriter.firstUnwritable(in: bytes.span) == expected)
            // Wherever a window of the scan ends.
            for length in 240...260 {
                let longer = [UInt8](repeating: 0x78, count: length) + bytes
                let found = StanzaWriter.firstUnwritable(in: longer.span)
                #expect(found == expected.map { $0 + length })
            }
        }
    }

    @Test("escapes and replaces wherever in a longer text it has to")
    func longTexts() {
        var random = SeededRandom(seed: 9)
        let pieces = ["a", "<", "'", "é", "日", "🎈", "\r", "plain words that go on and on "]
        for _ in 0..<100 {
            var text = ""
            while text.utf8.count < 1_000 { text += random.pick(pieces) }
            let cut = Array(text.utf8.prefix(random.below(1_000)))
            // The standard library replaces alike, a character at a time.
            let expected = String(decoding: cut, as: UTF8.self).unicodeScalars.map { scalar in
                switch scalar {
                case "<": "&lt;"
                case "'": "&apos;"
                case "\r": "&#xD;"
                default: String(scalar)
                }
            }
            #expect(written { $0.attributeValue(cut.span) } == expected.joined())
        }
    }

    @Test("writes numbers")
    func decimals() {
        for value in [0, 7, 10, -1, 1_234_567_890, .max, .min] as [Int64] {
            #expect(
                written {
                    $0.raw("<"); $0.decimal(value)
                } == "<\(value)")
        }
    }

    @Test("writes what the engine reads back, whatever it was given")
    func roundTrip() {
        var random = SeededRandom(seed: 5)
        let alphabet = Array("ab<>&'\"]\t\n\r ;#é日🎈\u{7F}".unicodeScalars)
        for _ in 0..<500 {
            var text = ""
            for _ in 0..<random.below(20) { text.unicodeScalars.append(random.pick(alphabet)) }
            var writer = StanzaWriter()
            writer.raw("<s><a")
            writer.attribute("b", text)
            writer.raw(">")
            writer.text(text)
            writer.raw("</a>")
            let read = Feeder.read(writer.bytes)
            #expect(read.error == nil)
            #expect(read.reading.elements.last?.text == text)
            #expect(read.reading.elements.last?.attributes == [["b", text]])
        }
    }

    @Test("writes well-formed text for any bytes")
    func anyBytes() {
        var random = SeededRandom(seed: 6)
        for _ in 0..<500 {
            let bytes = (0..<random.below(30)).map { _ in UInt8.random(in: 0...255, using: &random)
            }
            var writer = StanzaWriter()
            writer.raw("<s><a")
            writer.attribute("b", bytes.span)
            writer.raw(">")
            writer.text(bytes.span)
            writer.raw("</a>")
            let read = Feeder.read(writer.bytes)
            #expect(read.error == nil)
            #expect(read.reading.elements.count == 2)
        }
    }

    @Test("keeps its room when it is emptied")
    func reuse() {
        var writer = StanzaWriter()
        writer.raw(String(repeating: "x", count: 1000))
        let room = writer.span.withUnsafeBufferPointer { $0.baseAddress }
        writer.removeAll()
        #expect(writer.count == 0)
        #expect(writer.bytes.isEmpty)
        writer.text("y")
        #expect(writer.bytes == [UInt8(ascii: "y")])
        writer.raw(String(repeating: "x", count: 999))
        let after = writer.span.withUnsafeBufferPointer { $0.baseAddress }
        #expect(after == room)
        let first = writer.span[0]
        #expect(first == UInt8(ascii: "y"))
    }
}
