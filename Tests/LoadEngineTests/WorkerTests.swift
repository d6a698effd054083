import EventLoop
import LoopbackServer
import Profile
import Testing
import Units

@testable import LoadEngine

@Suite struct WorkerTests {
    /// The part of the milliseconds of a run's last two seconds in which input could wait.
    private func patientPart(
        sessions: Int, steps: String = "login, presence, {stay: until-end}", traffic: String,
        delay: Nanoseconds = .zero
    ) throws -> Double {
        let network = SimulatedNetwork(seed: 1, startingAt: .origin - SimulatedRun.setUpTime)
        var options = LoopbackServerOptions(
            domain: "localhost", unixSecondsAtOrigin: 1_700_000_000, seed: 1, version: "test")
        if delay > .zero { options.faults.delay = .fixed(delay) }
        let transport = network.makeTransport()
        defer { transport.handler = nil }
        let state = ServerState(options: options)
        for index in 1...sessions {
            #expect(state.register(username: "user\(index)", password: "p") == nil)
        }
        let server = LoopbackServer(transport: transport, state: state, tls: nil)
        let address = try server.listen(SocketAddress.loopback(port: 5_222), isDirectTLS: false)
        let plan = try SimulatedWorld().plan(
            """
            title: Who waits
            target: {domain: localhost, address: loopback, security: none}
            accounts: {count: \(sessions), username: "user${index}", password: "p", register: never}
            sessions:
              online: \(sessions)
              scenarios: [{name: member, steps: [\(steps)]}]
            \(traffic.isEmpty ? "" : "traffic: [\(traffic)]")
            duration: 4s
            drain: 2s
            """, address: address)
        network.run(until: .origin)
        let shared = RunShared(plan: plan, registrations: [], control: RunControl())
        var driver = RunDriver(shared, observer: nil)
        let worker = Worker(shared: shared, transport: network.makeTransport(), index: 0)
        defer { worker.transport.handler = nil }
        worker.begin()
        var patient = 0
        for millisecond in 1...4_000 as ClosedRange<Int64> {
            network.run(until: .origin + .milliseconds(millisecond))
            if millisecond.isMultiple(of: 10) { _ = driver.step(at: network.now) }
            if millisecond > 2_000, worker.transport.inputPatience > .zero { patient += 1 }
        }
        #expect(worker.online.count == sessions)
        return Double(patient) / 2_000
    }

    private let chat = "{message: {to: online, body: hello}, rate: 20/s}"

    @Test func `what comes in may wait while nobody waits for it`() throws {
        #expect(try patientPart(sessions: 40, traffic: chat) > 0.95)
    }

    @Test func `it may not while two messages are on their way to a session`() throws {
        let slow = try patientPart(sessions: 40, traffic: chat, delay: .milliseconds(500))
        #expect(slow < 0.5, "\(slow)")
        let few = try patientPart(sessions: 2, traffic: chat, delay: .milliseconds(500))
        #expect(few < 0.25, "\(few)")
    }

    @Test func `it may not while an answer is on its way`() throws {
        let ping = "{ping: {}, rate: 2/s}"
        let slow = try patientPart(sessions: 40, traffic: ping, delay: .milliseconds(250))
        #expect((0.4...0.6).contains(slow), "\(slow)")
    }

    @Test func `it may not where a step waits for a delivery`() throws {
        let steps = """
            login, {repeat: 100, steps: [{pause: 100ms}, {message: {to: online, body: hello, \
            await: delivery}}]}, {stay: until-end}
            """
        #expect(try patientPart(sessions: 40, steps: steps, traffic: "") == 0)
    }
}
