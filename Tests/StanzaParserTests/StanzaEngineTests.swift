import CAllocationCounter
import StanzaParser
import StanzaParserOracles
import Testing

@Suite("The engine")
struct StanzaEngineTests {
    static let header = """
        <?xml version='1.0'?><stream:stream xmlns='jabber:client' \
        xmlns:stream='http://etherx.jabber.org/streams' version='1.0' xml:lang='en'>
        """
    static let message = """
        <message from='juliet@example.com/balcony' to='romeo@example.net' id='m1' type='chat'>\
        <body>Wherefore art thou?</body><x xmlns='jabber:x:event'><composing/></x></message>
        """

    @Test("tells the header, the stanzas and the end of a stream")
    func wholeStream() throws {
        let bytes = Array((Self.header + Self.message + " <presence/></stream:stream>\n").utf8)
        let input = bytes.span
        var engine = StanzaEngine()
        var state = StreamState()
        var cursor = 0
        #expect(try engine.next(&state, input, &cursor) == .opened)
        #expect(cursor == Self.header.utf8.count)
        let isStream = engine.element(in: input).hasName(
            "stream", "http://etherx.jabber.org/streams")
        #expect(isStream)
        #expect(state.isOpen)
        #expect(try engine.next(&state, input, &cursor) == .stanza)
        let message = Node(engine.element(in: input))
        #expect(message.name == "message")
        #expect(message.children.map(\.name) == ["body", "x"])
        #expect(try engine.next(&state, input, &cursor) == .stanza)
        #expect(try engine.next(&state, input, &cursor) == .closed)
        #expect(!state.isOpen)
        #expect(try engine.next(&state, input, &cursor) == .incomplete)
        #expect(cursor == bytes.count)
        #expect(state.byteOffset == UInt64(bytes.count))
    }

    @Test("tells an empty stream's end after its header")
    func emptyStream() throws {
        let bytes = Array("<s/> ".utf8)
        var engine = StanzaEngine()
        var state = StreamState()
        var cursor = 0
        #expect(try engine.next(&state, bytes.span, &cursor) == .opened)
        #expect(try engine.next(&state, bytes.span, &cursor) == .closed)
        #expect(try engine.next(&state, bytes.span, &cursor) == .incomplete)
    }

    @Test("throws the same error again")
    func errorStays() {
        var feeder = Feeder()
        feeder.feed(Self.header + "<a></b>")
        let error = feeder.error
        #expect(error?.reason == .mismatchedEndTag)
        #expect(error?.offset == UInt64(Self.header.utf8.count + 5))
        #expect(!feeder.state.isOpen)
        for _ in 0..<2 {
            feeder.feedAgain("<c/>")
            #expect(feeder.error == error)
        }
    }

    @Test("holds nothing between stanzas, white space included")
    func keepAlive() {
        var feeder = Feeder()
        feeder.feed(Self.header)
        for _ in 0..<3 {
            feeder.feed(" \n")
            #expect(!feeder.state.holdsBytes)
        }
        feeder.feed("<a>")
        #expect(feeder.state.holdsBytes)
        feeder.feed("</a> ")
        #expect(!feeder.state.holdsBytes)
        #expect(feeder.reading.elements.count == 2)
    }

    @Test("starts over after a restart, with a declaration and other namespaces")
    func restart() {
        var feeder = Feeder()
        feeder.feed("<?xml version='1.0'?><s xmlns='one' xmlns:p='p'><p:a/>")
        feeder.feed("<b")
        feeder.restart()
        #expect(!feeder.state.holdsBytes)
        #expect(!feeder.state.isOpen)
        feeder.feed("<?xml version='1.0'?><s xmlns='two'><a/><p:a/>")
        #expect(feeder.reading.elements.map(\.namespace) == ["one", "p", "two", "two"])
        #expect(feeder.error?.reason == .undeclaredPrefix)
    }

    @Test("keeps streams apart that take turns in the midst of stanzas")
    func interleaved() {
        var engine = StanzaEngine()
        let count = 40
        var states = Array(repeating: StreamState(), count: count)
        var found = Array(repeating: [Node](), count: count)
        let streams = (0..<count).map { number in
            Array("<s xmlns='ns\(number % 20)'><m n='\(number)'>text</m><e/>".utf8)
        }
        for position in 0..<streams.map(\.count).max()! {
            for number in 0..<count where position < streams[number].count {
                let piece = [streams[number][position]]
                var cursor = 0
                while let event = try? engine.next(&states[number], piece.span, &cursor),
                    event != .incomplete
                {
                    found[number].append(Node(engine.element(in: piece.span)))
                }
            }
        }
        for number in 0..<count {
            #expect(found[number].map(\.name) == ["s", "m", "e"])
            #expect(found[number].allSatisfy { $0.namespace == "ns\(number % 20)" })
            #expect(found[number][1].attributes == [["n", "\(number)"]])
        }
    }

