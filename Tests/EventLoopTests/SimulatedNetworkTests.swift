import EventLoop
import Testing
import Units

@Suite struct SimulatedNetworkTests {
    private let place = SocketAddress.loopback(port: 5_222)

    private struct Ends {
        let network: SimulatedNetwork
        let client: SimulatedTransport
        let server: SimulatedTransport
        let clients = RecordingHandler()
        let servers = RecordingHandler()

        init(seed: UInt64 = 1, delay: Nanoseconds = .microseconds(50)) {
            network = SimulatedNetwork(seed: seed, oneWayDelay: delay)
            client = network.makeTransport()
            server = network.makeTransport()
            client.handler = clients
            server.handler = servers
        }

        func listen(
            at address: SocketAddress, tls: TLSServerContext? = nil
        ) throws -> SocketAddress {
            try server.listen(address, backlog: 10, tls: tls, reusePort: false).address
        }
    }

    private func after(_ microseconds: Int64) -> Instant {
        .origin + .microseconds(microseconds)
    }

    @Test func `a connection takes a round trip, and bytes half of one`() throws {
        let ends = Ends()
        let address = try ends.listen(at: place)
        let id = ends.client.connect(address, from: nil, tls: nil, owner: 1)
        ends.client.write(id, "early")
        ends.network.run(until: after(99))
        #expect(ends.servers.events == [.accepted])
        #expect(ends.clients.events == [])
        ends.network.run(until: after(100))
        #expect(ends.clients.events == [.connected(owner: 1)])
        ends.network.run(until: after(149))
        #expect(ends.servers.receivedBytes == 0)
        ends.network.run(until: after(150))
        #expect(ends.servers.text(1_000) == "early")
        #expect(ends.network.now == after(150))
    }

    @Test func `writes of one turn arrive as one`() throws {
        let ends = Ends()
        let id = ends.client.connect(try ends.listen(at: place), from: nil, tls: nil, owner: 1)
        ends.network.run(until: after(200))
        for _ in 0..<10 { ends.client.write(id, "0123456789") }
        #expect(ends.client.queuedBytes(id) == 100)
        ends.network.run(until: after(300))
        #expect(ends.servers.events.last == .received(owner: 1_000, count: 100))
        #expect(ends.client.queuedBytes(id) == 0)
        #expect(ends.client.statistics.bytesWritten == 100)
        #expect(ends.server.statistics.bytesRead == 100)
    }

    @Test func `nobody listening is a refusal, and a place is taken once`() throws {
        let ends = Ends()
        let address = try ends.listen(at: .loopback(port: 0))
        #expect(address.port != 0)
        #expect(throws: TransportError.addressInUse) { try ends.listen(at: address) }
        _ = ends.client.connect(place, from: nil, tls: nil, owner: 1)
        #expect(ends.clients.closed.isEmpty)
        ends.network.run(until: after(200))
        #expect(ends.clients.closed == [1: .refused])
        #expect(ends.client.statistics.openConnections == 0)
    }

    @Test func `listeners that share a place take turns`() throws {
        let network = SimulatedNetwork(seed: 1)
        let client = network.makeTransport()
        let workers = [network.makeTransport(), network.makeTransport()]
        let handlers = [RecordingHandler(), RecordingHandler()]
        for (worker, handler) in zip(workers, handlers) {
            worker.handler = handler
            _ = try worker.listen(place, backlog: 1, tls: nil, reusePort: true)
        }
        for owner in 0..<10 { _ = client.connect(place, from: nil, tls: nil, owner: owner) }
        network.run(until: after(100))
        #expect(handlers.map(\.acceptedCount) == [5, 5])
    }

    @Test func `STARTTLS takes its round trips, and both ends have one channel binding`() throws {
        let ends = Ends()
        let server = try TLSServerContext.selfSigned(domain: "chat.example")
        let client = try TLSClientContext(domain: "chat.example", verify: .none)
        let (clientEnd, serverEnd) = (ends.client, ends.server)
        ends.clients.onConnected = { id, _ in clientEnd.write(id, "<starttls/>") }
        ends.servers.onReceived = { id, _, bytes in
            guard String(decoding: bytes, as: UTF8.self) == "<starttls/>" else { return }
            serverEnd.write(id, "<proceed/>")
            serverEnd.startTLS(id, server: server)
            serverEnd.write(id, "features")
        }
        ends.clients.onReceived = { id, _, bytes in
            guard String(decoding: bytes, as: UTF8.self) == "<proceed/>" else { return }
            clientEnd.startTLS(id, client: client)
            clientEnd.write(id, "secret")
        }
        _ = clientEnd.connect(try ends.listen(at: place), from: nil, tls: nil, owner: 1)
        // Connected at 100, the answer at 200, then one round trip.
        ends.network.run(until: after(299))
        #expect(ends.clients.summaries.isEmpty)
        ends.network.run(until: after(300))
        #expect(ends.clients.summaries[1]?.version == "TLSv1.3 (simulated)")
        ends.network.run(until: after(1_000))
        #expect(ends.clients.text(1) == "<proceed/>features")
        #expect(ends.servers.text(1_000) == "<starttls/>secret")
        let bindings = try #require(ends.clients.summaries[1]?.channelBindings)
        #expect(bindings.first?.type == "tls-exporter" && bindings.first?.data.count == 32)
        #expect(bindings == ends.servers.summaries[1_000]?.channelBindings)
    }

