import Units

/// What happens to a simulated connection, and what it sends in turn.
extension SimulatedTransport {
    func happened(_ event: SimulatedEvent) {
        let id = ConnectionID(slot: event.slot, generation: event.generation)
        if event.kind == .closed { return didClose(id) }
        guard let slot = connections.slot(of: id) else {
            if event.kind == .attempt { return }
            // Bytes for an end that is gone.
            if let buffer = network.takePayload(event.payload) { network.pool.giveBack(buffer) }
            return
        }
        beginTurn()
        switch event.kind {
        case .attempt: attempt(slot)
        case .refused: beginClosing(slot, .refused)
        case .connected:
            connections[slot].state = .open
            markDirty(slot)
            handler?.connected(id, owner: connections[slot].owner)
        case .resume: deliverHeld(slot, id)
        case .drained:
            if !connections[slot].isFinishing {
                handler?.drained(id, owner: connections[slot].owner)
            }
        case .lingerExpired: beginClosing(slot, nil)
        case .data, .end, .clientHello, .serverHello, .clientFinished:
            // What comes first is delivered first, also after a pause.
            if connections[slot].isPaused || !connections[slot].held.isEmpty {
                hold(event, slot)
            } else {
                arrived(event, slot, id)
            }
        case .closed, .keyDerived: preconditionFailure("handled before")
        }
    }

    private func hold(_ event: SimulatedEvent, _ slot: Int) {
        connections[slot].held.append(event)
        if let buffer = network.takePayload(event.payload) {
            connections[slot].heldBytes += buffer.count
            connections[slot].held[connections[slot].held.count - 1].payload =
                network.store(buffer)
        }
    }

    private func deliverHeld(_ slot: Int, _ id: ConnectionID) {
        guard !connections[slot].held.isEmpty else { return }
        var index = 0
        while connections.slot(of: id) != nil, !connections[slot].isPaused,
            index < connections[slot].held.count
        {
            arrived(connections[slot].held[index], slot, id)
            index += 1
        }
        guard connections.slot(of: id) != nil else { return }
        connections[slot].held.removeFirst(index)
        if connections[slot].held.isEmpty, connections[slot].heldBytes > 0 {
            connections[slot].heldBytes = 0
            send(.drained, slot)
        }
    }

    private func arrived(_ event: SimulatedEvent, _ slot: Int, _ id: ConnectionID) {
        switch event.kind {
        case .data: received(event, slot, id)
        case .end:
            connections[slot].hasPeerEnded = true
            if connections[slot].isHandshaking {
                let reason = "the peer closed the connection during the handshake"
                return beginClosing(slot, .tls(reason: reason))
            }
            beginFinishing(slot)
        case .clientHello:
            connections[slot].hasClientHello = true
            if connections[slot].security == .serverHandshake { send(.serverHello, slot) }
        case .serverHello:
            send(.clientFinished, slot)
            secured(slot, id)
        case .clientFinished: secured(slot, id)
        default: preconditionFailure("not something that a peer sends")
        }
    }

    private func received(_ event: SimulatedEvent, _ slot: Int, _ id: ConnectionID) {
        guard let buffer = network.takePayload(event.payload) else { return }
        counters.bytesRead += UInt64(buffer.count)
        if !connections[slot].isFinishing {
            handler?.received(id, owner: connections[slot].owner, buffer.bytes)
        }
        network.pool.giveBack(buffer)
    }

    private func secured(_ slot: Int, _ id: ConnectionID) {
        connections[slot].security = .secured
        if connections[slot].gathered != nil { markDirty(slot) }
        let summary = TLSSummary(
            version: "TLSv1.3 (simulated)", cipher: "none", applicationProtocol: nil,
            isResumed: false, handshakeBytesRead: 0, handshakeBytesWritten: 0,
            channelBindings: [Self.channelBinding])
        handler?.secured(id, owner: connections[slot].owner, summary)
    }

    // MARK: Connecting

