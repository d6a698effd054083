import EventLoop
import Glibc
import Synchronization
import Testing
import Units

@Suite struct UVTransportTests {
    let loopback = SocketAddress.loopback(port: 0)

    /// A transport that listens, and where.
    private func makeListening(
        _ handler: RecordingHandler, at address: SocketAddress? = nil,
        limits: (inout UVTransport.Limits) -> Void = { _ in }
    ) throws -> (UVTransport, SocketAddress) {
        var bounds = UVTransport.Limits()
        limits(&bounds)
        let transport = try UVTransport(limits: bounds)
        transport.handler = handler
        let place = try transport.listen(
            address ?? loopback, backlog: 4_096, tls: nil, reusePort: false)
        return (transport, place.address)
    }

    /// The same, with accepted connections that echo.
    private func makeEcho(
        _ handler: RecordingHandler, at address: SocketAddress? = nil
    ) throws -> (UVTransport, SocketAddress) {
        let (transport, place) = try makeListening(handler, at: address)
        handler.onReceived = { [unowned transport, unowned handler] id, owner, bytes in
            if owner >= handler.firstAcceptedOwner { transport.write(id, bytes.span) }
        }
        return (transport, place)
    }

    @Test(arguments: [SocketAddress.Family.ipv4, .ipv6])
    func `bytes come back from an echoing peer`(family: SocketAddress.Family) throws {
        let handler = RecordingHandler()
        let (transport, address) = try makeEcho(handler, at: .loopback(family, port: 0))
        defer { transport.close() }
        let id = transport.connect(address, from: nil, tls: nil, owner: 1)
        transport.write(id, "written before it is connected, ")
        handler.onConnected = { id, _ in transport.write(id, "and after") }
        let whole = "written before it is connected, and after"
        #expect(transport.turn { handler.text(1).utf8.count == whole.utf8.count })
        #expect(handler.text(1) == whole)
        transport.finish(id)
        #expect(transport.turn { handler.closed.count == 2 })
        #expect(handler.closed == [1: nil, 1_000: nil])
        #expect(handler.events.first == .connected(owner: 1) || handler.events.first == .accepted)
        #expect(transport.statistics.openConnections == 0)
        #expect(transport.statistics.bytesRead == UInt64(2 * whole.utf8.count))
        #expect(transport.statistics.bytesWritten == UInt64(2 * whole.utf8.count))
    }

