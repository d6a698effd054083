import Measurement
import Testing
import Units

@Suite struct SessionTimelineTests {
    @Test func `what has no room is counted, and not even asked for`() {
        var timeline = SessionTimeline(account: "a@b", scenario: "s", started: .zero)
        var asked = 0
        for index in 0..<250 {
            timeline.append(at: .milliseconds(Int64(index)), .out) {
                asked += 1
                return "\(index)"
            }
        }
        #expect(timeline.events.count == SessionTimeline.eventLimit && asked == 200)
        #expect(timeline.leftOut == 50 && !timeline.hasRoom)
        #expect(timeline.events.last?.text == "199")
    }
}
