import Testing
import Units

@testable import Measurement

@Suite struct StepRecorderTests {
    private var ladders: [ScenarioLadder] {
        [
            ScenarioLadder(
                name: "a",
                steps: [StepResult(step: "login", path: "1"), StepResult(step: "ping", path: "2")]),
            ScenarioLadder(name: "b", steps: [StepResult(step: "message", path: "1.1")]),
        ]
    }

    @Test func `steps of all scenarios are counted apart, by how they ended`() {
        var recorder = StepRecorder(count: 3)
        var totals = StepTotals(ladders)
        for index in 0..<100 {
            recorder.began(0)
            recorder.ended(0, .done, response: .milliseconds(10))
            if index == 50 { totals.add(recorder.take()) }
        }
        let endings: [StepEnding] = [.done, .failed, .timedOut, .skipped, .cut, .cut]
        for ending in endings {
            recorder.began(2)
            recorder.ended(2, ending, response: ending == .done ? nil : .seconds(Int64(1)))
        }
        totals.add(recorder.take())
        let result = totals.result
        #expect(result.map(\.name) == ["a", "b"])
        let login = result[0].steps[0]
        #expect(login.started == 100 && login.done == 100 && login.step == "login")
        let median = login.responseP50 ?? .zero
        #expect(median >= .milliseconds(10) && median < .microseconds(10_160))
        #expect(result[0].steps[1] == ladders[0].steps[1])
        let message = result[1].steps[0]
        #expect((message.started, message.done, message.failed) == (6, 1, 1))
        #expect((message.timedOut, message.skipped, message.cut) == (1, 1, 2))
        // Only what was done and waited for the server has a response.
        #expect(message.responseP50 == nil)
        #expect(recorder.take() == [])
    }

    @Test func `steps that there are not are left out`() {
        var recorder = StepRecorder(count: 9)
        recorder.began(8)
        var totals = StepTotals(ladders)
        totals.add(recorder.take())
        #expect(totals.result == ladders)
    }
}
