import StanzaParser
import Testing

@testable import Workload

@Suite struct TextSourceTests {
    private let source = TextSource()

    private func text(_ count: Int, seed: UInt64) -> String {
        var random = SeededRandom(seed: seed, stream: 1)
        var writer = StanzaWriter()
        source.write(characters: count, &random, to: &writer)
        return String(validating: writer.bytes, as: UTF8.self) ?? ""
    }

    @Test(arguments: [1, 2, 3, 7, 40, 120, 200, 5_000])
    func `a text has exactly so many characters and does not end in a blank`(count: Int) {
        for seed in 0..<50 {
            let text = text(count, seed: UInt64(seed))
            #expect(text.count == count)
            #expect(text.unicodeScalars.count == count)
            #expect(!text.hasSuffix(" "))
            #expect(!text.hasPrefix(" "))
        }
    }

    @Test(arguments: [1, 7, 120, 5_000])
    func `an escaped text is the same text, escaped`(count: Int) {
        let escapedSource = TextSource(escaping: true)
        for seed in 0..<50 {
            var random = SeededRandom(seed: UInt64(seed), stream: 1)
            var escaped = StanzaWriter()
            escapedSource.write(characters: count, &random, to: &escaped)
            var expected = StanzaWriter()
            expected.attributeValue(text(count, seed: UInt64(seed)))
            #expect(escaped.bytes == expected.bytes)
        }
    }

    @Test func `none is asked, none is made`() {
        #expect(text(0, seed: 1).isEmpty)
    }

    @Test func `the mix has words beyond ASCII and words to escape, and is mostly plain`() {
        let text = text(20_000, seed: 3)
        for character in ["&", "<", ">", "'", "\"", "ü", "п", "明", "👍"] {
            #expect(text.contains(character))
        }
        let plain = text.unicodeScalars.filter { $0.isASCII }.count
        #expect(Double(plain) / 20_000 > 0.85)
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }

    @Test func `the seed fixes the text`() {
        #expect(text(300, seed: 1) == text(300, seed: 1))
        #expect(text(300, seed: 1) != text(300, seed: 2))
    }
}
