import StanzaParser
import StanzaParserOracles
import Testing

/// What is well-formed, what is not, and what XMPP leaves out, wherever a read may end and wherever
/// in a read it may stand.
@Suite("Well-formedness")
struct WellFormednessTests {
    @Test("is granted to what XML and XMPP allow", arguments: DocumentTable.wellFormed)
    func readsAllowed(document: String) {
        let read = everyCut(Array(document.utf8))
        #expect(read.reading.end == (document.contains("</s") ? .closed : .incomplete))
    }

    @Test("is denied to what XML does not allow", arguments: DocumentTable.malformed)
    func refusesMalformed(fault: DocumentTable.Fault) {
        expect(fault, .notWellFormed)
    }

    @Test("does not save what XMPP leaves out", arguments: DocumentTable.restricted)
    func refusesRestricted(fault: DocumentTable.Fault) {
        expect(fault, .restrictedXML)
    }

    @Test("is not all that text between stanzas lacks", arguments: DocumentTable.misplaced)
    func refusesText(fault: DocumentTable.Fault) {
        expect(fault, .badFormat)
    }

    @Test("needs UTF-8 in text, values, names and sections", arguments: DocumentTable.encodings)
    func refusesEncoding(bytes: [UInt8], offset: Int) {
        for (before, after) in [
            ("<a>", "</a>"), ("<a b='", "'/>"), ("<a", "/>"), ("<a b", "='1'/>"),
            ("<a><![CDATA[", "]]></a>"), ("<a>&a", ";</a>"), ("<a>é", "é</a>"),
        ] {
            let read = everyCut(Array(before.utf8) + bytes + Array(after.utf8))
            #expect(read.error?.reason == .invalidUTF8)
            #expect(read.error?.offset == self.offset(before.utf8.count + offset))
            #expect(read.error?.condition == .unsupportedEncoding)
        }
    }

    @Test("begins with the first byte of a stream", arguments: DocumentTable.beginnings)
    func readsBeginning(document: String, reason: StreamParserError.Reason?) {
        let (bytes, offset) = DocumentTable.unmarked(document)
        let read = everyCut(bytes, after: [])
        #expect(read.error?.reason == reason)
        #expect(read.error?.offset == offset.map(UInt64.init))
        if reason == nil { #expect(read.reading.elements.count == 1) }
    }

    @Test(
        "waits for what is not there yet",
        arguments: ["<", "<a", "<a/", "<a b='", "<a>", "<a>&", "<a>]]", "<a></a", "<a><![CDATA["])
    func waits(document: String) {
        let read = everyCut(Array(document.utf8))
        #expect(read.reading.end == .incomplete)
    }

    @Test("is the same at each place of a block of 64 bytes and across windows")
    func places() {
        let faults = DocumentTable.malformed + DocumentTable.restricted + DocumentTable.misplaced
        let marked = DocumentTable.wellFormed + faults.flatMap(\.documents)
        let documents = marked.map { DocumentTable.unmarked($0).bytes }
        for (number, document) in documents.enumerated() {
            let expected = Feeder.read(Self.header + document)
            var places = Array(64..<128) + Array((Self.window - document.count)...Self.window)
            #if DEBUG
            // As debug builds are slow: one place in eight, another one for each document.
            places = places.indices.filter { ($0 + number) % 8 == 0 }.map { places[$0] }
            #endif
            for place in places { expectSame(document, at: place, as: expected) }
        }
    }

    // MARK: Helpers

    private typealias Outcome = (reading: Reading, error: StreamParserError?)

    private static let header = Array(DocumentTable.header.utf8)

    /// A multiple of all that the engine scans or copies at a time.
    private static let window = 16 * 1024

    /// How far apart two cuts are at most.
    private static let secondCuts = 24

    private func offset(_ position: Int) -> UInt64 { UInt64(Self.header.count + position) }

    private func expect(_ fault: DocumentTable.Fault, _ condition: StreamErrorCondition) {
        for document in fault.documents {
            let (bytes, offset) = DocumentTable.unmarked(document)
            let read = everyCut(bytes)
            #expect(read.error?.reason == fault.reason, "\(document)")
            #expect(read.error?.offset == offset.map(self.offset), "\(document)")
            #expect(read.error?.condition == condition, "\(document)")
        }
    }

    /// Reads a document after the header whole, byte by byte, and cut at each pair of places; all
    /// have to agree, to the byte that an error is found at.
    private func everyCut(_ document: [UInt8], after header: [UInt8] = header) -> Outcome {
        let bytes = header + document
        let whole = Feeder.read(bytes)
        #expect(whole.reading == ReferenceParser.read(bytes))
        var feeder = Feeder()
        let bytewise = feeder.readAnother(bytes, cuts: Array(0..<bytes.count))
        #expect(bytewise == whole)
        for one in header.count...bytes.count {
            for other in one...min(bytes.count, one + Self.secondCuts) {
                let read = feeder.readAnother(bytes, cuts: [one, other])
                if read != whole {
                    Issue.record("cut at \(one) and \(other): \(read), whole: \(whole)")
                    return whole
                }
            }
        }
        return whole
    }

    /// Reads a document that begins so far into a read, after a stanza that fills what is before it;
    /// and as part of a stanza of which the beginning came with another read.
    private func expectSame(_ document: [UInt8], at place: Int, as expected: Outcome) {
        let tags = (start: Array("<f>".utf8), end: Array("</f>".utf8))
        let fill = place - Self.header.count - tags.start.count - tags.end.count
        let filling = tags.start + [UInt8](repeating: UInt8(ascii: "x"), count: fill)
        let bytes = Self.header + filling + tags.end + document
        var read = Feeder.read(bytes)
        if read.reading.elements.count > 1 { read.reading.elements.remove(at: 1) }
        let offset = expected.error.map { $0.offset + UInt64(place - Self.header.count) }
        let isSame =
            read.reading == expected.reading && read.error?.reason == expected.error?.reason
            && read.error?.offset == offset
        if !isSame { Issue.record("at \(place): \(read), alone: \(expected)") }
        let inside = Self.header + filling + document
        let inPieces = Feeder.read(inside, cuts: [Self.header.count + 2])
        let whole = Feeder.read(inside)
        if inPieces != whole { Issue.record("inside, \(place): \(inPieces), whole: \(whole)") }
    }
}
