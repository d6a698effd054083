import Testing

@testable import Authentication

@Suite("SASLprep")
struct SASLPrepTests {
    @Test(
        "prepares the examples of RFC 4013 §3",
        arguments: [
            ("I\u{AD}X", "IX"), ("user", "user"), ("USER", "USER"), ("\u{AA}", "a"),
            ("\u{2168}", "IX"), ("a\u{A0}b", "a b"), ("pässwörd", "pässwörd"),
            ("pa\u{308}ss", "p\u{E4}ss"), ("", ""),
        ])
    func prepares(text: String, expected: String) {
        #expect(SASLPrep.prepare(text) == Array(expected.utf8))
    }

    @Test("refuses what RFC 4013 §3 refuses", arguments: ["\u{07}", "\u{627}1", "a\0b", "\u{7F}"])
    func refuses(text: String) {
        #expect(SASLPrep.prepare(text) == nil)
    }
}
