import StanzaParser
import Testing

@Suite("The engine")
struct StanzaEngineTests {
    static let header = """
        <?xml version='1.0'?><stream:stream xmlns='jabber:client' \
        xmlns:stream='http://etherx.jabber.org/streams' version='1.0' xml:lang='en'>
        """

    @Test("tells the header, the stanzas and the end of a stream")
    func wholeStream() throws {
        let bytes = Array(
            (Self.header + "<message to='a@b'><body>x &amp; y</body></message> </stream:stream>\n")
                .utf8)
        let input = bytes.span
        var engine = StanzaEngine()
        var state = StreamState()
        var cursor = 0
        #expect(try engine.next(&state, input, &cursor) == .opened)
        let name = engine.element(in: input).hasName("stream", "http://etherx.jabber.org/streams")
        #expect(name)
        let language = engine.element(in: input).language
        #expect(language == "en")
        #expect(state.isOpen)
        #expect(try engine.next(&state, input, &cursor) == .stanza)
        do {
            let message = engine.element(in: input)
            let isMessage = message.hasName("message", "jabber:client")
            #expect(isMessage)
            let to = message.attribute("to")
            #expect(to == "a@b")
            let body = message.child("body", "jabber:client")?.text
            #expect(body == "x & y")
            let language = message.language
            #expect(language == "en")
        }
        #expect(try engine.next(&state, input, &cursor) == .closed)
        #expect(try engine.next(&state, input, &cursor) == .incomplete)
        #expect(cursor == bytes.count)
        #expect(state.byteOffset == UInt64(bytes.count))
        #expect(!state.isOpen)
        #expect(!state.holdsBytes)
    }
}
