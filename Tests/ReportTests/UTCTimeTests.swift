import Report
import Testing

@Suite struct UTCTimeTests {
    @Test func `Times are those of Python's calendar`() throws {
        var times: [Int64] = [0, -1, 951_782_399, 951_782_400, 4_107_542_400, 1_796_011_064]
        times += (0..<200).map { $0 * 40_000_007 }
        let script = """
            import datetime, json, sys
            zero = datetime.datetime(1970, 1, 1)
            print(json.dumps([
                (zero + datetime.timedelta(seconds=int(t))).isoformat() + ".000Z"
                for t in sys.argv[1].split()
            ]))
            """
        let list = times.map(String.init).joined(separator: " ")
        let expected = try #require(try Python.run(script, arguments: [list]) as? [String])
        let told = times.map { UTCTime(nanosecondsSince1970: $0 * 1_000_000_000).timestamp }
        #expect(told == expected)
    }

    @Test func `Names of files have no colons`() {
        let time = UTCTime(nanosecondsSince1970: 1_796_011_064_123_456_789)
        #expect(time.timestamp == "2026-11-30T03:57:44.123Z")
        #expect(time.compact == "20261130T035744Z")
    }
}
