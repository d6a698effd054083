internal import EventLoop
internal import Measurement
internal import Profile
internal import StanzaParser
internal import Units
internal import Workload

/// What the sampled sessions show of themselves. The others pay a comparison at each place.
extension Worker {
    /// Begins to note what a session does, if its arrival is one of the sample.
    func beginTimeline(_ row: Int, arrival: Int, due: Instant) {
        guard plan.sampledArrivals.contains(arrival) else { return }
        let account = plan.accounts[Int(sessions[row].account)]
        let scenario = plan.scenarios[Int(sessions[row].scenario)]
        sessions[row].timeline = Int32(timelines.count)
        timelines.append(
            SessionTimeline(
                account: "\(account.username)@\(plan.profile.target.domain)",
                scenario: scenario.name, started: due - .origin))
    }

    /// Notes what happened to the session, in words.
    func showEvent(_ row: Int, at now: Instant, _ text: @autoclosure () -> String) {
        if sessions[row].timeline >= 0 { show(row, .event, at: now, text) }
    }

    /// Notes what the session sends.
    func showSent(_ bytes: Span<UInt8>, _ row: Int, at now: Instant) {
        let text = timelines[Int(sessions[row].timeline)].hasRoom ? shownText(bytes, row) : ""
        show(row, .out, at: now) { text }
    }

    /// Notes what the session has received.
    func showReceived(_ element: ElementView, _ row: Int, at now: Instant) {
        let hasRoom = timelines[Int(sessions[row].timeline)].hasRoom
        let text = hasRoom ? shownText(element.source, row) : ""
        show(row, .in, at: now) { text }
    }

    /// Notes how the session ended.
    func endTimeline(_ row: Int, at now: Instant) {
        let place = Int(sessions[row].timeline)
        guard place >= 0 else { return }
        timelines[place].ended =
            switch sessions[row].ending {
            case .finished: "finished"
            case .failed: timelines[place].ended ?? "failed"
            case .cut: "cut by the end of the run"
            }
    }

    /// Notes why the session fails.
    func failTimeline(_ row: Int, _ reason: String, at now: Instant) {
        let place = Int(sessions[row].timeline)
        guard place >= 0 else { return }
        timelines[place].ended = "failed: \(reason)"
        showEvent(row, at: now, "failed: \(reason)")
    }

    private func show(
        _ row: Int, _ direction: SessionTimeline.Direction, at now: Instant, _ text: () -> String
    ) {
        timelines[Int(sessions[row].timeline)].append(at: now - .origin, direction, text)
    }

    private func shownText(_ bytes: Span<UInt8>, _ row: Int) -> String {
        var copy: [UInt8] = []
        copy.reserveCapacity(bytes.count)
        for index in 0..<bytes.count { copy.append(bytes[index]) }
        let link = sessions[row].link
        return ShownStanza(
            bytes: copy, isNegotiating: link != .online && link != .closing,
            account: plan.accounts[Int(sessions[row].account)]
        ).text
    }
}
