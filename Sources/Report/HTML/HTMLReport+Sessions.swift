internal import Measurement
internal import Units

/// What sessions did: the ladder of each scenario, and the sampled ones as conversations.
extension HTMLReport {
    /// Characters of stanzas in the page at most, over all sessions.
    private static let talkLimit = 240_000
    /// Characters of one stanza.
    private static let stanzaLimit = 1_200

    // MARK: - Ladders

    func ladders(_ page: inout Markup) {
        for scenario in run.scenarios.prefix(Self.rowLimit) where !scenario.steps.isEmpty {
            let most = Double(scenario.steps.map(\.started).max() ?? 0)
            if most == 0 { continue }
            page.element("h3", text: scenario.name)
            let titles = [
                "step", "", "done", "started", "failed", "timed out", "skipped", "cut", "p50",
                "p99",
            ]
            page.table(titles, left: [1]) { page in
                for step in scenario.steps.prefix(Self.rowLimit) {
                    page.element("tr") { page in
                        page.element("td", text: "\(step.path)  \(step.step)")
                        bar(Double(step.done) / most, isBad: false, &page)
                        for count in [step.done, step.started] {
                            page.element("td", text: "\(count)")
                        }
                        for (count, isBad) in [
                            (step.failed, true), (step.timedOut, true), (step.skipped, true),
                            (step.cut, false),
                        ] {
                            page.element(
                                "td", ["class": isBad && count > 0 ? "failed" : ""],
                                text: "\(count)")
                        }
                        for span in [step.responseP50, step.responseP99] {
                            page.element("td", text: span?.inWords ?? "")
                        }
                    }
                }
            }
            page.rest(scenario.steps.count - Self.rowLimit, "steps")
        }
    }

    // MARK: - Conversations

    func timelines(_ page: inout Markup) {
        if run.timelines.isEmpty { return }
        page.element(
            "p", ["class": "soft"],
            text: "A few sessions, chosen by the seed: what they sent (from the left) and received "
                + "(indented), with the time since they arrived. Passwords are left out.")
        let room = Self.talkLimit / run.timelines.count
        for (place, timeline) in run.timelines.enumerated() {
            page.element("details", place == 0 ? ["open": ""] : [:]) { page in
                page.element("summary") { page in
                    page.element("b", text: timeline.account)
                    page.write(
                        " as \(timeline.scenario), arrived at \(timeline.started.inWords)"
                            + (timeline.ended.map { ", \($0)" } ?? ""))
                }
                conversation(timeline, room: room, &page)
            }
        }
    }

    private func conversation(_ timeline: SessionTimeline, room: Int, _ page: inout Markup) {
        var room = room
        var shown = 0
        page.element("ol", ["class": "talk"]) { page in
            for event in timeline.events {
                let text = event.text.prefix(Self.stanzaLimit)
                room -= text.count
                if room < 0 { break }
                shown += 1
                page.element("li", ["class": event.direction.rawValue]) { page in
                    let time = event.time - timeline.started
                    page.element("time", text: "\(time.inSeconds.fixed(3)) s")
                    page.element(
                        "code", text: text + (text.count < event.text.count ? "…" : ""))
                }
            }
        }
        page.rest(timeline.events.count - shown, "events")
        if timeline.leftOut > 0 {
            page.element(
                "p", ["class": "soft"], text: "\(timeline.leftOut) later events were not recorded.")
        }
    }
}
