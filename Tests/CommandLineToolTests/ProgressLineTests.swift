import CommandLineTool
import Testing
import Units

@Suite struct ProgressLineTests {
    @Test func `a line has everything in fixed columns`() {
        let busy = ProgressLine(
            phase: "run", elapsed: .seconds(67), online: 480, loginsPerSecond: 25,
            messagesPerSecond: 199.6, p50: .microseconds(410), p99: .microseconds(12_340),
            errors: 3, lag: .microseconds(52))
        #expect(
            busy.text
                == "  1:07 run       480 online    3 errors   25 logins/s   200 messages/s"
                + "  p50  410 µs p99 12.3 ms lag 52.0 µs")
        let idle = ProgressLine(
            phase: "warm-up", elapsed: .zero, online: 0, loginsPerSecond: 0, messagesPerSecond: 0,
            p50: nil, p99: nil, errors: 0, lag: nil)
        #expect(idle.text.count + 6 == busy.text.count)
        #expect(idle.text.hasSuffix("p50       - p99       - lag -"))
    }

    @Test(arguments: [(0.0, "0"), (0.25, "0.3"), (9.94, "9.9"), (10, "10"), (1234.5, "1235")])
    func `rates have a digit after the point only when small`(rate: Double, text: String) {
        #expect(ProgressLine.rate(rate) == text)
    }
}
