import EventLoop
import StanzaParser
import XMPP

extension LoopbackServer {
    /// Sends what is in the outbox to the sessions of this worker and to other workers.
    func flush() {
        guard !outbox.deliveries.isEmpty else { return }
        for delivery in outbox.deliveries {
            if delivery.route.worker == worker {
                deliver(delivery, outbox.writer.span)
            } else if !state.mailboxes[Int(delivery.route.worker)].put(
                delivery, outbox.writer.span)
            {
                statistics.dropped.add()
            }
        }
        outbox.removeAll()
    }

    /// Hands one thing to a session of this worker, if it is still there.
    func deliver(_ delivery: Outbox.Delivery, _ bytes: Span<UInt8>) {
        let slot = Int(delivery.route.slot)
        guard slot < sessions.count, sessions[slot].serial == delivery.route.serial,
            sessions[slot].isBound
        else { return }
        switch delivery.content {
        case .stanza(let range):
            transport.write(sessions[slot].connection, bytes.extracting(range))
            watchQueue(slot)
        case .end(let reason):
            // The domain took it offline when it decided so.
            statistics.online.add(-1)
            finish(slot, reason.condition)
        }
    }

    /// Writes a stream error and closes the connection of a session that is offline already.
    func finish(_ slot: Int, _ condition: StreamErrorCondition, text: String? = nil) {
        var writer = StanzaWriter()
        ServerStream.writeError(condition, text: text, to: &writer)
        transport.write(sessions[slot].connection, writer.span)
        transport.finish(sessions[slot].connection)
        sessions[slot].phase = .ending
    }

    /// Reads nothing more from a client that does not read; the transport cuts it when that does
    /// not help.
    private func watchQueue(_ slot: Int) {
        let connection = sessions[slot].connection
        guard !sessions[slot].isPaused,
            transport.queuedBytes(connection) > state.options.limits.pausingQueueBytes
        else { return }
        sessions[slot].isPaused = true
        transport.pauseReading(connection)
        // If the socket takes all of it at the end of this turn, no `drained` follows.
        paused.append((slot, sessions[slot].serial))
        hasNewlyPaused = true
        setAlarm()
    }

    /// Reads on from those whose bytes have all been taken.
    func resumePaused() {
        paused.removeAll { slot, serial in
            guard sessions[slot].serial == serial, sessions[slot].isPaused else { return true }
            guard transport.queuedBytes(sessions[slot].connection) == 0 else { return false }
            sessions[slot].isPaused = false
            readOn(slot)
            return true
        }
    }
}
