import Testing

@testable import XMPP

@Suite("JID escaping")
struct JIDEscapingTests {
    @Test(
        "escapes and unescapes the examples of XEP-0106",
        arguments: [
            ("space cadet", #"space\20cadet"#),
            (#"call me "ishmael""#, #"call\20me\20\22ishmael\22"#),
            ("at&t guy", #"at\26t\20guy"#), ("d'artagnan", #"d\27artagnan"#),
            ("/.fanboy", #"\2f.fanboy"#), ("::foo::", #"\3a\3afoo\3a\3a"#),
            ("<foo>", #"\3cfoo\3e"#), ("user@host", #"user\40host"#),
            (#"c:\net"#, #"c\3a\net"#), (#"c:\\net"#, #"c\3a\\net"#),
            (#"c:\cool stuff"#, #"c\3a\cool\20stuff"#), (#"c:\5commas"#, #"c\3a\5c5commas"#),
            ("plain", "plain"), (#"\2plus\2is\4"#, #"\2plus\2is\4"#),
        ])
    func examples(name: String, escaped: String) {
        #expect(JIDEscaping.escape(name) == escaped)
        #expect(JIDEscaping.unescape(escaped) == name)
        #expect(JID.preparedLocalpart(escaped) == escaped)
    }

    @Test("refuses a space at an end", arguments: [" a", "a ", " "])
    func spaces(name: String) {
        #expect(JIDEscaping.escape(name) == nil)
    }
}
