import StanzaParser
import Testing

@testable import LoopbackServer

@Suite struct StanzaRelayTests {
    private static func relay(
        _ stanza: String, to: String? = nil, _ inherited: [InheritedAttribute] = []
    ) -> String {
        var writer = StanzaWriter()
        let from = Array("me@localhost/r".utf8)
        if let to {
            let bytes = Array(to.utf8)
            writer.relay(
                Array(stanza.utf8).span, from: from.span, to: bytes.span, inherited: inherited)
        } else {
            writer.relay(Array(stanza.utf8).span, from: from.span, inherited: inherited)
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("<message/>", "<message from='me@localhost/r'/>"),
        ("<message></message>", "<message from='me@localhost/r'></message>"),
        ("<message from='x'/>", "<message from='me@localhost/r'/>"),
        (
            "<message id='1' from=\"it's\" to='b'>x</message>",
            "<message from='me@localhost/r' id='1' to='b'>x</message>"
        ),
        (
            "<m:message\n xmlns:m = 'jabber:client'\tfrom = 'a>b' fromage='x' />",
            "<m:message from='me@localhost/r'\n xmlns:m = 'jabber:client' fromage='x' />"
        ),
        ("<message a='from=\"x\"'/>", "<message from='me@localhost/r' a='from=\"x\"'/>"),
    ])
    func `only the sender changes`(stanza: String, expected: String) {
        #expect(Self.relay(stanza) == expected)
    }

    @Test func `the address can change, too`() {
        #expect(
            Self.relay("<presence to='a@b/c' id='1'/>", to: "a@b")
                == "<presence from='me@localhost/r' to='a@b' id='1'/>")
    }

    @Test func `what the stream header said is added unless the stanza says it`() {
        let header = Array(
            ("<stream:stream xmlns='jabber:client' xmlns:stream='urn:s' to='d' xml:lang='de'"
                + " xmlns:xml='http://www.w3.org/XML/1998/namespace' xmlns:x = \"urn:x\">").utf8)
        let inherited = InheritedAttribute.all(in: header.span)
        #expect(inherited.map(\.name) == ["xml:lang", "xmlns:x"])
        #expect(
            Self.relay("<message to='a'/>", inherited)
                == "<message from='me@localhost/r' xml:lang='de' xmlns:x = \"urn:x\" to='a'/>")
        #expect(
            Self.relay("<message xml:lang='en'/>", inherited)
                == "<message from='me@localhost/r' xmlns:x = \"urn:x\" xml:lang='en'/>")
    }

    @Test(arguments: [
        ("<message><body>a</body></message>", "<message><body>a</body><d/></message>"),
        ("<message></message >", "<message><d/></message >"),
        ("<message a='b'/>", "<message a='b'><d/></message>"),
        ("<m:message/>", "<m:message><d/></m:message>"),
        ("<message a='/>' />", "<message a='/>' ><d/></message>"),
    ])
    func `an element is put at the end`(stanza: String, expected: String) {
        var writer = StanzaWriter()
        writer.relay(Array(stanza.utf8).span, appending: Array("<d/>".utf8).span)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
        #expect(checkStanza(Array(expected.replacing("m:", with: "").utf8)) == nil)
    }
}
