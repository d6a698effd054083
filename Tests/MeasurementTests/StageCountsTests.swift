import Foundation
import Measurement
import Testing

@Suite struct StageCountsTests {
    private struct Row: Codable {
        var counts: StageCounts
    }

    private func read(_ json: String) throws -> StageCounts {
        try JSONDecoder().decode(Row.self, from: Data(json.utf8)).counts
    }

    @Test func `counts are an object by stage, in the order of the names`() throws {
        let counts = try read(#"{"counts": {"tls": 2, "auth": 3, "connection": 1}}"#)
        #expect(counts.entries.map(\.stage) == ["auth", "connection", "tls"])
        #expect(counts.entries.map(\.count) == [3, 1, 2])
        #expect(counts["tls"] == 2)
        #expect(counts["bind"] == 0)
        let again = try JSONDecoder().decode(
            StageCounts.self, from: try JSONEncoder().encode(counts))
        #expect(again == counts)
    }
}
