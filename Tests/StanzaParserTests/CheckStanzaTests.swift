import StanzaParser
import Testing

@Suite("Checking a stanza")
struct CheckStanzaTests {
    @Test(
        "passes one element",
        arguments: [
            "<presence/>", " \n<message><body>x</body></message>\n", "<stream:error/>",
            "<iq xmlns='jabber:client' type='get'><query xmlns='jabber:iq:version'/></iq>",
        ])
    func passes(stanza: String) {
        #expect(checkStanza(Array(stanza.utf8)) == nil)
    }

    static let faulty: [(String, StreamParserError.Reason, UInt64)] = [
        ("", .noStanza, 0), ("  ", .noStanza, 2), (" hello", .noStanza, 1),
        ("</stream:stream>", .noStanza, 0), ("<a>", .unfinishedStanza, 3),
        ("<", .unfinishedStanza, 1),
        ("<a/><b/>", .contentAfterStanza, 4), ("<a/> x", .contentAfterStanza, 5),
        (" <a></b>", .mismatchedEndTag, 6), ("<x:a/>", .undeclaredPrefix, 1),
        ("<a>&nbsp;</a>", .entityReference, 3), ("<!-- --><a/>", .comment, 0),
        ("<?xml version='1.0'?><a/>", .misplacedDeclaration, 0),
        ("<a b='1' b='2'/>", .duplicateAttribute, 9),
    ]

    @Test("says what is wrong and where", arguments: faulty)
    func refuses(stanza: String, reason: StreamParserError.Reason, offset: UInt64) {
        let error = checkStanza(Array(stanza.utf8))
        #expect(error?.reason == reason)
        #expect(error?.offset == offset)
        #expect(error?.description.contains("byte \(offset)") == true)
    }

    @Test("keeps to the limits")
    func limits() {
        let stanza = Array("<a><b/></a>".utf8)
        #expect(checkStanza(stanza, limits: ParserLimits(depth: 2)) == nil)
        let error = checkStanza(stanza, limits: ParserLimits(depth: 1))
        #expect(error?.reason == .tooDeep(limit: 1))
    }
}
