import StanzaParser
import Testing
import Units

@testable import LoadEngine

@Suite struct MessageIDTests {
    private static let ours = MessageID.Origin(nonce: 77, rank: 3)

    private func wire(_ id: MessageID) -> [UInt8] {
        var writer = StanzaWriter()
        writer.raw(MessageID.Origin(nonce: id.nonce, rank: id.rank).head.span)
        id.writeTail(to: &writer)
        return writer.bytes
    }

    @Test(arguments: [
        MessageID(
            nonce: 0, rank: 0, worker: 0, sender: 0, sequence: 0, due: Instant(nanoseconds: 0)),
        MessageID(
            nonce: 77, rank: 3, worker: 12, sender: 4_711, sequence: 1_000_000,
            due: Instant(nanoseconds: 3_600_000_000_000)),
        MessageID(
            nonce: 77, rank: 31, worker: 1, sender: 2, sequence: 3,
            due: Instant(nanoseconds: 4)),
        MessageID(
            nonce: .max, rank: .max, worker: .max, sender: .max, sequence: .max,
            due: Instant(nanoseconds: .max)),
    ])
    func `an id is read back as it was written`(id: MessageID) {
        let bytes = wire(id)
        #expect(bytes.count <= 76)
        let read = MessageID(bytes.span, likely: Self.ours)
        #expect(read == id)
    }

    @Test(arguments: [
        "", "clamor-", "clamor-1-2-3-4-5", "clamor-1-2-3-4-5-6-7", "clamor-1-2-3-4-5-",
        "clamor-1-2-3-4-5-6 ", "clamor-1-2-3-4-5-A", "clamor--2-3-4-5-6", "Clamor-1-2-3-4-5-6",
        "clamor-100000000-2-3-4-5-6", "clamor-1-2-3-4-00000000000000001-6",
        "clamor-1-2-3-4-5-8000000000000000", "clamor-1-2-3-4-g-6", "clamor-1-2-3-4-:-6",
        "other-1-2-3-4-5-6", "clamor-4d-3-", "clamor-4d-3-1-2-3", "clamor-4d-3--2-3-4",
    ])
    func `what is not exactly an id is none`(text: String) {
        let bytes = Array(text.utf8)
        let read = MessageID(bytes.span, likely: Self.ours)
        #expect(read == nil)
    }
}
