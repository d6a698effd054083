import Testing

@testable import LoadEngine

@Suite struct DirectoryEntryTests {
    @Test func `a word keeps the session and what is on its way`() {
        var entry = DirectoryEntry(session: 0xFFFF_FFFE)
        entry.sent(in: 0x12_3456)
        entry.sent(in: 0x12_3456)
        var again = DirectoryEntry(word: entry.word)
        #expect(again.session == 0xFFFF_FFFE)
        #expect(again.underWay == 2)
        let hasCome = again.came(in: 0x12_3456)
        #expect(hasCome)
        #expect(again.underWay == 1)
        #expect(DirectoryEntry(word: 0).session == 0)
        #expect(DirectoryEntry(session: 0).word == 0)
    }

    @Test func `a second that is over is forgotten`() {
        var entry = DirectoryEntry(session: 1)
        entry.sent(in: 7)
        entry.sent(in: 7)
        let ofOther = entry.came(in: 8)
        #expect(!ofOther)
        #expect(entry.underWay == 2)
        entry.sent(in: 8)
        #expect(entry.underWay == 1)
        let (first, second) = (entry.came(in: 8), entry.came(in: 8))
        #expect(first && !second)
        #expect(entry.underWay == 0)
    }

    @Test func `it counts to 255`() {
        var entry = DirectoryEntry(session: 1)
        for _ in 0..<1_000 { entry.sent(in: 1) }
        #expect(entry.underWay == 255)
        #expect(DirectoryEntry(word: entry.word).session == 1)
    }
}
