internal import EventLoop
internal import Measurement
internal import Profile
internal import StanzaParser
internal import Units
internal import Workload
internal import XMPP

/// Sessions begin and end.
extension Worker {
    /// What a closed load waits before it replaces a session that failed, so that a dead server
    /// is not hammered.
    private static var replacementDelay: Nanoseconds { .seconds(1) }

    func startArrivals(upTo now: Instant) {
        while let (arrival, due) = arrivals.take(dueAt: now) {
            startSession(arrival: arrival, due: due, at: now)
        }
        guard !setting.isPaused else { return }
        while let start = pendingStarts.pop(dueAt: now) {
            while !arrivalShare.contains(nextClosedArrival) { nextClosedArrival += 1 }
            let arrival = nextClosedArrival
            nextClosedArrival += 1
            startSession(arrival: arrival, due: start.at, at: now)
        }
    }

    /// Takes over what the user made of the load, once all that was due before is begun.
    func followSetting(at now: Instant) {
        let next = shared.setting
        guard next != setting else { return }
        setting = next
        arrivals.setPace(next.isPaused ? 0 : next.pace, at: now)
        for place in traffic.indices { traffic[place].schedule.setPace(next.pace, at: now) }
    }

    /// What was due within the measured part and is not begun now was asked for all the same.
    func countUnbegun(upTo now: Instant) {
        let end = min(now, .origin + plan.profile.duration)
        while let (_, due) = arrivals.take(dueAt: end - Nanoseconds(1)) {
            if recorder.isMeasured(due: due) { schedules[0].asked += 1 }
        }
        for place in traffic.indices {
            if traffic[place].schedule.isWaiting {
                countNeverBegun(place, end)
                continue
            }
            while let (_, due) = traffic[place].schedule.take(dueAt: end), due < end {
                if recorder.isMeasured(due: due) { schedules[1 + place].asked += 1 }
            }
        }
    }

    /// Traffic that waited for all sessions until the end was asked for as a whole.
    private func countNeverBegun(_ place: Int, _ end: Instant) {
        let last = end - Nanoseconds(1)
        guard !shared.isCutShort, recorder.isMeasured(due: last) else { return }
        let item = traffic[place].item
        let metric = plan.metrics.traffic[item].any
        for _ in 0..<traffic[place].schedule.giveUp() {
            schedules[1 + item].asked += 1
            schedules[1 + item].nobodyOnline += 1
            if let metric { recorder.skipped(metric.id, due: last) }
        }
    }

    private func startSession(arrival: Int, due: Instant, at now: Instant) {
        guard due < .origin + plan.profile.duration else { return }
        let scenario = plan.assignment.scenario(ofArrival: arrival)
        let isMeasured = recorder.isMeasured(due: due)
        if isMeasured { schedules[0].asked += 1 }
        let preferred = plan.assignment.preferredAccount(ofArrival: arrival)
        guard let account = shared.claims.claim(preferred: preferred) else {
            if isMeasured { schedules[0].skipped += 1 }
            activity.sessionsSkipped += 1
            if let login = plan.metrics.scenarios[scenario].login {
                recorder.skipped(login.id, due: due)
            }
            return
        }
        if isMeasured { schedules[0].achieved += 1 }
        activity.sessionsStarted += 1
        var session = Session()
        session.number = UInt32(truncatingIfNeeded: arrival + 1)
        session.account = Int32(account)
        session.scenario = Int32(scenario)
        session.random = plan.assignment.random(ofArrival: arrival)
        session.nextDue = due
        let row = freeRows.popLast() ?? sessions.count
        if row == sessions.count {
            sessions.append(session)
        } else {
            session.deadline = sessions[row].deadline
            sessions[row] = session
        }
        beginTimeline(row, arrival: arrival, due: due)
        runScenario(row, at: now)
    }

    /// Frees the row of a session that has no connection any more.
    func endSession(_ row: Int, at now: Instant) {
        switch sessions[row].ending {
        case .finished:
            endStep(row, .done, at: now)
        case .failed:
            activity.sessionsFailed += 1
            endStep(row, .failed, at: now)
        case .cut:
            activity.sessionsCut += 1
            endStep(row, .cut, at: now)
        }
        endTimeline(row, at: now)
        let hasFailed = sessions[row].ending == .failed
        shared.claims.release(Int(sessions[row].account))
        expectations[Int32(row)] = nil
        // Entries of the heap may still stand for the row.
        var deadline = sessions[row].deadline
        deadline.clear()
        sessions[row] = Session()
        sessions[row].deadline = deadline
        freeRows.append(row)
        if case .closed = plan.profile.sessions.load, phase == .running {
            pendingStarts.push(
                at: hasFailed ? now + Self.replacementDelay : now, owner: 0, token: 0)
        }
    }

    // MARK: The list of sessions online

    /// - Parameter exception: the session's address, where it is not the one asked for.
    func enterOnline(_ row: Int, exception: JID?) {
        sessions[row].onlinePosition = Int32(online.count)
        online.append(Int32(row))
        everOnline += 1
        activity.logins += 1
        shared.directory.wentOnline(
            account: Int(sessions[row].account), session: sessions[row].number,
            exception: exception)
    }

    /// To be called when a session begins to log out or has lost its stream; at most once counts.
    func leaveOnline(_ row: Int, at now: Instant) {
        let position = Int(sessions[row].onlinePosition)
        guard position >= 0 else { return }
        sessions[row].onlinePosition = -1
        let last = online.removeLast()
        if Int(last) != row {
            online[position] = last
            sessions[Int(last)].onlinePosition = Int32(position)
        }
        shared.directory.wentOffline(
            account: Int(sessions[row].account), session: sessions[row].number, at: now)
    }
}