    @Test func `direct TLS is secured without being asked`() throws {
        let ends = Ends()
        let server = try TLSServerContext.selfSigned(domain: "chat.example")
        let client = try TLSClientContext(domain: "chat.example", verify: .none)
        let address = try ends.listen(at: place, tls: server)
        let id = ends.client.connect(address, from: nil, tls: client, owner: 1)
        ends.client.write(id, "x")
        ends.network.run(until: after(1_000))
        #expect(ends.clients.events == [.connected(owner: 1), .secured(owner: 1)])
        #expect(ends.servers.text(1_000) == "x")
        ends.client.finish(id)
        ends.network.run(until: after(2_000))
        #expect(ends.clients.closed == [1: nil])
        #expect(ends.servers.closed == [1_000: nil])
    }

    @Test func `finish delivers what was written, then both ends close in order`() throws {
        let ends = Ends()
        let id = ends.client.connect(try ends.listen(at: place), from: nil, tls: nil, owner: 1)
        ends.network.run(until: after(200))
        ends.client.write(id, "last words")
        ends.client.finish(id)
        ends.client.write(id, "too late")
        #expect(ends.clients.closed.isEmpty)
        ends.network.run(until: after(300))
        #expect(ends.servers.text(1_000) == "last words")
        #expect(ends.servers.closed == [1_000: nil])
        #expect(ends.clients.closed == [1: nil])
        #expect(ends.network.transportsAreEmpty([ends.client, ends.server]))
    }