    /// The attempt of `slot` has reached its destination: on the listener's side if there is one.
    private func attempt(_ slot: Int) {
        if let destination = connections[slot].destination,
            network.blackHoles.contains(destination)
        {
            return
        }
        guard let destination = connections[slot].destination,
            let listener = network.nextListener(at: destination)
        else {
            let id = connections.identifier(slot)
            return network.schedule(.refused, after: network.oneWayDelay, transport: number, id)
        }
        connections[slot].destination = nil
        let other = network.transports[Int(listener.transport)]
        let peer = other.accept(listener, from: number, connections.identifier(slot))
        connections[slot].peerTransport = listener.transport
        connections[slot].peer = peer
        network.schedule(
            .connected, after: network.oneWayDelay, transport: number, connections.identifier(slot))
        // Told last: what the listener's side sends from inside comes after `connected`.
        other.tellAccepted(peer, listener.number)
    }

    private func accept(
        _ listener: SimulatedNetwork.Listener, from transport: UInt32, _ peer: ConnectionID
    ) -> ConnectionID {
        let slot = connections.take()
        counters.openConnections += 1
        connections[slot].state = .open
        connections[slot].peerTransport = transport
        connections[slot].peer = peer
        if listener.tls != nil { connections[slot].security = .serverHandshake }
        counters.accepted += 1
        return connections.identifier(slot)
    }

    private func tellAccepted(_ id: ConnectionID, _ listener: Int) {
        let slot = Int(id.slot)
        guard let owner = handler?.accepted(id, listener: listener) else {
            return beginClosing(slot, nil)
        }
        connections[slot].owner = owner
    }

    // MARK: Sending

    func markDirty(_ slot: Int) {
        guard !connections[slot].isDirty else { return }
        connections[slot].isDirty = true
        network.markDirty(number, UInt32(slot))
    }

    /// The end of a turn for one connection.
    func flush(_ slot: Int) {
        connections[slot].isDirty = false
        guard connections[slot].state == .open else { return }
        if connections[slot].owesClientHello {
            connections[slot].owesClientHello = false
            send(.clientHello, slot)
        }
        guard !connections[slot].isHandshaking else { return }
        sendGathered(slot)
        guard connections[slot].isFinishing else { return }
        if !connections[slot].hasSentEnd {
            connections[slot].hasSentEnd = true
            send(.end, slot)
        }
        if connections[slot].hasPeerEnded { beginClosing(slot, nil) }
    }

    func sendGathered(_ slot: Int) {
        guard connections[slot].state == .open, let buffer = connections[slot].gathered else {
            return
        }
        connections[slot].gathered = nil
        counters.bytesWritten += UInt64(buffer.count)
        send(.data, slot, payload: network.store(buffer))
    }

    /// Sends something to the other end.
    func send(_ kind: SimulatedEvent.Kind, _ slot: Int, payload: Int32 = -1) {
        network.schedule(
            kind, after: network.oneWayDelay, transport: connections[slot].peerTransport,
            connections[slot].peer, payload: payload)
    }

    // MARK: Closing

    func beginFinishing(_ slot: Int) {
        if !connections[slot].isFinishing {
            connections[slot].isFinishing = true
            network.schedule(
                .lingerExpired, after: SimulatedNetwork.closeGrace, transport: number,
                connections.identifier(slot))
            if connections[slot].isPaused { resumeReading(connections.identifier(slot)) }
        }
        markDirty(slot)
    }

    func beginClosing(_ slot: Int, _ error: TransportError?) {
        let state = connections[slot].state
        guard state == .open || state == .connecting else { return }
        closingErrors[UInt32(slot)] = error
        // There is another end once the attempt has arrived.
        let hasPeer = state == .open || connections[slot].destination == nil
        if hasPeer, !connections[slot].hasSentEnd { send(.end, slot) }
        connections[slot].state = .closing
        if let buffer = connections[slot].gathered { network.pool.giveBack(buffer) }
        connections[slot].gathered = nil
        for event in connections[slot].held {
            if let buffer = network.takePayload(event.payload) { network.pool.giveBack(buffer) }
        }
        connections[slot].held = []
        network.schedule(.closed, after: .zero, transport: number, connections.identifier(slot))
    }

    private func didClose(_ id: ConnectionID) {
        let slot = Int(id.slot)
        let owner = connections[slot].owner
        let error = closingErrors.removeValue(forKey: id.slot)
        var record = SimulatedConnection()
        record.isDirty = connections[slot].isDirty
        connections.free(slot, leaving: record)
        counters.openConnections -= 1
        beginTurn()
        handler?.closed(id, owner: owner, error)
    }
}
