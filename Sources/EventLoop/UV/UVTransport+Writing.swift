internal import CLibUV
internal import Glibc
import Units

/// What goes out: gathered, encrypted where there is a session, sent once at the end of a turn.
extension UVTransport {
    public func write(_ id: ConnectionID, _ bytes: Span<UInt8>) {
        guard let slot = connections.slot(of: id),
            connections[slot].flags.isDisjoint(with: [.finishing, .writeFailed]),
            bytes.count > 0
        else { return }
        let queued = connections[slot].queuedBytes + bytes.count
        if queued > limits.writeQueue.rawValue {
            return beginClosing(slot, .writeQueueFull(limit: limits.writeQueue))
        }
        // What a peer that keeps up gets at the end of the turn does not wait for it.
        if connections[slot].inFlight > 0 {
            counters.maxQueuedBytes = max(counters.maxQueuedBytes, queued)
        }
        // Taken out and put back, which counts no reference.
        let buffer = connections[slot].gathered.take() ?? pool.take()
        unsafe bytes.withUnsafeBytes { unsafe buffer.append($0.baseAddress!, count: $0.count) }
        connections[slot].gathered = consume buffer
        markDirty(slot)
    }

    public func queuedBytes(_ id: ConnectionID) -> Int {
        connections.slot(of: id).map { connections[$0].queuedBytes } ?? 0
    }

    public func startTLS(_ id: ConnectionID, client context: TLSClientContext) {
        guard let slot = connections.slot(of: id), connections[slot].session == nil else { return }
        sendPlain(slot)
        connections[slot].session = context.makeSession(tls)
        connections[slot].flags.insert([.isTLSClient, .beginsHandshake])
        markDirty(slot)
    }

    public func startTLS(_ id: ConnectionID, server context: TLSServerContext) {
        guard let slot = connections.slot(of: id), connections[slot].session == nil else { return }
        sendPlain(slot)
        connections[slot].session = context.makeSession(tls)
    }

    /// Sends what was gathered as it is, now: what follows is encrypted.
    private func sendPlain(_ slot: Int) {
        guard connections[slot].state == .open, let gathered = connections[slot].gathered else {
            return
        }
        connections[slot].gathered = nil
        unsafe send(slot, gathered.base, gathered.count)
        pool.giveBack(gathered)
    }

    func markDirty(_ slot: Int) {
        guard !connections[slot].flags.contains(.dirty) else { return }
        connections[slot].flags.insert(.dirty)
        dirty.append(UInt32(slot))
    }

    /// The end of a turn: one write for each connection that has something to send.
    func flush() {
        guard !dirty.isEmpty else { return }
        var index = 0
        while index < dirty.count {
            let slot = Int(dirty[index])
            connections[slot].flags.remove(.dirty)
            flush(slot)
            index += 1
        }
        dirty.removeAll(keepingCapacity: true)
    }

    private func flush(_ slot: Int) {
        guard connections[slot].state == .open else { return }
        if connections[slot].flags.contains(.beginsHandshake) {
            connections[slot].flags.remove(.beginsHandshake)
            guard let session = connections[slot].session else {
                return beginClosing(slot, .tls(reason: "out of memory"))
            }
            unsafe tls.setInput(nil, count: 0)
            tls.output.removeAll()
            guard stepHandshake(slot, session) else { return }
        }
        // A socket that is behind gets the next bytes when it has taken those before.
        guard connections[slot].inFlight == 0 else { return }
        if !connections[slot].isHandshaking, let gathered = connections[slot].gathered.take() {
            sendGathered(slot, gathered)
            pool.giveBack(gathered)
        }
        if connections[slot].flags.contains(.finishing) { goOnFinishing(slot) }
    }

    private func sendGathered(_ slot: Int, _ gathered: OutgoingBuffer) {
        guard let session = connections[slot].session else {
            return unsafe send(slot, gathered.base, gathered.count)
        }
        tls.output.removeAll()
        guard unsafe session.write(gathered.base, count: gathered.count) else {
            return beginClosing(slot, .tls(reason: "cannot encrypt"))
        }
        sendSessionOutput(slot)
    }

