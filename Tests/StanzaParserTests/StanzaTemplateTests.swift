import CAllocationCounter
import StanzaParser
import StanzaParserOracles
import Testing

@Suite("Stanza templates")
struct StanzaTemplateTests {
    static let message = """
        <message to='${to}' id="m${id}"><body>Dear ${to}, ${body}</body><a x=''/></message>
        """

    @Test("fill their slots in, escaped for where they stand")
    func renders() throws {
        let template = try StanzaTemplate(Self.message)
        #expect(template.names == ["to", "id", "body"])
        var writer = StanzaWriter()
        writer.raw("-")
        writer.render(template) { slot, writer in
            switch slot {
            case 0: writer.value("'a'\n")
            case 1: writer.decimal(17)
            default: writer.value(Array("<'\"&>\n".utf8).span)
            }
        }
        #expect(
            String(decoding: writer.bytes, as: UTF8.self) == """
                -<message to='&apos;a&apos;&#xA;' id="m17"><body>Dear 'a'
                , &lt;'\"&amp;&gt;
                </body><a x=''/></message>
                """)
        writer.removeAll()
        writer.value("'")
        #expect(writer.bytes == Array("&apos;".utf8))
    }

    @Test("are what the engine reads back, whatever is filled in")
    func roundTrip() throws {
        let template = try StanzaTemplate("<a b='${v}' c=\"${v}\">${v}<d>${v}${v}</d></a>")
        var random = SeededRandom(seed: 8)
        let alphabet = Array("ab<>&'\"]\t\n\r ;#é日🎈\u{7F}".unicodeScalars)
        for _ in 0..<300 {
            var text = ""
            for _ in 0..<random.below(20) { text.unicodeScalars.append(random.pick(alphabet)) }
            var writer = StanzaWriter()
            writer.raw("<s>")
            writer.render(template) { _, writer in writer.value(text) }
            let element = Feeder.read(writer.bytes).reading.elements.last
            #expect(element?.text == text)
            #expect(element?.attributes == [["b", text], ["c", text]])
            #expect(element?.children.first?.text == text + text)
        }
    }

    @Test("are stanzas without slots too")
    func noSlots() throws {
        let template = try StanzaTemplate("<r xmlns='urn:xmpp:sm:3'/>")
        var writer = StanzaWriter()
        writer.render(template) { _, _ in Issue.record("there is no slot") }
        #expect(writer.bytes == Array("<r xmlns='urn:xmpp:sm:3'/>".utf8))
    }

    static let refused: [(String, StreamParserError.Reason, UInt64)] = [
        ("", .noStanza, 0), ("<a>", .unfinishedStanza, 3), ("<a>${x}</b>", .mismatchedEndTag, 9),
        ("<a/><b/>", .contentAfterStanza, 4), ("${x}<a/>", .noStanza, 0),
        ("<a/>${x}", .contentAfterStanza, 4), ("<a>\u{01}</a>", .invalidCharacter, 3),
        ("<a b='${x}' b='${y}'/>", .duplicateAttribute, 12),
        ("<${x}/>", .misplacedSlot, 1), ("<a ${x}=''/>", .misplacedSlot, 3),
        ("<a b=${x}/>", .misplacedSlot, 5), ("<a></${x}>", .misplacedSlot, 5),
        ("<a><![CDATA[${x}]]></a>", .misplacedSlot, 12), ("<a>${x</a>", .misplacedSlot, 3),
        ("<a>${}</a>", .misplacedSlot, 3),
    ]

    @Test("are refused where they are not stanzas or their slots not values", arguments: refused)
    func refuses(source: String, reason: StreamParserError.Reason, offset: UInt64) {
        #expect {
            try StanzaTemplate(source)
        } throws: { error in
            let error = error as? StreamParserError
            return error?.reason == reason && error?.offset == offset
        }
    }

    @Test("take what only looks like a slot or a tag as it is")
    func lookalikes() throws {
        let source = "<a b='>${x}<' c='\"'>$ {} <![CDATA[<]]]>${x}</a>".replacing("<'", with: "'")
        let template = try StanzaTemplate(source)
        var writer = StanzaWriter()
        writer.render(template) { _, writer in writer.value("\"") }
        let expected = "<a b='>&quot;' c='\"'>$ {} <![CDATA[<]]]>\"</a>"
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    }

    @Test(
        "render 1,000 stanzas without an allocation",
        .enabled(if: clamor_allocation_count_is_available(), "a sanitizer allocates itself"))
    func allocations() throws {
        let template = try StanzaTemplate(Self.message)
        let to = Array("juliet@example.com/balcony".utf8)
        let body = Array(String(repeating: "Wherefore & é 'art' thou? ", count: 40).utf8)
        var writer = StanzaWriter()
        func renderAll() {
            for number in 0..<1_000 {
                writer.removeAll()
                writer.render(template) { slot, writer in
                    switch slot {
                    case 0: writer.value(to.span)
                    case 1: writer.decimal(Int64(number))
                    default: writer.value(body.span)
                    }
                }
            }
        }
        renderAll()
        let before = clamor_allocation_count()
        renderAll()
        #expect(clamor_allocation_count() == before)
        #expect(writer.count > body.count)
    }
}