    @Test func `a peer that has stopped reading holds a finished connection for two seconds`()
        throws
    {
        let ends = Ends()
        let server = ends.server
        ends.servers.onAccepted = { id, _ in server.pauseReading(id) }
        let id = ends.client.connect(try ends.listen(at: place), from: nil, tls: nil, owner: 1)
        ends.network.run(until: after(200))
        ends.client.write(id, "held")
        ends.network.run(until: after(300))
        #expect(ends.client.queuedBytes(id) == 4)
        ends.client.finish(id)
        ends.network.run(until: after(1_999_000))
        #expect(ends.clients.closed.isEmpty)
        ends.network.run(until: after(2_001_000))
        #expect(ends.clients.closed == [1: nil])
        server.resumeReading(try #require(ends.servers.identifiers[1_000]))
        ends.network.run(until: after(2_002_000))
        #expect(ends.servers.text(1_000) == "held")
        #expect(ends.servers.closed == [1_000: nil])
    }

    @Test func `what waits for a peer is told as drained, and is bounded`() throws {
        let ends = Ends()
        let server = ends.server
        ends.servers.onAccepted = { id, _ in server.pauseReading(id) }
        let address = try ends.listen(at: place)
        let first = ends.client.connect(address, from: nil, tls: nil, owner: 1)
        let second = ends.client.connect(address, from: nil, tls: nil, owner: 2)
        ends.network.run(until: after(200))
        let block = [UInt8](repeating: 1, count: 1 << 20)
        ends.client.write(first, block.span)
        ends.network.run(until: after(300))
        #expect(ends.client.queuedBytes(first) == 1 << 20)
        let peer = try #require(ends.servers.identifiers.first { $0.value.slot == 0 })
        server.resumeReading(peer.value)
        ends.network.run(until: after(400))
        #expect(ends.clients.drainedCount == 1)
        #expect(ends.client.queuedBytes(first) == 0)
        for step in 1...5 {
            ends.client.write(second, block.span)
            ends.network.run(until: after(400 + 100 * Int64(step)))
        }
        #expect(ends.clients.closed == [2: .writeQueueFull(limit: .mebibytes(4))])
    }

    @Test func `an attempt that is given up leaves nothing behind`() throws {
        let ends = Ends()
        let address = try ends.listen(at: place)
        let id = ends.client.connect(address, from: nil, tls: nil, owner: 1)
        ends.network.run(until: after(60))
        ends.client.abort(id)
        ends.client.abort(id)
        let early = ends.client.connect(address, from: nil, tls: nil, owner: 2)
        ends.client.abort(early)
        ends.network.run(until: after(1_000))
        #expect(ends.clients.closed == [1: nil, 2: nil])
        #expect(ends.servers.closed == [1_000: nil])
    }

    @Test func `alarms, wakers and key derivations have their instants`() {
        let ends = Ends()
        let transport = ends.client
        ends.clients.onWokeUp = { now in
            if now == after(10) { transport.wake(at: after(20)) }
        }
        transport.wake(at: after(5))
        transport.wake(at: after(10))
        let request = PBKDF2Request(hash: .sha256, password: [1], salt: [2], iterations: 2)
        transport.deriveKey(request, owner: 1, token: 2)
        ends.network.run(until: after(4_999))
        #expect(ends.clients.wakeUps == [after(10), after(20)])
        #expect(ends.clients.keys.isEmpty)
        ends.network.run(until: after(5_000))
        #expect(ends.clients.keys == [request.derive()])
        transport.waker.wake()
        transport.waker.wake()
        ends.network.run(until: after(5_000))
        #expect(ends.clients.events.count { $0 == .woken } == 1)
        #expect(ends.network.nextEvent == nil)
        transport.wake(at: after(6_000))
        #expect(ends.network.nextEvent == after(6_000))
        #expect(ends.network.step(until: after(5_999)) == false)
        #expect(ends.network.now == after(5_000))
    }

    /// Fifty clients that talk to an echo at drawn instants; what everybody saw, in order.
    private func transcript(seed: UInt64) throws -> [String] {
        let ends = Ends(seed: seed)
        let address = try ends.listen(at: place)
        var lines: [String] = []
        let (client, server, network) = (ends.client, ends.server, ends.network)
        ends.servers.onReceived = { [unowned network] id, owner, bytes in
            lines.append("\(network.now.nanoseconds) server \(owner) \(bytes.count)")
            server.write(id, bytes.span)
        }
        ends.clients.onReceived = { [unowned network] id, owner, bytes in
            lines.append("\(network.now.nanoseconds) client \(owner) \(bytes.count)")
            if bytes.count < 20 { client.write(id, (bytes + [0]).span) }
        }
        ends.clients.onConnected = { id, _ in client.write(id, "x") }
        for owner in 0..<50 { _ = client.connect(address, from: nil, tls: nil, owner: owner) }
        network.run(until: after(100_000))
        return lines
    }

    @Test func `the same seed gives the same order, another seed another`() throws {
        let first = try transcript(seed: 7)
        #expect(first.count == 50 * 2 * 20)
        #expect(try transcript(seed: 7) == first)
        let other = try transcript(seed: 8)
        #expect(other != first)
        #expect(other.sorted() == first.sorted())
    }

    @Test func `bytes of a connection never overtake each other`() throws {
        // All instants collide when there is no delay: only the order of events is left.
        let ends = Ends(seed: 3, delay: .zero)
        let address = try ends.listen(at: place)
        let client = ends.client
        var ids: [ConnectionID] = []
        for owner in 0..<20 {
            ids.append(client.connect(address, from: nil, tls: nil, owner: owner))
        }
        for number in 0..<10 {
            for id in ids { client.write(id, "\(number)") }
            while ends.network.nextEvent == .origin, ends.network.step(until: .origin) {}
        }
        for id in ids { client.finish(id) }
        ends.network.run(until: after(1))
        #expect(ends.servers.received.count == 20)
        #expect(
            ends.servers.received.values.allSatisfy {
                String(decoding: $0, as: UTF8.self) == "0123456789"
            })
        #expect(ends.servers.closed.count == 20)
    }

    @Test func `50,000 messages are delivered without growing`() throws {
        let ends = Ends()
        let address = try ends.listen(at: place)
        let (client, server) = (ends.client, ends.server)
        for handler in [ends.clients, ends.servers] { handler.isQuiet = true }
        ends.servers.keepsBytes = false
        ends.clients.keepsBytes = false
        var ids: [ConnectionID] = []
        for owner in 0..<100 {
            ids.append(client.connect(address, from: nil, tls: nil, owner: owner))
        }
        ends.network.run(until: after(1_000))
        let message = [UInt8](repeating: 65, count: 200)
        var sent = 0
        ends.clients.onWokeUp = { now in
            client.write(ids[sent % ids.count], message.span)
            sent += 1
            client.wake(at: sent < 50_000 ? now + .milliseconds(5) : nil)
        }
        client.wake(at: ends.network.now)
        ends.network.run(until: .origin + .seconds(Int64(300)))
        #expect(ends.servers.receivedBytes == 50_000 * 200)
        #expect(server.statistics.bytesRead == client.statistics.bytesWritten)
    }
}

extension SimulatedNetwork {
    func transportsAreEmpty(_ transports: [SimulatedTransport]) -> Bool {
        transports.allSatisfy { $0.statistics.openConnections == 0 }
    }
}
