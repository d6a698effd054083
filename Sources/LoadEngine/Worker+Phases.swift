internal import EventLoop
internal import Measurement
internal import Profile
internal import Units
internal import Workload

/// A worker follows the run from phase to phase.
extension Worker {
    /// No server is asked too much by so many at a time.
    private static var fewLogOuts: Int { 100 }

    func follow(_ next: RunPhase, at now: Instant) {
        while phase < next {
            phase = RunPhase(rawValue: phase.rawValue + 1) ?? .finished
            switch phase {
            case .running: break
            case .draining: stopNewWork(at: now)
            case .loggingOut:
                closeLedger(at: now)
                let limit = RunDirector.logoutLimit(close: plan.profile.timeouts.close)
                let ticks = limit.rawValue / 3 / Self.tickLength.rawValue
                logOutsAtOnce = max(Self.fewLogOuts, sessions.count / Int(max(1, ticks)))
                logOutMore(at: now)
            case .finished:
                closeLedger(at: now)
                finish(at: now)
            }
        }
    }

    /// Arrivals, traffic and new steps stop; who has nothing in flight is cut.
    private func stopNewWork(at now: Instant) {
        recorder.endMeasuring(at: now)
        countUnbegun(upTo: now)
        for row in sessions.indices where sessions[row].number != 0 {
            switch sessions[row].wait {
            case .nothing, .pause: cut(row)
            case .stay:
                if isStayingToEnd(row) { sessions[row].isHeldToEnd = true } else { cut(row) }
            default: break
            }
        }
    }

    /// Whether a session's present step is `stay: until-end`.
    private func isStayingToEnd(_ row: Int) -> Bool {
        let program = plan.scenarios[Int(sessions[row].scenario)]
        return program.instructions[sessions[row].program.instruction].isStayToEnd
    }

    /// Logs some of the sessions out, within a third of the time that the run has for it: all at the
    /// same instant would be more than a server can answer, and each is to have its whole time.
    func logOutMore(at now: Instant) {
        guard phase == .loggingOut, nextLogOut < sessions.count else { return }
        let end = min(nextLogOut + logOutsAtOnce, sessions.count)
        for row in nextLogOut..<end where sessions[row].number != 0 {
            switch sessions[row].link {
            case .none: endSession(row, at: now)
            case .online:
                cutUnlessHeld(row)
                sessions[row].isOver = true
                logOut(row, at: now)
            case .connecting, .negotiating:
                cutUnlessHeld(row)
                sessions[row].isOver = true
                // Its end is our own doing, not a failure of the server's.
                sessions[row].link = .closing
                transport.abort(sessions[row].connection)
            case .closing:
                sessions[row].isOver = true
            }
        }
        nextLogOut = end
    }

    private func cutUnlessHeld(_ row: Int) {
        if !sessions[row].isHeldToEnd, !sessions[row].isOver { cut(row) }
    }

    private func cut(_ row: Int) {
        if sessions[row].ending != .failed { sessions[row].ending = .cut }
    }

    private func closeLedger(at now: Instant) {
        guard !isLedgerClosed else { return }
        takeNotices()
        isLedgerClosed = true
        ledger.close(
            now: now, isInterrupted: shared.isCutShort, hasEnded: hasEnded,
            onGone: { metric, due in recorder.withdrawn(metric, due: due) })
    }

    private func finish(at now: Instant) {
        for row in sessions.indices where sessions[row].number != 0 {
            if sessions[row].link != .none { transport.abort(sessions[row].connection) }
            cutUnlessHeld(row)
            endSession(row, at: now)
        }
        takeNotices()
        publishInterval(at: now)
        ticks += 1
        showGauges()
        rearm()
        shared.workerFinished(schedules: schedules, timelines: timelines)
        onFinished()
    }
}