    @Test func `bytes have the time at which they came, not that at which they were read`() throws {
        let handler = RecordingHandler()
        let (peer, address) = try makeListening(handler)
        defer { peer.close() }
        let client = try UVTransport(clock: peer.clock)
        defer { client.close() }
        client.handler = handler
        let id = client.connect(address, from: nil, tls: nil, owner: 1)
        #expect(client.turn { handler.identifiers[1] != nil })
        #expect(peer.turn { handler.acceptedCount == 1 })
        var arrivals: [Instant] = []
        handler.onReceived = { _, _, _ in arrivals.append(client.inputArrived) }
        let before = client.now
        peer.write(try #require(handler.identifiers[1_000]), "to the client")
        peer.turn(blocking: false)
        usleep(200_000)
        let beforeReading = client.now
        #expect(client.turn { !arrivals.isEmpty })
        #expect(arrivals.count == 1)
        #expect(arrivals[0] >= before && arrivals[0] < beforeReading - .milliseconds(100))
        client.abort(id)
    }

    @Test func `what may wait is read when the alarm rings, and has its time`() throws {
        let handler = RecordingHandler()
        let place = Guarded<SocketAddress?>(nil)
        let isOver = Guarded(false)
        let thread = try WorkerThread.start(name: "echo") {
            guard let (peer, address) = try? makeEcho(RecordingHandler()) else { return }
            place.withLock { $0 = address }
            while !isOver.withLock({ $0 }) {
                peer.turn(blocking: false)
                usleep(50)
            }
            peer.close()
        }
        defer {
            isOver.withLock { $0 = true }
            thread.join()
        }
        for _ in 0..<20_000 where place.withLock({ $0 }) == nil { usleep(1_000) }
        let address = try #require(place.withLock { $0 })
        let transport = try UVTransport()
        transport.handler = handler
        defer { transport.close() }
        let id = transport.connect(address, from: nil, tls: nil, owner: 1)
        #expect(transport.turn { handler.identifiers[1] != nil })
        transport.inputPatience = .milliseconds(2)
        let total = 300
        var sent: [Instant] = []
        var arrivals: [(arrived: Instant, read: Instant)] = []
        handler.onWokeUp = { now in
            if sent.count == total { return transport.stop() }
            sent.append(now)
            transport.write(id, "x")
            transport.wake(at: now + .milliseconds(sent.count == total ? 500 : 1))
        }
        handler.onReceived = { _, _, bytes in
            for _ in bytes { arrivals.append((transport.inputArrived, transport.now)) }
        }
        transport.wake(at: transport.now)
        transport.run()
        #expect(arrivals.count == total)
        for (sent, arrival) in zip(sent, arrivals) {
            #expect(arrival.arrived > sent)
            #expect(arrival.arrived <= arrival.read)
        }
        // It slept to alarms: what came meanwhile was read a good part of a millisecond later.
        let late = arrivals.count { $0.read - $0.arrived > .microseconds(300) }
        #expect(late > total / 10)
    }

    @Test func `what waits is read before what ends the wait goes out`() throws {
        let atPeer = RecordingHandler()
        let (peer, address) = try makeEcho(atPeer)
        defer { peer.close() }
        let handler = RecordingHandler()
        let transport = try UVTransport()
        transport.handler = handler
        defer { transport.close() }
        let id = transport.connect(address, from: nil, tls: nil, owner: 1)
        #expect(transport.turn { handler.identifiers[1] != nil })
        #expect(peer.turn { atPeer.acceptedCount == 1 })
        transport.write(id, "0")
        // Something is read once before the loop sleeps to alarms.
        #expect(
            transport.turn {
                peer.turn(blocking: false)
                return handler.receivedBytes == 1
            })
        transport.inputPatience = .seconds(Int64(5))
        var atRead: [String] = []
        var written = 0
        var wakeUps = 0
        handler.onReceived = { _, _, bytes in
            _ = peer.turn(for: .milliseconds(20)) { false }
            atRead.append("\(String(decoding: bytes, as: UTF8.self)) \(atPeer.text(1_000))")
            if atRead.count == 2 { transport.stop() }
        }
        handler.onWokeUp = { now in
            wakeUps += 1
            guard wakeUps < 2_000 else { return transport.stop() }
            transport.wake(at: now + .milliseconds(10))
            // What was written before has gone out, and comes back now.
            let isThere = peer.turn(for: .milliseconds(5)) { atPeer.receivedBytes > written }
            guard isThere, written < 3 else { return }
            written += 1
            if written == 3 { transport.inputPatience = .zero }
            transport.write(id, "\(written)")
        }
        transport.wake(at: transport.now + .milliseconds(1))
        transport.run()
        #expect(atRead == ["12 012", "3 0123"])
    }

    @Test func `writes of one turn go out as one`() throws {
        let handler = RecordingHandler()
        let (transport, address) = try makeEcho(handler)
        defer { transport.close() }
        handler.onReceived = { _, _, _ in }
        let id = transport.connect(address, from: nil, tls: nil, owner: 1)
        #expect(transport.turn { handler.acceptedCount == 1 && handler.identifiers[1] != nil })
        for _ in 0..<100 { transport.write(id, "0123456789") }
        #expect(transport.queuedBytes(id) == 1_000)
        #expect(transport.turn { handler.receivedBytes == 1_000 })
        #expect(handler.events.last == .received(owner: 1_000, count: 1_000))
        #expect(transport.queuedBytes(id) == 0)
    }

