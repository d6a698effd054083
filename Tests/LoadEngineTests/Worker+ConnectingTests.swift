import EventLoop
import Measurement
import Testing
import Units

@testable import LoadEngine

@Suite struct WorkerConnectingTests {
    private static let profile = """
        title: Addresses
        target: {domain: localhost, address: loopback, security: starttls}
        accounts: {count: 20, username: "u${index}", password: "p", register: if-missing}
        sessions:
          arrival: {stages: [{rate: 4/s, for: 5s}]}
          scenarios: [{name: s, steps: [login, presence, {stay: until-end}, logout]}]
        timeouts: {connect: 10s}
        duration: 10s
        """
    private static let nobody = SocketAddress.loopback(.ipv6, port: 5_222)
    private static let blackHole = SocketAddress.loopback(port: 9)

    @Test func `where one address of a name refuses, the next one takes the connection`() throws {
        var world = SimulatedWorld()
        world.addressesBefore = [Self.nobody]
        let result = try world.run(Self.profile).result
        #expect(result.errors == [])
        #expect(result.sessions.failed == 0)
        #expect(result.sessions.onlinePeak == 20)
        let connect = try #require(result.metric("connect")).counts
        #expect(connect.started == 20)
        #expect(connect.done == 20)
    }

    @Test func `an address that never answers costs two seconds, and only the first sessions`()
        throws
    {
        var world = SimulatedWorld()
        world.addressesBefore = [Self.nobody, Self.blackHole]
        world.blackHoles = [Self.blackHole]
        let result = try world.run(Self.profile).result
        #expect(result.errors == [])
        #expect(result.sessions.onlinePeak == 20)
        let connect = try #require(result.metric("connect"))
        #expect(connect.response.max < .milliseconds(2_010))
        // Those that arrive within the first two seconds.
        #expect(connect.response.count == 20)
        #expect(connect.response.percentile(50) < .milliseconds(1))
    }

    @Test func `when no address takes the connection, the session fails once`() throws {
        var world = SimulatedWorld()
        world.addressesBefore = [Self.nobody, Self.blackHole]
        world.blackHoles = [Self.blackHole, .loopback(port: 5_222)]
        let yaml = Self.profile.replacing("register: if-missing", with: "register: never")
            .replacing("connect: 10s", with: "connect: 1s")
        let done = try world.run(yaml)
        #expect(!done.everOnline)
        #expect(done.firstUnreachable?.stage == .connect)
        #expect(done.firstUnreachable?.condition == "timeout")
        #expect(done.result.sessions.failed == UInt64(done.unreachableCount))
    }
}
