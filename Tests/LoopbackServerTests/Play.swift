import Authentication
import EventLoop
import Testing
import Units

@testable import LoopbackServer

/// A loopback server in simulated time, and clients that say what the test writes for them.
final class Play {
    let network = SimulatedNetwork(seed: 1)
    let state: ServerState
    let servers: [LoopbackServer<SimulatedTransport>]
    private let stage: Stage
    private var address: SocketAddress

    /// A server with accounts named after the roles, all with the password "secret".
    init(
        _ roles: [String], workers: Int = 1,
        _ change: (inout LoopbackServerOptions) -> Void = { _ in }
    ) throws {
        var options = LoopbackServerOptions(
            domain: "localhost", unixSecondsAtOrigin: 1_000_000_000, seed: 7)
        change(&options)
        let state = ServerState(options: options, workers: workers)
        self.state = state
        for role in roles {
            try #require(state.register(username: role, password: "secret") == nil)
        }
        var address = try #require(SocketAddress(numericHost: "127.0.0.1", port: 0))
        servers = (0..<workers).map { [network] worker in
            LoopbackServer(
                transport: network.makeTransport(), worker: worker, state: state, tls: nil)
        }
        for server in servers {
            address = try server.listen(address, isDirectTLS: false, reusePort: workers > 1)
        }
        self.address = address
        stage = Stage(network.makeTransport())
    }

    deinit {
        // A transport and its handler hold each other until one lets go.
        for server in servers { server.transport.handler = nil }
        stage.transport.handler = nil
    }

    /// Lets everything happen that is under way.
    func settle(_ time: Nanoseconds = .milliseconds(100)) {
        network.run(until: network.now + time)
    }

    /// A client that is connected and has said nothing.
    func enter() -> Role {
        let number = stage.heard.count
        stage.heard.append("")
        let id = stage.transport.connect(address, from: nil, tls: nil, owner: number)
        settle()
        return Role(play: self, stage: stage, id: id, number: number)
    }

    /// A client that is logged in with PLAIN and has a bound resource.
    func enter(_ user: String, _ resource: String) -> Role {
        let role = enter()
        role.authenticate(user)
        role.say(
            "<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>"
                + "<resource>\(resource)</resource></bind></iq>")
        _ = role.listen()
        return role
    }

    /// The same, and available.
    func appear(_ user: String, _ resource: String, priority: Int = 0) -> Role {
        let role = enter(user, resource)
        role.say("<presence><priority>\(priority)</priority></presence>")
        _ = role.listen()
        return role
    }

    /// Where all clients are: one transport of their own.
    final class Stage: TransportHandler {
        let transport: SimulatedTransport
        var heard: [String] = []
        var gone: Set<Int> = []

        init(_ transport: SimulatedTransport) {
            self.transport = transport
            transport.handler = self
        }

        func accepted(_ id: ConnectionID, listener: Int) -> Int { -1 }
        func connected(_ id: ConnectionID, owner: Int) {}
        func secured(_ id: ConnectionID, owner: Int, _ summary: TLSSummary) {}
        func received(_ id: ConnectionID, owner: Int, _ bytes: Span<UInt8>) {
            heard[owner] += String(decoding: Address.copy(bytes), as: UTF8.self)
        }
        func drained(_ id: ConnectionID, owner: Int) {}
        func closed(_ id: ConnectionID, owner: Int, _ error: TransportError?) {
            gone.insert(owner)
        }
        func keyDerived(owner: Int, token: Int, key: [UInt8]) {}
        func wokeUp(at now: Instant) {}
        func woken() {}
    }

    /// One client.
    struct Role {
        let play: Play
        let stage: Stage
        let id: ConnectionID
        let number: Int

        /// Sends something, and lets it have its effect.
        func say(_ text: String) {
            stage.transport.write(id, Array(text.utf8).span)
            play.settle()
        }

        /// What came since the last time.
        func listen() -> String {
            defer { stage.heard[number] = "" }
            return stage.heard[number]
        }

        /// Sends something; returns what comes then.
        func ask(_ text: String) -> String {
            _ = listen()
            say(text)
            return listen()
        }

        /// Opens a stream.
        func open() {
            say(
                "<stream:stream xmlns='jabber:client' "
                    + "xmlns:stream='http://etherx.jabber.org/streams' to='localhost' "
                    + "version='1.0'>")
        }

        /// Opens a stream, logs in with PLAIN, opens the stream again.
        func authenticate(_ user: String, password: String = "secret") {
            open()
            let message = Base64.encodeToString(Array("\0\(user)\0\(password)".utf8))
            say(
                "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>\(message)"
                    + "</auth>")
            if stage.heard[number].contains("<success ") { open() }
        }

        /// Takes nothing more from the network.
        func stopReading() { stage.transport.pauseReading(id) }

        /// Takes what has waited.
        func readOn() {
            stage.transport.resumeReading(id)
            play.settle()
        }

        /// Loses its connection.
        func vanish() {
            stage.transport.abort(id)
            play.settle()
        }

        /// Whether the connection is closed.
        var isGone: Bool { stage.gone.contains(number) }
    }
}
