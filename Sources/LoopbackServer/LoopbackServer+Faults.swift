import EventLoop
import Profile
import StanzaParser
import Units

/// What the server does wrong on purpose. None of this is reached when no fault is asked for.
extension LoopbackServer {
    /// Does what is due: elements that have waited, sessions that are cut, messages that nothing
    /// has overtaken, and stalls.
    func doFaults(at now: Instant) {
        setStall(faults?.model.faults.stallReads?.end(around: now) != nil)
        while let due = faults?.takeRelease(dueAt: now) {
            if sessions[due.slot].serial == due.serial { takeHeldElement(due.slot) }
        }
        while let due = faults?.takeCut(dueAt: now) {
            guard sessions[due.slot].serial == due.serial, sessions[due.slot].isBound else {
                continue
            }
            statistics.faultsClosed.add()
            transport.abort(sessions[due.slot].connection)
        }
        while let message = faults?.takeOverdue(dueAt: now) {
            outbox.send(to: message.recipient) { $0.raw(message.bytes.span) }
        }
    }

    // MARK: Elements that wait

    /// Keeps what a client sent, when the server is not to look at it yet.
    func hold(_ slot: Int, _ bytes: Span<UInt8>) -> Bool {
        guard faults?.model.faults.holdsInput == true else { return false }
        let now = transport.now
        let release = faults?.model.release(arrivedAt: now, turns: state.turns) ?? now
        if release > now { statistics.faultsDelayed.add() }
        if sessions[slot].held.isEmpty {
            guard release > now else { return false }
            appoint(slot, at: release)
        }
        sessions[slot].held.append(bytes, at: now, release: release)
        if sessions[slot].held.byteCount > state.options.limits.pausingQueueBytes {
            sessions[slot].held.isFull = true
            transport.pauseReading(sessions[slot].connection)
        }
        return true
    }

    private func appoint(_ slot: Int, at release: Instant) {
        if faults?.release(slot, sessions[slot].serial, at: release) == true { setAlarm() }
    }

    /// Looks at the first element that a session waits with, and at those behind it that need not
    /// wait on.
    private func takeHeldElement(_ slot: Int) {
        let serial = sessions[slot].serial
        while let (bytes, start) = sessions[slot].held.first {
            var end = read(slot, bytes.span, from: start, elements: 1)
            // The parser says itself that nothing is left, before it gets other bytes.
            if end == bytes.count { end = read(slot, bytes.span, from: end, elements: 1) }
            guard sessions[slot].serial == serial else { return }
            sessions[slot].held.advance(to: sessions[slot].isReading ? end : bytes.count)
            if sessions[slot].held.isFull, sessions[slot].held.isEmpty {
                sessions[slot].held.isFull = false
                readOn(slot)
            }
            let now = transport.now
            if let arrival = sessions[slot].held.arrivalOfRest,
                let release = faults?.model.releaseOfNext(
                    arrivedAt: arrival, now: now, turns: state.turns)
            {
                sessions[slot].held.postpone(to: release)
                if release > now { statistics.faultsDelayed.add() }
            }
            if let release = sessions[slot].held.release, release > now {
                appoint(slot, at: release)
                return
            }
        }
    }

    // MARK: Reading

    /// Reads nothing from sockets, or reads on.
    private func setStall(_ isStalled: Bool) {
        guard faults?.isStalled != isStalled else { return }
        faults?.isStalled = isStalled
        for slot in sessions.indices {
            switch sessions[slot].phase {
            case .free, .ending: continue
            case .negotiating, .bound: break
            }
            if isStalled {
                transport.pauseReading(sessions[slot].connection)
            } else {
                readOn(slot)
            }
        }
    }

    /// Reads on from a client, unless there is something else against it.
    func readOn(_ slot: Int) {
        let session = sessions[slot]
        if session.isPaused || session.held.isFull || faults?.isStalled == true { return }
        transport.resumeReading(session.connection)
    }

    // MARK: Sessions

    /// A session is bound: it is cut after its time.
    func willClose(_ slot: Int) {
        guard let time = faults?.model.faults.closeAfter else { return }
        faults?.cut(slot, sessions[slot].serial, at: transport.now + time)
        setAlarm()
    }

    // MARK: Messages

    /// Does to the message that was sent last what its fate is, and says what became of it.
    ///
    /// What is for several sessions at once is left alone.
    func spoil(from slot: Int) -> Routing {
        guard outbox.deliveries.count == 1, let fate = faults?.model.fate(),
            case .stanza(let range) = outbox.deliveries[0].content
        else { return .delivered }
        let recipient = outbox.deliveries[0].route
        let pair = FaultInjection.Pair(sender: route(slot), recipient: recipient)
        switch fate {
        case .lost:
            statistics.faultsLost.add()
            outbox.takeBack()
            return .ignored
        case .bounced:
            statistics.faultsBounced.add()
            outbox.takeBack()
            return .failed
        case .reordered:
            let bytes = Address.copy(outbox.writer.span.extracting(range))
            if faults?.keep(bytes, pair, now: transport.now) == true {
                outbox.takeBack()
                setAlarm()
                return .delivered
            }
        case .duplicated:
            statistics.faultsDuplicated.add()
            outbox.send(range, to: recipient)
        case .delivered: break
        }
        if let overtaken = faults?.takeOvertaken(pair) {
            statistics.faultsReordered.add()
            outbox.send(to: recipient) { $0.raw(overtaken.span) }
        }
        return .delivered
    }
}