    /// Sends the ciphertext that a session left in the shared output.
    func sendSessionOutput(_ slot: Int) {
        guard tls.output.count > 0 else { return }
        unsafe send(slot, tls.output.base, tls.output.count)
        tls.output.removeAll()
    }

    /// Gives bytes to the socket, and what it does not take to libuv's queue.
    ///
    /// Past libuv while it has nothing queued: that leaves its handle, which is cold by then, alone.
    private func send(_ slot: Int, _ bytes: UnsafeMutableRawPointer, _ count: Int) {
        guard connections[slot].state == .open, !connections[slot].flags.contains(.writeFailed)
        else { return }
        var taken = 0
        if connections[slot].inFlight == 0 {
            let status = unsafe Glibc.send(
                connections[slot].descriptor, bytes, count, Int32(MSG_NOSIGNAL))
            if status >= 0 {
                taken = status
                counters.bytesWritten += UInt64(taken)
            } else if errno != EAGAIN, errno != EINTR {
                return writingFailed(slot, -errno)
            }
        }
        if taken < count { unsafe queue(slot, bytes + taken, count - taken) }
    }

    private func queue(_ slot: Int, _ bytes: UnsafeMutableRawPointer, _ count: Int) {
        guard let handle = unsafe connections[slot].handle else { return }
        // One allocation holds the request and its bytes.
        let headerSize = unsafe MemoryLayout<uv_write_t>.stride
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: headerSize + count, alignment: 16)
        let request = unsafe memory.bindMemory(to: uv_write_t.self, capacity: 1)
        let copy = unsafe memory + headerSize
        unsafe copy.copyMemory(from: bytes, byteCount: count)
        unsafe request.pointee.data = slotPointer(count)
        var buffer = unsafe uv_buf_init(copy.assumingMemoryBound(to: CChar.self), UInt32(count))
        let status = unsafe uv_write(request, handle.stream, &buffer, 1) { request, status in
            let stream = unsafe request!.pointee.handle!
            let count = unsafe slotNumber(request!.pointee.data)
            unsafe UnsafeMutableRawPointer(request!).deallocate()
            let transport = unsafe UVTransport.of(stream.pointee.loop)
            unsafe transport.didWrite(slotNumber(stream.pointee.data), count, status)
        }
        guard status == 0 else {
            unsafe memory.deallocate()
            return writingFailed(slot, status)
        }
        connections[slot].inFlight += UInt32(count)
        counters.maxQueuedBytes = max(
            counters.maxQueuedBytes, connections[slot].queuedBytes)
    }

    private func didWrite(_ slot: Int, _ count: Int, _ status: Int32) {
        stopWaiting()
        connections[slot].inFlight -= UInt32(count)
        guard connections[slot].state == .open else { return }
        guard status == 0 else { return writingFailed(slot, status) }
        counters.bytesWritten += UInt64(count)
        guard connections[slot].inFlight == 0 else { return }
        flush(slot)
        let record = connections[slot]
        if record.isReceiving, record.queuedBytes == 0 {
            handler?.drained(connections.identifier(slot), owner: record.owner)
        }
    }

    /// Nothing more can be sent. The peer may have said why before it closed, so what it sent is
    /// read first; then, or when it takes too long, the connection closes with this error.
    private func writingFailed(_ slot: Int, _ status: Int32) {
        guard connections[slot].state == .open, !connections[slot].flags.contains(.writeFailed)
        else { return }
        let flags = connections[slot].flags
        if flags.contains(.peerEnded) || flags.contains(.paused) {
            return beginClosing(slot, TransportError(errno: -status))
        }
        closingErrors[UInt32(slot)] = TransportError(errno: -status)
        connections[slot].flags.insert(.writeFailed)
        linger(slot)
    }
}
