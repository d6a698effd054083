import Testing
import Units

@testable import Profile

@Suite struct ThresholdParserTests {
    private func parse(_ text: String) throws(ThresholdParser.Problem) -> Threshold {
        var parser = ThresholdParser(text, loadNames: ["talker", "change"])
        return try parser.parse(at: SourcePosition(line: 1, column: 1))
    }

    @Test func `each statistic of each time is read`() throws {
        for time in Threshold.Time.allCases {
            for statistic in Threshold.Statistic.allCases where statistic != .count {
                let text = "login.\(time.rawValue).\(statistic.rawValue) < 500ms"
                let threshold = try parse(text)
                #expect(
                    threshold.quantity
                        == .latency(metric: "login", time: time, statistic: statistic))
                #expect(threshold.limit == .duration(.milliseconds(500)))
                #expect(threshold.expression == text)
            }
        }
    }

    @Test(arguments: [
        ("message.lost == 0", Threshold.Quantity.counter(group: "messages", key: "lost")),
        ("messages.recipient_gone == 0", .counter(group: "messages", key: "recipient_gone")),
        ("sessions.failed == 0", .counter(group: "sessions", key: "failed")),
        ("actions.skipped == 0", .counter(group: "actions", key: "skipped")),
        ("stanzas.sent >= 100", .counter(group: "stanzas", key: "sent")),
        ("server.cpu_per_message < 300us", .server(.cpuPerMessage)),
        ("server.cpu_per_login < 5ms", .server(.cpuPerLogin)),
        ("server.cpu_ratio < 80%", .server(.cpuRatio)),
        ("server.memory_per_session < 40KiB", .server(.memoryPerSession)),
        ("server.memory_peak < 2GiB", .server(.memoryPeak)),
        ("errors.count == 0", .errorCount), ("errors.rate < 0.1%", .errorRate),
        ("login.errors == 0", .metric("login", .errors)),
        ("login.count > 10", .metric("login", .count)),
        ("ping.unfinished == 0", .metric("ping", .unfinished)),
        ("login.rate > 20/s", .metric("login", .rate)),
        ("login.error_rate < 1%", .metric("login", .errorRate)),
        (
            "message.response.count > 5",
            .latency(metric: "message", time: .response, statistic: .count)
        ),
        (
            "message/talker.lag.max < 1ms",
            .latency(metric: "message/talker", time: .lag, statistic: .max)
        ),
        ("tls/resumed.count > 0", .metric("tls/resumed", .count)),
        (
            "\"iq.jabber:iq:version\".response.p99 < 1s",
            .latency(metric: "iq.jabber:iq:version", time: .response, statistic: .p99)
        ),
    ])
    func `each kind of figure is read`(text: String, quantity: Threshold.Quantity) throws {
        #expect(try parse(text).quantity == quantity)
    }

    @Test func `limits are in the unit of the figure`() throws {
        #expect(try parse("errors.rate < 0.1%").limit == .number(0.001))
        #expect(try parse("login.rate > 60/min").limit == .number(1))
        #expect(try parse("bytes.sent < 4KiB").limit == .number(4_096))
        #expect(try parse("server.cpu_per_message < 300us").limit.value == 300_000)
        #expect(try parse("server.memory_peak < 2GiB").limit.value == 2_147_483_648)
        #expect(try parse("server.cpu_ratio < 150%").limit == .number(1.5))
        #expect(try parse("login.response.p50<1.5ms").limit.value == 1_500_000)
    }

    @Test(arguments: Threshold.Comparison.allCases)
    func `each comparison is read and holds as in arithmetic`(comparison: Threshold.Comparison)
        throws
    {
        let threshold = try parse("  message.lost   \(comparison.rawValue) 3 ")
        #expect(threshold.comparison == comparison)
        #expect(threshold.expression == "message.lost \(comparison.rawValue) 3")
        let holds = [2.0, 3.0, 4.0].map { comparison.holds($0, 3) }
        let expected: [Bool] =
            switch comparison {
            case .less: [true, false, false]
            case .lessOrEqual: [true, true, false]
            case .greater: [false, false, true]
            case .greaterOrEqual: [false, true, true]
            case .equal: [false, true, false]
            case .notEqual: [true, false, true]
            }
        #expect(holds == expected)
    }

    @Test(arguments: [
        ("login.respons.p99 < 5ms", 6, "response"), ("login.response.p98 < 5ms", 15, "p90"),
        ("logn.response.p99 < 5ms", 0, "login"), ("message.losst == 0", 8, "lost"),
        ("login.response.p99 < 500", 21, "500s"), ("login.response.p99 = 5ms", 19, "=="),
        ("login.response.p99 < 5ms in 10s", 28, nil), ("errors.rat < 1%", 7, "rate"),
        ("login.response.p99 <", 20, nil), ("login", 0, nil), ("", 0, nil),
        ("message/talkr.response.p99 < 1s", 8, "talker"), ("message.lost == 1.5", 16, nil),
        ("iq.jabber:iq:version.response.p99 < 1s", 0, nil), ("\"login.count > 1", 0, nil),
        ("message.lost == 0 or login.count > 1", 18, nil),
        ("message.lost == 0 in every 10s", 18, nil), ("errors.rate < 1% in every", 25, nil),
        ("errors.rate < 1% in every 10", 26, "10s"), ("errors.rate < 1% in every 5ms", 26, nil),
        ("errors.rate < 1% abrt", 17, "abort"), ("errors.rate < 1% abort after", 28, nil),
        ("errors.rate < 1% abort 5s", 23, nil),
        ("errors.rate < 1% abort in every 10s", 23, nil), ("server < 1", 0, nil),
        ("server.cpu_per_mesage < 1ms", 7, "cpu_per_message"), ("server.cpu < 80%", 7, nil),
        ("server.response.p99 < 1s", 7, nil), ("sever.cpu_ratio < 1", 0, "server"),
        ("server.cpu_per_login < 5", 23, "5s"), ("server.memory_peak < 2", 21, "2B"),
        ("server.cpu_ratio < 80ms", 19, nil),
        ("server.cpu_ratio < 80% in every 10s", 23, nil), ("server.cpu_ratio < 1 abort", 21, nil),
    ])
    func `a mistake is a problem at its place`(text: String, offset: Int, suggestion: String?) {
        do throws(ThresholdParser.Problem) {
            _ = try parse(text)
            Issue.record("'\(text)' is wrong")
        } catch {
            #expect(error.offset == offset, "\(error.message)")
            #expect(error.suggestion == suggestion, "\(error.message)")
        }
    }

    @Test func `windows and abortion may follow, in this order`() throws {
        let plain = try parse("errors.rate < 1%")
        #expect(plain.window == nil && plain.abortAfter == nil)
        #expect(try parse("errors.rate < 1% in every 10s").window == .seconds(10))
        #expect(try parse("errors.rate < 1% abort").abortAfter == .zero)
        let both = try parse("ping.response.p99 < 1s  in every 1m abort after 90s")
        #expect(both.window == .seconds(60))
        #expect(both.abortAfter == .seconds(90))
        #expect(both.expression == "ping.response.p99 < 1s in every 1m abort after 90s")
    }

    @Test func `the place of a mistake is found in the file`() {
        let text = smallProfile + "thresholds:\n  - 'login.response.p99 < 500'\n"
        #expect(
            headlines(text) == [
                "test.yaml:10:27: error: '500' has no unit; did you mean '500s'?"
            ])
    }
}
