import Measurement
import Testing
import Units

@testable import Report

@Suite struct ResultSentenceTests {
    private func text(_ change: @escaping (inout RunResult) -> Void = { _ in }) -> String {
        ResultSentence.text(SampleReport(change: change).document)
            .replacing("\u{a0}", with: " ")
    }

    @Test func `What was sent, what became of it and how long it took`() {
        #expect(
            text()
                == "In 4.00 s, 1600 messages were sent (400 per second) and all of them delivered: "
                + "half within 11.4 ms, 99 % within 21.0 ms. 400 sessions logged in: half within "
                + "11.2 ms, 99 % within 20.8 ms.")
    }

    @Test func `What was not delivered is said`() {
        let text = text { result in
            result.messages.sent += 5
            result.messages.lost = 3
            result.messages.bounced = 2
        }
        #expect(text.contains("1605 messages were sent (401 per second); 1600 delivered, "))
        #expect(text.contains("2 bounced, 3 lost: half within 11.4 ms"))
    }

    @Test func `A run without anything says so`() {
        let text = text { result in
            result.metrics = []
            result.messages = MessageCounts()
        }
        #expect(text == "Nothing was measured.")
    }
}
