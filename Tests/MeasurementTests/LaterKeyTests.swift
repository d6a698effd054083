import Foundation
import Measurement
import Testing

@Suite struct LaterKeyTests {
    /// The value as an earlier version wrote it: without a key.
    private func earlier<Value: Codable>(_ value: Value, without key: String) throws -> Value {
        let text = try JSONEncoder().encode(value)
        var object = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
        try #require(object.removeValue(forKey: key) != nil)
        return try JSONDecoder().decode(
            Value.self, from: try JSONSerialization.data(withJSONObject: object))
    }

    @Test func `an interval of an earlier report has no errors by stage`() throws {
        var row = IntervalRow()
        row.errors = 2
        let stages = Data(#"{"auth": 2}"#.utf8)
        row.errorsByStage = try JSONDecoder().decode(StageCounts.self, from: stages)
        let read = try earlier(row, without: "errors_by_stage")
        #expect(read.errorsByStage == StageCounts())
        #expect(read.errors == 2)
    }

    @Test func `a schedule of an earlier report skipped nothing`() throws {
        let facts = ScheduleFacts(
            name: "sessions", asked: 10, achieved: 7, nobodyOnline: 1, skipped: 2)
        #expect(
            try earlier(facts, without: "skipped")
                == ScheduleFacts(name: "sessions", asked: 10, achieved: 7, nobodyOnline: 1))
    }

    @Test func `keys that every report has may not be missing`() {
        #expect(throws: DecodingError.self) {
            try earlier(ScheduleFacts(name: "a", asked: 1, achieved: 1), without: "asked")
        }
    }

    @Test func `what is there is read, and stands in the report as itself`() throws {
        let facts = ScheduleFacts(name: "sessions", asked: 10, achieved: 8, skipped: 2)
        let text = try JSONEncoder().encode(facts)
        #expect(String(decoding: text, as: UTF8.self).contains(#""skipped":2"#))
        #expect(try JSONDecoder().decode(ScheduleFacts.self, from: text) == facts)
    }
}