    @Test("reads two inputs by turns, a stanza of one and a stanza of the other")
    func alternating() throws {
        let one = Array("<s xmlns='1'><a>\"'</a><b/><c/><d x='>'/>".utf8)
        let other = Array("<t xmlns='2'><e y=\"'\"/><f/><g/><h/>".utf8)
        var engine = StanzaEngine()
        var states = (StreamState(), StreamState())
        var cursors = (0, 0)
        var names: [String] = []
        // The second stream was begun in an earlier read, which ended within its header.
        var start = 0
        let begun = Array(other[..<3])
        #expect(try engine.next(&states.1, begun.span, &start) == .incomplete)
        let rest = Array(other[3...])
        for _ in 0..<5 {
            _ = try engine.next(&states.0, one.span, &cursors.0)
            names.append(engine.element(in: one.span).localName)
            _ = try engine.next(&states.1, rest.span, &cursors.1)
            names.append(engine.element(in: rest.span).localName)
        }
        #expect(names == ["s", "t", "a", "e", "b", "f", "c", "g", "d", "h"])
    }

    @Test("goes on from a copy of a state as from the state")
    func copies() {
        var feeder = Feeder()
        feeder.feed(Self.header + "<a b='1'>te")
        let copy = feeder.state
        feeder.feed("xt</a>")
        #expect(feeder.reading.elements.last?.text == "text")
        feeder.state = copy
        feeder.feed("st</a>")
        #expect(feeder.reading.elements.last?.text == "test")
        feeder.state = copy
        feeder.feed("a</a><c/>")
        #expect(feeder.reading.elements.map(\.text) == ["", "text", "test", "tea", ""])
    }

    @Test("finds stanzas in inputs larger than what is scanned at a time")
    func largeInput() {
        let stanza = "<m><b>" + String(repeating: "ab'\"c ", count: 40) + "</b></m>"
        let count = 300
        let text = Self.header + String(repeating: stanza, count: count)
        #expect(text.utf8.count > 64 * 1024)
        let (reading, error) = Feeder.read(Array(text.utf8))
        #expect(error == nil)
        #expect(reading.elements.count == count + 1)
        #expect(Set(reading.elements.dropFirst().map(\.description)).count == 1)
    }

    @Test("reads names of any length, walked and not")
    func nameLengths() {
        for length in Array(1...70) + [255, 256, 257, 1_000] {
            let name = String(repeating: "n", count: length)
            let text = Self.header + "<a><\(name) \(name)='v'>t</\(name)><\(name)/></a><b/>"
            let limits = ParserLimits(nameBytes: 1_000)
            let walked = Feeder.read(Array(text.utf8), limits: limits)
            var lexer = Feeder(limits: limits, walks: false)
            let plain = lexer.readAnother(Array(text.utf8))
            #expect(walked == plain)
            #expect(walked.reading.elements.map(\.children.count) == [0, 2, 0])
            let limited = Feeder.read(Array(text.utf8))
            #expect((limited.error?.reason == .nameTooLong(limit: 256)) == (length > 256))
        }
    }

    @Test("scans a read once, however many stanzas it has")
    func scansOnce() {
        var feeder = Feeder()
        feeder.feed(Self.header)
        let before = feeder.engine.workDone
        let read = String(repeating: Self.message, count: 50)
        feeder.feed(read)
        #expect(feeder.reading.elements.count == 51)
        #expect(feeder.engine.workDone.scanned - before.scanned <= UInt64(read.utf8.count))
        #expect(feeder.engine.workDone.copied == before.copied)
    }

    @Test("has states of a few words")
    func stateSize() {
        #expect(MemoryLayout<StreamState>.size <= 64)
    }

    @Test(
        "allocates nothing for 1,000 messages that come whole, nor for comparing in them",
        .enabled(if: clamor_allocation_count_is_available(), "a sanitizer allocates itself"))
    func allocations() throws {
        var engine = StanzaEngine()
        var state = StreamState()
        let header = Array(Self.header.utf8)
        var cursor = 0
        _ = try engine.next(&state, header.span, &cursor)
        let read = Array(String(repeating: Self.message, count: 10).utf8)
        var writer = StanzaWriter()
        var chats = 0
        func readAll() throws {
            let input = read.span
            var cursor = 0
            while try engine.next(&state, input, &cursor) == .stanza {
                let message = engine.element(in: input)
                if message.hasName("message", "jabber:client"),
                    message.attributeEquals("type", "chat"),
                    message.child("body", "jabber:client")?.textEquals("Wherefore art thou?")
                        == true,
                    message.child("x", "jabber:x:event")?.firstChild != nil
                {
                    chats += 1
                }
                writer.removeAll()
                message.withAttribute("from") { writer.attribute("to", $0) }
            }
        }
        // The tables grow once.
        try readAll()
        let before = clamor_allocation_count()
        for _ in 0..<100 { try readAll() }
        #expect(clamor_allocation_count() == before)
        #expect(chats == 1_010)
        #expect(writer.count > 0)
    }

    @Test(
        "allocates nothing for a stanza that is cut, once the spare tables have grown",
        .enabled(if: clamor_allocation_count_is_available(), "a sanitizer allocates itself"))
    func allocationsOfCuts() throws {
        var engine = StanzaEngine()
        var state = StreamState()
        let header = Array(Self.header.utf8)
        var cursor = 0
        _ = try engine.next(&state, header.span, &cursor)
        let message = Array(Self.message.utf8)
        let (first, second) = (Array(message[..<70]), Array(message[70...]))
        func readBoth() throws {
            var cursor = 0
            _ = try engine.next(&state, first.span, &cursor)
            cursor = 0
            _ = try engine.next(&state, second.span, &cursor)
        }
        for _ in 0..<4 { try readBoth() }
        let before = clamor_allocation_count()
        for _ in 0..<100 { try readBoth() }
        #expect(clamor_allocation_count() == before)
    }
}