    @Test func `nobody listening is a refusal, told after connect returned`() throws {
        let transport = try UVTransport()
        defer { transport.close() }
        let handler = RecordingHandler()
        transport.handler = handler
        let taken = try transport.listen(loopback, backlog: 1, tls: nil, reusePort: false)
        // A port that was free a moment ago and that nobody listens at.
        let other = try UVTransport()
        let free = try other.listen(loopback, backlog: 1, tls: nil, reusePort: false).address
        other.close()
        #expect(free != taken.address)
        _ = transport.connect(free, from: nil, tls: nil, owner: 7)
        #expect(handler.closed.isEmpty)
        #expect(transport.turn { handler.closed.count == 1 })
        #expect(handler.closed == [7: .refused])
    }

    @Test func `an address in use cannot be listened at, unless it is shared`() throws {
        let transport = try UVTransport()
        defer { transport.close() }
        let place = try transport.listen(loopback, backlog: 1, tls: nil, reusePort: true)
        let other = try UVTransport()
        defer { other.close() }
        #expect(throws: TransportError.addressInUse) {
            try other.listen(place.address, backlog: 1, tls: nil, reusePort: false)
        }
        let shared = try other.listen(place.address, backlog: 1, tls: nil, reusePort: true)
        #expect(shared.address == place.address)
    }

    @Test func `a source address is used`() throws {
        let handler = RecordingHandler()
        let (transport, address) = try makeEcho(handler)
        defer { transport.close() }
        let source = try #require(SocketAddress(numericHost: "127.0.0.9", port: 0))
        _ = transport.connect(address, from: source, tls: nil, owner: 1)
        #expect(transport.turn { handler.acceptedCount == 1 })
        let peers = try String(
            decoding: FileReader.read("/proc/net/tcp"), as: UTF8.self)
        // 127.0.0.9 as the kernel writes it, connected to our port.
        let port = String(address.port, radix: 16, uppercase: true)
        #expect(
            peers.split(separator: "\n").contains {
                $0.contains("0900007F:") && $0.contains("0100007F:\(port)")
            })
    }

    @Test func `a source address of another machine is an error of that connection only`() throws {
        let handler = RecordingHandler()
        let (transport, address) = try makeEcho(handler)
        defer { transport.close() }
        let foreign = try #require(SocketAddress(numericHost: "192.0.2.1", port: 0))
        _ = transport.connect(address, from: foreign, tls: nil, owner: 1)
        _ = transport.connect(address, from: nil, tls: nil, owner: 2)
        #expect(transport.turn { handler.closed.count == 1 && handler.acceptedCount == 1 })
        #expect(handler.closed == [1: .portsExhausted])
        #expect(handler.events.contains(.connected(owner: 2)))
    }

    @Test func `2,000 connections echo at once`() throws {
        let count = 2_000
        let handler = RecordingHandler(firstAcceptedOwner: 10_000)
        let (transport, address) = try makeEcho(handler)
        defer { transport.close() }
        ProcessLimits.raiseDescriptorLimit()
        handler.onConnected = { id, owner in transport.write(id, "hello \(owner)") }
        for owner in 0..<count {
            _ = transport.connect(address, from: nil, tls: nil, owner: owner)
        }
        #expect(
            transport.turn {
                handler.received.count == 2 * count
                    && (0..<count).allSatisfy { handler.text($0) == "hello \($0)" }
            })
        #expect(transport.statistics.openConnections == 2 * count)
        for owner in 0..<count {
            if let id = handler.identifiers[owner] { transport.finish(id) }
        }
        #expect(transport.turn { handler.closed.count == 2 * count })
        #expect(handler.closed.values.allSatisfy { $0 == nil })
    }

    @Test func `a peer that reads slowly gets all bytes in order, then drained is told`() throws {
        let handler = RecordingHandler()
        let (transport, address) = try makeListening(handler) { $0.writeQueue = .mebibytes(32) }
        defer { transport.close() }
        handler.onAccepted = { id, _ in transport.pauseReading(id) }
        let id = transport.connect(address, from: nil, tls: nil, owner: 1)
        #expect(transport.turn { handler.acceptedCount == 1 && handler.identifiers[1] != nil })
        // More than the sockets' buffers on the loopback interface take.
        let sent = (0..<20_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
        for start in stride(from: 0, to: sent.count, by: 100_000) {
            transport.write(id, Array(sent[start..<start + 100_000]).span)
        }
        transport.turn(blocking: false)
        let waiting = transport.queuedBytes(id)
        #expect(waiting > 0)
        #expect(transport.statistics.maxQueuedBytes == waiting)
        #expect(handler.drainedCount == 0)
        let peer = try #require(handler.identifiers[1_000])
        transport.resumeReading(peer)
        #expect(transport.turn { handler.receivedBytes == sent.count && handler.drainedCount == 1 })
        #expect(handler.received[1_000] == sent)
        #expect(transport.statistics.maxQueuedBytes == waiting)
    }

    @Test func `a peer that never reads is dropped at the limit, the others go on`() throws {
        let handler = RecordingHandler()
        let (transport, address) = try makeListening(handler) { $0.writeQueue = .kibibytes(256) }
        defer { transport.close() }
        handler.onAccepted = { id, _ in transport.pauseReading(id) }
        let id = transport.connect(address, from: nil, tls: nil, owner: 1)
        let other = transport.connect(address, from: nil, tls: nil, owner: 2)
        #expect(transport.turn { handler.acceptedCount == 2 && handler.identifiers.count == 4 })
        let block = [UInt8](repeating: 65, count: 65_536)
        #expect(
            transport.turn {
                if handler.closed.isEmpty { transport.write(id, block.span) }
                return handler.closed[1] != nil
            })
        #expect(handler.closed[1] == .writeQueueFull(limit: .kibibytes(256)))
        #expect(handler.closed[2] == nil)
        transport.write(other, "x")
        #expect(transport.queuedBytes(other) == 1)
    }

    @Test func `finish sends what was written, and waits a bounded time for the peer`() throws {
        let handler = RecordingHandler()
        let (transport, address) = try makeListening(handler) { $0.closeGrace = .milliseconds(200) }
        defer { transport.close() }
        // The peer does not look at its socket, so it never answers the end.
        handler.onAccepted = { id, _ in transport.pauseReading(id) }
        let id = transport.connect(address, from: nil, tls: nil, owner: 1)
        #expect(transport.turn { handler.acceptedCount == 1 && handler.identifiers[1] != nil })
        transport.write(id, "last words")
        transport.finish(id)
        transport.write(id, "too late")
        let began = transport.now
        #expect(transport.turn { handler.closed[1] != nil })
        #expect(handler.closed == [1: nil])
        #expect(transport.now - began >= .milliseconds(200))
        let peer = try #require(handler.identifiers[1_000])
        transport.resumeReading(peer)
        #expect(transport.turn { handler.closed.count == 2 })
        #expect(handler.text(1_000) == "last words")
    }

    @Test func `every call from inside an event is safe, and closed is told once`() throws {
        let handler = RecordingHandler()
        let (transport, address) = try makeEcho(handler)
        defer { transport.close() }
        handler.onReceived = { id, owner, _ in
            transport.write(id, "never sent")
            transport.abort(id)
            transport.abort(id)
            transport.finish(id)
            transport.write(id, "ignored")
            if owner >= 1_000 { _ = transport.connect(address, from: nil, tls: nil, owner: 2) }
        }
        handler.onClosed = { id, _ in
            transport.write(id, "stale")
            transport.finish(id)
            transport.abort(id)
            transport.pauseReading(id)
            transport.resumeReading(id)
        }
        handler.onConnected = { id, owner in
            if owner == 1 { transport.write(id, "go") } else { transport.abort(id) }
        }
        _ = transport.connect(address, from: nil, tls: nil, owner: 1)
        #expect(transport.turn { handler.closed.count == 4 })
        #expect(transport.statistics.openConnections == 0)
        #expect(Set(handler.closed.keys) == [1, 2, 1_000, 1_001])
    }

    @Test func `a stale identifier does not reach the next connection of its slot`() throws {
        let handler = RecordingHandler()
        let (transport, address) = try makeEcho(handler)
        defer { transport.close() }
        let old = transport.connect(address, from: nil, tls: nil, owner: 1)
        transport.abort(old)
        #expect(transport.turn { handler.closed[1] != nil })
        let new = transport.connect(address, from: nil, tls: nil, owner: 2)
        #expect(new.slot == old.slot && new != old)
        transport.write(old, "for nobody")
        transport.abort(old)
        #expect(transport.queuedBytes(new) == 0)
        transport.write(new, "x")
        #expect(transport.turn { handler.text(2) == "x" })
    }

    @Test func `what the peer said before a reset is still delivered`() throws {
        let handler = RecordingHandler()
        let (transport, address) = try makeEcho(handler)
        defer { transport.close() }
        handler.onReceived = { id, owner, _ in
            guard owner >= 1_000 else { return }
            // Unread bytes make the kernel answer the close with a reset.
            transport.pauseReading(id)
            transport.write(id, "why")
        }
        let id = transport.connect(address, from: nil, tls: nil, owner: 1)
        transport.write(id, "a")
        #expect(transport.turn { handler.text(1) == "why" })
        transport.write(id, "b")
        transport.turn(blocking: false)
        transport.abort(try #require(handler.identifiers[1_000]))
        #expect(transport.turn { handler.closed.count == 2 })
        #expect(handler.closed[1] == .reset)
    }

    @Test func `the alarm rings in order, at its instant or later, and can be taken back`() throws {
        let transport = try UVTransport()
        defer { transport.close() }
        let handler = RecordingHandler()
        transport.handler = handler
        let began = transport.now
        let wanted = [began, began + .microseconds(300), began + .milliseconds(3)]
        var next = 0
        handler.onWokeUp = { now in
            next += 1
            transport.wake(at: next < wanted.count ? wanted[next] : nil)
        }
        transport.wake(at: began + .seconds(Int64(3_600)))
        transport.turn(blocking: false)
        transport.wake(at: wanted[0])
        while next < wanted.count { transport.turn(blocking: true) }
        #expect(zip(handler.wakeUps, wanted).allSatisfy { $0 >= $1 })
        #expect(handler.wakeUps.count == 3)
        transport.wake(at: transport.now + .milliseconds(5))
        transport.turn(blocking: false)
        transport.wake(at: nil)
        #expect(!transport.turn(for: .milliseconds(20)) { handler.wakeUps.count > 3 })
    }

    @Test func `another thread wakes the loop; after the close it does nothing`() throws {
        let transport = try UVTransport()
        let handler = RecordingHandler()
        transport.handler = handler
        let waker = transport.waker
        let thread = try WorkerThread.start(name: "test") { waker.wake() }
        while handler.events.isEmpty { transport.turn(blocking: true) }
        thread.join()
        #expect(handler.events == [.woken])
        transport.close()
        waker.wake()
        #expect(handler.events == [.woken])
    }

    @Test func `keys are derived off the loop`() throws {
        let transport = try UVTransport()
        defer { transport.close() }
        let handler = RecordingHandler()
        transport.handler = handler
        let request = PBKDF2Request(
            hash: .sha1, password: Array("pencil".utf8), salt: Array("salt".utf8),
            iterations: 1_000)
        transport.deriveKey(request, owner: 3, token: 9)
        #expect(handler.keys.isEmpty)
        #expect(transport.turn { !handler.keys.isEmpty })
        #expect(handler.events == [.keyDerived(owner: 3, token: 9)])
        #expect(handler.keys == [request.derive()])
    }

    @Test func `time is counted as waiting or as busy`() throws {
        let transport = try UVTransport()
        defer { transport.close() }
        let handler = RecordingHandler()
        transport.handler = handler
        transport.wake(at: transport.now + .milliseconds(40))
        handler.onWokeUp = { began in
            while transport.now - began < .milliseconds(20) {}
            transport.stop()
        }
        transport.run()
        let statistics = transport.statistics
        #expect(statistics.wait >= .milliseconds(30))
        #expect(statistics.busy >= .milliseconds(20))
        #expect(statistics.turns > 0)
    }

    @Test func `closing with connections, listeners and derivations under way frees all`() throws {
        let handler = RecordingHandler()
        let (transport, address) = try makeEcho(handler)
        for owner in 0..<10 { _ = transport.connect(address, from: nil, tls: nil, owner: owner) }
        transport.turn(blocking: false)
        transport.deriveKey(
            PBKDF2Request(hash: .sha256, password: [1], salt: [2], iterations: 10), owner: 1,
            token: 1)
        transport.close()
        transport.close()
        #expect(handler.closed.isEmpty)
    }

    @Test func `running out of descriptors fails connections, not the transport`() async {
        await #expect(processExitsWith: .success) {
            let handler = RecordingHandler()
            let (transport, address) = try makeListener(handler, descriptors: 64)
            for owner in 0..<100 {
                _ = transport.connect(address, from: nil, tls: nil, owner: owner)
            }
            // Those without a socket fail; libuv drops the others, which it cannot accept.
            #expect(transport.turn { handler.closed.count == 100 })
            #expect(handler.closed.values.contains(.descriptorLimit))
            #expect(handler.closed.values.contains { $0 == nil })
            // With descriptors free again, the listener takes new connections.
            let before = handler.acceptedCount
            _ = transport.connect(address, from: nil, tls: nil, owner: 500)
            #expect(transport.turn { handler.acceptedCount > before })
            transport.close()
        }
    }

    @Test func `a descriptor that another thread takes does not hold the loop up`() async {
        await #expect(processExitsWith: .success) {
            // A turn without an end ends the process.
            alarm(60)
            let handler = RecordingHandler()
            let (transport, address) = try makeListener(handler, descriptors: 128)
            // They wait, and from then on every descriptor that becomes free is taken.
            for owner in 0..<10 {
                _ = transport.connect(address, from: nil, tls: nil, owner: owner)
            }
            let taken = Guarded<[Int32]>([])
            let isOver = Guarded(false)
            let thread = try WorkerThread.start(name: "greedy") {
                while !isOver.withLock({ $0 }) {
                    let descriptor = dup(0)
                    if descriptor >= 0 { taken.withLock { $0.append(descriptor) } }
                }
            }
            while taken.withLock({ $0.count }) < 50 { usleep(1_000) }
            usleep(10_000)
            #expect(transport.turn { transport.statistics.acceptFailures > 0 })
            isOver.withLock { $0 = true }
            thread.join()
            for descriptor in taken.withLock({ $0 }) { close(descriptor) }
            _ = transport.connect(address, from: nil, tls: nil, owner: 500)
            let before = handler.acceptedCount
            #expect(transport.turn { handler.acceptedCount > before })
            transport.close()
        }
    }
}

/// A listening transport in a process that may have no more than so many descriptors; an exit test
/// calls it in its own process.
private func makeListener(
    _ handler: RecordingHandler, descriptors: rlim_t
) throws -> (UVTransport, SocketAddress) {
    var limit = rlimit(rlim_cur: descriptors, rlim_max: descriptors)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let transport = try UVTransport()
    transport.handler = handler
    let address = try transport.listen(
        .loopback(port: 0), backlog: 128, tls: nil, reusePort: false
    ).address
    return (transport, address)
}
