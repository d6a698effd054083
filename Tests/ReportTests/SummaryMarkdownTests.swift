import Measurement
import Report
import Testing
import Units

@Suite struct SummaryMarkdownTests {
    @Test func `The summary is as expected`() {
        let document = SampleReport(
            change: { result in
                result.messages.lost = 3
                result.messages.sent += 3
                result.outcome = .degraded
                result.errors = [
                    ErrorResult(
                        stage: "auth", condition: "not-authorized", count: 12, measured: 12,
                        sample: "<failure/>")
                ]
            },
            thresholds: { _ in
                [
                    ThresholdResult(
                        expression: "login.response.p99 < 500ms",
                        observed: .duration(.milliseconds(21)), passed: true),
                    ThresholdResult(
                        expression: "message.lost == 0", observed: .count(3), passed: false),
                ]
            }
        ).document
        #expect(SummaryMarkdown.render(document) == Self.golden)
    }

    private static let golden = """
        ## Sample

        **Verdict: VALID**, the figures can be trusted.
        **Outcome: degraded**, the server did not do all that was asked of it.

        Sample: 5.00 s, 4.00 s of it measured, seed 42, 2026-11-30T03:57:44.123Z.
        Server: Clamor loopback 0.1.

        - info: **too-few-samples**: few values for a p99 (login: 400; enough: 1000). Means: the percentile rests on a handful of values and may be chance. To do: run longer, or read a lower percentile.

        | threshold | observed | result |
        | --- | ---: | --- |
        | login.response.p99 &lt; 500ms | 21.0 ms | passed |
        | message.lost == 0 | 3 | **FAILED** |

        | response of | model | count | per s | errors | unfinished | p50 | p99 | p99.9 | max |
        | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
        | auth | open | 400 | 100 | 0 | 0 | 5.57 ms | 10.4 ms | 10.4 ms | 10.4 ms |
        | login | open | 400 | 100 | 0 | 0 | 11.2 ms | 20.8 ms | 21.0 ms | 21.0 ms |
        | message | closed | 1600 | 400 | 0 | 0 | 11.4 ms | 21.0 ms | 1.09 s | 1.17 s |

        Messages: 1603 sent = 1600 delivered + 0 bounced + 3 lost + 0 recipient gone + 0 pending.

        | stage | condition | errors |
        | --- | --- | ---: |
        | auth | not-authorized | 12 |

        """

    @Test func `What comes from outside is neither markup nor a cell nor a line of its own`() {
        let document = SampleReport(change: { result in
            result.errors = [
                ErrorResult(
                    stage: "connection", condition: "a|b<script>`*[x](y)\n# c&d", count: 1,
                    measured: 1, sample: "")
            ]
        }).document
        let text = SummaryMarkdown.render(document)
        #expect(
            text.contains("| connection | a\\|b&lt;script\\>\\`\\*\\[x\\](y) \\# c&amp;d | 1 |"))
    }

    @Test func `Kinds of errors beyond ten are counted`() {
        let document = SampleReport(change: { result in
            result.errors = (0..<13).map { number in
                ErrorResult(
                    stage: "connection", condition: "kind-\(number)", count: 1, measured: 0,
                    sample: "")
            }
        }).document
        let text = SummaryMarkdown.render(document)
        #expect(text.contains("kind-9") && !text.contains("kind-10"))
        #expect(text.hasSuffix("\n\nAnd 3 more kinds of errors.\n"))
    }
}
