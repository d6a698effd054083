internal import CLibUV
internal import Glibc

/// What comes in: plain, or through the TLS session.
extension UVTransport {
    public func pauseReading(_ id: ConnectionID) {
        guard let slot = connections.slot(of: id), !connections[slot].flags.contains(.paused) else {
            return
        }
        connections[slot].flags.insert(.paused)
        if connections[slot].state == .open, let handle = unsafe connections[slot].handle {
            unsafe uv_read_stop(handle.stream)
        }
    }

    public func resumeReading(_ id: ConnectionID) {
        guard let slot = connections.slot(of: id), connections[slot].flags.contains(.paused) else {
            return
        }
        connections[slot].flags.remove(.paused)
        if connections[slot].state == .open { startReading(slot) }
    }

    func startReading(_ slot: Int) {
        guard connections[slot].flags.isDisjoint(with: [.paused, .peerEnded]),
            let handle = unsafe connections[slot].handle
        else { return }
        // Without a buffer libuv says that there is something, and leaves it to us to read it.
        unsafe uv_read_start(
            handle.stream, { _, _, _ in },
            { stream, count, _ in
                unsafe UVTransport.with(stream!.pointee.loop) { transport in
                    unsafe transport.didBecomeReadable(slotNumber(stream!.pointee.data), count)
                }
            })
    }

    private func didBecomeReadable(_ slot: Int, _ status: Int) {
        stopWaiting()
        guard status == Int(UV_ENOBUFS.rawValue) else {
            return readingEnded(slot, Int32(status))
        }
        let count = input.read(connections[slot].descriptor)
        if count == -Int(EAGAIN) || count == -Int(EINTR) { return }
        guard count > 0 else {
            return readingEnded(slot, count == 0 ? UV_EOF.rawValue : Int32(count))
        }
        counters.bytesRead += UInt64(count)
        guard connections[slot].isReceiving else { return }
        if let session = connections[slot].session {
            decrypt(slot, session, count)
        } else if let handler {
            unsafe handler.received(
                connections.identifier(slot), owner: connections[slot].owner,
                span(input.base, count))
        }
    }

    @_lifetime(immortal)
    private func span(_ base: UnsafeMutableRawPointer, _ count: Int) -> Span<UInt8> {
        // The transport's buffers live as long as it does, and are not written to during a call.
        let bytes = unsafe UnsafeBufferPointer(
            start: base.assumingMemoryBound(to: UInt8.self), count: count)
        return unsafe _overrideLifetime(bytes.span, copying: ())
    }

    /// Feeds the session what was read. No other session works meanwhile: what a handler asks for
    /// from inside is only noted, and done at the end of the turn.
    private func decrypt(_ slot: Int, _ session: TLSSession, _ count: Int) {
        unsafe tls.setInput(input.base, count: count)
        tls.output.removeAll()
        let id = connections.identifier(slot)
        if connections[slot].isHandshaking {
            connections[slot].handshakeBytesRead &+= UInt32(count)
            guard stepHandshake(slot, session) else { return }
        }
        while connections[slot].generation == id.generation, connections[slot].isReceiving {
            switch session.read(tls) {
            case .bytes(let count):
                unsafe handler?.received(
                    id, owner: connections[slot].owner, span(tls.plaintext, count))
            case .needsInput:
                return sendSessionOutput(slot)
            case .ended:
                sendSessionOutput(slot)
                return peerEnded(slot)
            case .failed(let error):
                sendSessionOutput(slot)
                return beginClosing(slot, error)
            }
        }
    }

    /// Goes on with the handshake and tells the handler when it is finished.
    ///
    /// - Returns: whether application data may follow.
    func stepHandshake(_ slot: Int, _ session: TLSSession) -> Bool {
        let step = session.handshake(tls)
        connections[slot].handshakeBytesWritten &+= UInt32(tls.output.count)
        sendSessionOutput(slot)
        switch step {
        case .needsInput: return false
        case .failed(let error):
            beginClosing(slot, error)
            return false
        case .finished:
            guard connections[slot].state == .open else { return false }
            connections[slot].flags.insert(.secured)
            if connections[slot].gathered != nil { markDirty(slot) }
            let summary = session.summary(
                isClient: connections[slot].flags.contains(.isTLSClient),
                handshakeBytesRead: Int(connections[slot].handshakeBytesRead),
                handshakeBytesWritten: Int(connections[slot].handshakeBytesWritten))
            handler?.secured(connections.identifier(slot), owner: connections[slot].owner, summary)
            return true
        }
    }

    private func readingEnded(_ slot: Int, _ status: Int32) {
        let record = connections[slot]
        guard record.state == .open else { return }
        if status == UV_EOF.rawValue {
            if record.flags.contains(.writeFailed) {
                beginClosing(slot, closingErrors[UInt32(slot)])
            } else if record.isHandshaking && !record.flags.contains(.finishing) {
                beginClosing(
                    slot, .tls(reason: "the peer closed the connection during the handshake"))
            } else {
                peerEnded(slot)
            }
        } else if record.flags.contains(.sentEnd) {
            // The peer answered an orderly end with a reset: it is an end all the same.
            beginClosing(slot, nil)
        } else {
            beginClosing(slot, TransportError(errno: -status))
        }
    }

    /// The peer sends nothing more: what is queued is sent, then the connection closes.
    private func peerEnded(_ slot: Int) {
        guard connections[slot].state == .open,
            let handle = unsafe connections[slot].handle
        else { return }
        connections[slot].flags.insert(.peerEnded)
        unsafe uv_read_stop(handle.stream)
        beginFinishing(slot)
    }
}
