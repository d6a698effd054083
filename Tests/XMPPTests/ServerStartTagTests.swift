import Testing

@testable import XMPP

@Suite struct ServerStartTagTests {
    private static func attributes(_ text: String) -> [[String]] {
        let bytes = Array(text.utf8)
        var tag = ServerStartTag(bytes.span)
        var found: [[String]] = []
        while let attribute = tag.next() {
            found.append([
                tag.text(attribute.whole), tag.text(attribute.name), tag.text(attribute.value),
            ])
        }
        return found
    }

    @Test func `attributes are found with all that belongs to them`() {
        #expect(Self.attributes("<a/>") == [])
        #expect(Self.attributes("<a >text='x'</a>") == [])
        #expect(
            Self.attributes("<a:b x='1' y:z = \"it's > /\"\n\tc=''/>") == [
                [" x='1'", "x", "1"], [" y:z = \"it's > /\"", "y:z", "it's > /"],
                ["\n\tc=''", "c", ""],
            ])
    }

    @Test func `the name ends before white space, a slash or the end`() {
        for text in ["<abc d='e'>", "<abc/>", "<abc>", "<abc\n>"] {
            let bytes = Array(text.utf8)
            let end = ServerStartTag(bytes.span).nameEnd
            #expect(end == 4)
        }
    }

    @Test func `a range is compared with a text`() {
        let bytes = Array("<a from='x'/>".utf8)
        let tag = ServerStartTag(bytes.span)
        let results = [
            tag.equals(3..<7, "from"), tag.equals(3..<7, "form"), tag.equals(3..<6, "from"),
        ]
        #expect(results == [true, false, false])
    }
}
