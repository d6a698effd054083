import Foundation
import Testing
import Units

@testable import Measurement

@Suite struct SparseHistogramCodingTests {
    private func coded(_ histogram: SparseHistogram) throws -> SparseHistogram {
        try JSONDecoder().decode(
            SparseHistogram.self, from: JSONEncoder().encode(histogram))
    }

    @Test func `A histogram comes back as it was`() throws {
        #expect(try coded(SparseHistogram()) == SparseHistogram())
        var random = RandomNumbers(seed: 3)
        for count in [1, 2, 1_000] {
            var histogram = Histogram()
            for _ in 0..<count {
                histogram.record(
                    Nanoseconds(Int64(random.next() % 4_000_000_000_000)), count: 1_000_000_000)
            }
            histogram.record(.zero)
            let sparse = histogram.sparse()
            #expect(try coded(sparse) == sparse)
        }
    }

    /// Two values in the first counter, one in the third.
    private static let good =
        #"{"counters":[0,2,1,1],"count":3,"overflow":0,"min":0,"max":1024,"sum":"1100"}"#

    @Test(arguments: [
        ("[0,2,1,1]", "[0,2,1]"), ("[0,2,1,1]", "[0,2,1,0]"), ("[0,2,1,1]", "[0,2,1,2]"),
        ("[0,2,1,1]", "[0,2,1,18446744073709551615]"), ("[0,2,1,1]", "[0,2,24576,1]"),
        ("[0,2,1,1]", "[0,2,18446744073709551615,1]"), ("[0,2,1,1]", "[0,2,1,-1]"),
        (":3", ":4"), ("1024", "2048"), ("1024", "3600000000001"), ("\"min\":0", "\"min\":1024"),
        ("\"min\":0", "\"min\":-1"), ("\"1100\"", "\"x\""), ("\"1100\"", "1100"),
    ])
    func `Counters that do not fit together are refused`(part: String, wrong: String) throws {
        let decoder = JSONDecoder()
        let read = try decoder.decode(SparseHistogram.self, from: Data(Self.good.utf8))
        #expect(read.indices == [0, 2])
        #expect(read.counts == [2, 1])
        let text = Self.good.replacing(part, with: wrong)
        #expect(throws: DecodingError.self) {
            try decoder.decode(SparseHistogram.self, from: Data(text.utf8))
        }
    }
}
