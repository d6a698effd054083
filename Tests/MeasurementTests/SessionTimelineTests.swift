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

    @Test func `what was read late stands where it came`() {
        var timeline = SessionTimeline(account: "a@b", scenario: "s", started: .zero)
        timeline.append(at: .milliseconds(2), .out) { "second" }
        timeline.append(at: .milliseconds(1), .in) { "first" }
        timeline.append(at: .milliseconds(2), .in) { "third" }
        #expect(timeline.events.map(\.text) == ["first", "second", "third"])
    }
}
