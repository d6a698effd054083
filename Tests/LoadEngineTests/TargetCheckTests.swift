import EventLoop
import Testing
import Units

@testable import LoadEngine

@Suite struct TargetCheckTests {
    private static let profile = """
        title: Check
        target: {domain: localhost, address: loopback, security: none}
        accounts: {count: 1, username: "u${index}", password: "p", register: never}
        sessions: {online: 1, scenarios: [{name: s, steps: [login, {stay: until-end}]}]}
        duration: 5s
        """
    private static let address = SocketAddress.loopback(port: 5_222)

    /// A listener that takes connections; `greeting` is what it says when it hears something.
    private final class Listener: TransportHandler {
        let transport: SimulatedTransport
        let greeting: [UInt8]
        private(set) var heard = 0

        init(_ transport: SimulatedTransport, greeting: String) {
            self.transport = transport
            self.greeting = Array(greeting.utf8)
        }

        func accepted(_ id: ConnectionID, listener: Int) -> Int { 0 }
        func connected(_ id: ConnectionID, owner: Int) {}
        func secured(_ id: ConnectionID, owner: Int, _ summary: TLSSummary) {}
        func received(_ id: ConnectionID, owner: Int, _ bytes: Span<UInt8>) {
            heard += bytes.count
            let answer = greeting
            if !answer.isEmpty { transport.write(id, answer.span) }
        }
        func drained(_ id: ConnectionID, owner: Int) {}
        func closed(_ id: ConnectionID, owner: Int, _ error: TransportError?) {}
        func keyDerived(owner: Int, token: Int, key: [UInt8]) {}
        func wokeUp(at now: Instant) {}
        func woken() {}
    }

    /// Whether the check finds the target dead, and how long that takes.
    private func check(listening greeting: String?) throws -> (isDead: Bool, time: Nanoseconds) {
        let network = SimulatedNetwork(seed: 1)
        let (server, client) = (network.makeTransport(), network.makeTransport())
        defer { (server.handler, client.handler) = (nil, nil) }
        let listener = Listener(server, greeting: greeting ?? "")
        if greeting != nil {
            server.handler = listener
            _ = try server.listen(Self.address, backlog: 1, tls: nil, reusePort: false)
        }
        var ends = 0
        let check = TargetCheck(
            plan: try SimulatedWorld().plan(Self.profile, address: Self.address),
            transport: client, onDone: { ends += 1 })
        check.begin()
        while !check.isFinished, network.step() {}
        let time = network.now - .origin
        network.run(until: .origin + .seconds(10))
        #expect(ends == 1)
        #expect(client.statistics.openConnections == 0)
        #expect(greeting == nil || listener.heard > 0)
        return (check.isTargetDead, time)
    }

    @Test func `any answer shows that the target is there`() throws {
        #expect(try !check(listening: "<stream:stream").isDead)
        #expect(try !check(listening: "garbage").isDead)
    }

    @Test func `a refused connection is no answer`() throws {
        #expect(try check(listening: nil).isDead)
    }

    @Test func `silence is no answer, and does not take long`() throws {
        let (isDead, time) = try check(listening: "")
        #expect(isDead)
        #expect(time == .seconds(3))
    }
}
