internal import CLibUV
internal import Glibc
import Units

/// Ends of connections, in order or at once. `closed` is always told from libuv's close callback,
/// so exactly once and never from inside a call.
extension UVTransport {
    public func finish(_ id: ConnectionID) {
        guard let slot = connections.slot(of: id) else { return }
        if connections[slot].state == .connecting || connections[slot].isHandshaking {
            // There is nothing yet that could be ended in order.
            return beginClosing(slot, nil)
        }
        beginFinishing(slot)
    }

    public func abort(_ id: ConnectionID) {
        guard let slot = connections.slot(of: id) else { return }
        beginClosing(slot, nil)
    }

    func beginFinishing(_ slot: Int) {
        if !connections[slot].flags.contains(.finishing) {
            connections[slot].flags.insert(.finishing)
            linger(slot)
            // The peer's end is only seen by reading.
            if connections[slot].flags.contains(.paused) {
                connections[slot].flags.remove(.paused)
                startReading(slot)
            }
        }
        markDirty(slot)
    }

    /// After everything gathered was sent: close_notify, then FIN once the socket took it, then
    /// the close when the peer has ended too.
    func goOnFinishing(_ slot: Int) {
        guard connections[slot].state == .open, connections[slot].inFlight == 0 else { return }
        if let session = connections[slot].session,
            !connections[slot].flags.contains(.sentCloseNotify)
        {
            connections[slot].flags.insert(.sentCloseNotify)
            tls.output.removeAll()
            if connections[slot].flags.contains(.secured) { session.close() }
            sendSessionOutput(slot)
            guard connections[slot].state == .open, connections[slot].inFlight == 0 else { return }
        }
        if !connections[slot].flags.contains(.sentEnd) {
            connections[slot].flags.insert(.sentEnd)
            shutdown(connections[slot].descriptor, Int32(SHUT_WR))
        }
        if connections[slot].flags.contains(.peerEnded) { beginClosing(slot, nil) }
    }

    /// Closes the handle and frees all else; `closed` follows from the close callback.
    func beginClosing(_ slot: Int, _ error: TransportError?) {
        let state = connections[slot].state
        guard state == .open || state == .connecting else { return }
        connections[slot].state = .closing
        closingErrors[UInt32(slot)] = error
        if let gathered = connections[slot].gathered {
            connections[slot].gathered = nil
            pool.giveBack(gathered)
        }
        connections[slot].session?.free()
        connections[slot].session = nil
        guard let handle = unsafe connections[slot].handle else { return }
        unsafe uv_close(handle.handle) { handle in
            let transport = unsafe UVTransport.of(handle!.pointee.loop)
            let slot = unsafe slotNumber(handle!.pointee.data)
            unsafe UnsafeMutableRawPointer(handle!).assumingMemoryBound(to: uv_tcp_t.self)
                .deallocate()
            transport.didClose(slot)
        }
    }

    private func didClose(_ slot: Int) {
        let id = connections.identifier(slot)
        let owner = connections[slot].owner
        let error = closingErrors.removeValue(forKey: UInt32(slot))
        let isDirty = connections[slot].flags.contains(.dirty)
        var record = ConnectionRecord()
        // Stays in the list of the turn at hand, where a free slot is passed over.
        if isDirty { record.flags.insert(.dirty) }
        connections.free(slot, leaving: record)
        counters.openConnections -= 1
        handler?.closed(id, owner: owner, error)
    }

    /// Gives a connection that is at its end a bounded time to get there.
    func linger(_ slot: Int) {
        let id = connections.identifier(slot)
        let isFirst = lingering.first == nil
        lingering.append(
            LingeringQueue.Entry(
                slot: id.slot, generation: id.generation, deadline: now + limits.closeGrace))
        if isFirst { startLingerTimer() }
    }

    private func startLingerTimer() {
        guard let first = lingering.first else { return }
        let wait = max(.zero, first.deadline - now)
        // Coarse on purpose: many deadlines are handled by one wake-up.
        let milliseconds = UInt64(wait.rawValue / 1_000_000) + 50
        unsafe uv_update_time(loop)
        unsafe uv_timer_start(
            lingerTimer,
            { timer in unsafe UVTransport.of(timer!.pointee.loop).lingeringExpired() },
            milliseconds, 0)
    }

    private func lingeringExpired() {
        let now = now
        while let entry = lingering.first, entry.deadline <= now {
            lingering.removeFirst()
            let slot = Int(entry.slot)
            guard connections[slot].generation == entry.generation,
                connections[slot].state == .open
            else { continue }
            if let error = closingErrors[entry.slot] {
                beginClosing(slot, error)
            } else {
                beginClosing(slot, connections[slot].queuedBytes > 0 ? .timedOut : nil)
            }
        }
        startLingerTimer()
    }
}
