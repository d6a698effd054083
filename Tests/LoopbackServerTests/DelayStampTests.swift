import Foundation
import Testing

@testable import LoopbackServer

@Suite struct DelayStampTests {
    @Test func `stamps are those of Foundation`() {
        let formatter = ISO8601DateFormatter()
        var seconds: Int64 = 0
        while seconds < 8_000_000_000 {
            #expect(
                DelayStamp.text(unixSeconds: seconds)
                    == formatter.string(from: Date(timeIntervalSince1970: Double(seconds))))
            seconds += 5_000_011
        }
        #expect(DelayStamp.text(unixSeconds: 951_782_400) == "2000-02-29T00:00:00Z")
    }
}
