import Measurement
import Report
import Testing
import Units

@Suite struct SummaryTextTests {
    private func sample(_ change: @escaping (inout RunResult) -> Void = { _ in }) -> SampleReport {
        SampleReport(
            change: change,
            thresholds: { result in
                [
                    ThresholdResult(
                        expression: "login.response.p99 < 500ms",
                        observed: .duration(.milliseconds(21)), passed: true),
                    ThresholdResult(
                        expression: "message.lost == 0", observed: .count(3), passed: false),
                ]
            })
    }

    @Test func `The summary is as expected`() {
        let report = sample { result in
            result.messages.lost = 3
            result.messages.sent += 3
            result.outcome = .degraded
            result.errors = [
                ErrorResult(
                    stage: "auth", condition: "not-authorized", count: 12, measured: 12,
                    sample: "<failure>\n\u{1b}[2J</failure>")
            ]
        }.report
        #expect(SummaryText.render(RunDocument(report), colour: false) == Self.golden)
    }

    private static let golden = """
        Verdict  VALID  the figures can be trusted
                 info:     too-few-samples: few values for a p99 (login: 400; enough: 1000)
                 means:    the percentile rests on a handful of values and may be chance
                 to do:    run longer, or read a lower percentile
        Outcome  degraded  the server did not do all that was asked of it
        Run      Sample: 5.00 s, 4.00 s of it measured, seed 42, 2026-11-30T03:57:44.123Z
        Server   Clamor loopback 0.1

        Thresholds
          passed  login.response.p99 < 500ms  21.0 ms
          FAILED  message.lost == 0           3

        Login                           model    count   per s errors unfin.     p50     p99   p99.9     max
          auth                           open      400     100      0      0 5.57 ms 10.4 ms 10.4 ms 10.4 ms
          login                          open      400     100      0      0 11.2 ms 20.8 ms 21.0 ms 21.0 ms

        Actions                         model    count   per s errors unfin.     p50     p99   p99.9     max
          message                      closed     1600     400      0      0 11.4 ms 21.0 ms  1.09 s  1.17 s

        By scenario and traffic         model    count   per s errors unfin.     p50     p99   p99.9     max
          message/talker, chatty       closed     1600     400      0      0 11.4 ms 21.0 ms  1.09 s  1.17 s

        closed: due when the step before it ended; cannot show queueing

        Sessions  500 started, 500 online at most, 0 failed, 0 skipped, 0 cut; 0 actions skipped

        Messages  1603 sent = 1600 delivered + 0 bounced + 3 lost + 0 recipient gone + 0 pending
                  0 duplicated, 0 reordered, 0 late, 0 stored, 0 foreign, 0 unexpected

        Errors                                  count
          auth: not-authorized                     12  <failure>  [2J</failure>

        Server     pid:1234: CPU at most 25.0 %, memory at most 28.6 MiB
                   CPU on average 25.0 %

        Generator  1 worker, busy 12.5 %, CPU 1.25 s, memory at most 24.0 MiB
                   CPU of the loopback server 900 ms
                   sent 2000 stanzas, 195 KiB; received 2000 stanzas, 244 KiB
                   lag p99: login 88.0 µs, message 89.0 µs

        """

    @Test func `What a rule means is said once for all that broke it alike`() {
        let report = sample { result in
            result.actionsSkipped = 100_000
            result.sessions.skipped = 100_000
            result.verdict = Verdict.judge(result)
        }.report
        let text = SummaryText.render(RunDocument(report), colour: false)
        let skipped = text.components(separatedBy: " skipped: ").count - 1
        #expect(skipped == report.result.verdict.reasons.filter { $0.code == "skipped" }.count)
        #expect(text.components(separatedBy: "some of the load that was due").count == 2)
    }

    @Test func `A sample does not say again what kind of error it is of`() {
        let report = sample { result in
            result.errors = [
                ErrorResult(
                    stage: "auth", condition: "mechanism-not-offered", count: 6, measured: 6,
                    sample: "auth: mechanism-not-offered (wanted EXTERNAL; offered: PLAIN)")
            ]
        }.report
        let lines = SummaryText.render(RunDocument(report), colour: false).split(separator: "\n")
        let line = lines.first { $0.hasPrefix("  auth: mechanism-not-offered ") }
        #expect(line?.hasSuffix(" 6  wanted EXTERNAL; offered: PLAIN") == true, "\(line ?? "")")
    }

    @Test func `No line is longer than 100 columns`() {
        let report = sample { result in
            result.busyRatio = 0.99
            result.actionsSkipped = 100_000
            result.facts.isInterrupted = true
            result.verdict = Verdict.judge(result)
            result.errors = (0..<30).map { number in
                ErrorResult(
                    stage: "connection", condition: "a-rather-long-condition-\(number)",
                    count: 1_000_000, measured: 0, sample: String(repeating: "sample ", count: 70))
            }
        }.report
        let lines = SummaryText.render(RunDocument(report), colour: false).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(lines.allSatisfy { $0.last != " " })
        #expect(lines.contains("  and 10 more kinds in run.json"))
    }

    @Test func `The verdict comes first, then the thresholds`() {
        let text = SummaryText.render(sample().document, colour: false)
        #expect(text.hasPrefix("Verdict  VALID"))
        let sections = text.split(separator: "\n\n")
        #expect(sections[1].hasPrefix("Thresholds\n  passed  login.response.p99 < 500ms"))
    }

    @Test func `Colour is only where it is asked for`() {
        let report = sample().report
        #expect(!SummaryText.render(RunDocument(report), colour: false).contains("\u{1b}"))
        let coloured = SummaryText.render(RunDocument(report), colour: true)
        #expect(coloured.contains("\u{1b}[1;32mVALID\u{1b}[0m"))
        #expect(coloured.contains("\u{1b}[1;31mFAILED\u{1b}[0m"))
    }

    @Test func `Sections without content are left out`() {
        let report = SampleReport(change: { result in
            result.metrics = []
            result.messages = MessageCounts()
        }).report
        let text = SummaryText.render(RunDocument(report), colour: false)
        for title in ["Thresholds", "Login", "Actions", "Messages", "Errors"] {
            #expect(!text.contains(title + " "))
        }
    }
}
