import Profile
import Testing
import Units

@testable import CommandLineTool

@Suite struct CapacityAxisTests {
    private static func profile(
        sessions: String = "online: 20, ramp: 4s", traffic: String = "", duration: String = "30s"
    ) throws -> Profile {
        let text = """
            title: Axis
            target: {domain: localhost, address: loopback}
            accounts: {count: 50}
            sessions: {\(sessions), scenarios: [{name: s, steps: [login, presence, {stay: 5s}]}]}
            duration: \(duration)
            """ + (traffic.isEmpty ? "" : "\ntraffic: [\(traffic)]")
        return try ProfileLoader.load(text: text, fileName: "axis.yaml").get()
    }

    private static let messages = "{message: {to: online, body: x}, name: a, after: 6s, rate: 30/s}"
    private static let more = "{message: {to: online, body: y}, name: b, after: 2s, rate: 10/s}"
    private static let pings = "{ping: , name: p, rate: 3/s}"

    private func axis(
        _ profile: Profile, over: String = "rate", first: String? = nil,
        metric: String = "message"
    ) throws -> CapacityAxis {
        try CapacityAxis(
            over: over, first: first, metric: metric, profile: profile, warmup: .seconds(5),
            hold: .seconds(10))
    }

    private func words(_ axis: CapacityAxis, at level: Double) -> [String] {
        axis.options(at: level).map { "--\($0.flag.name) \($0.value)" }
    }

    @Test func `the rate is that of the traffic that the objective is about, in its shares`() throws
    {
        let profile = try Self.profile(
            traffic: [Self.messages, Self.more, Self.pings].joined(separator: ", "))
        let axis = try axis(profile)
        #expect(axis.kind == .traffic([0, 1]))
        #expect(axis.level == 40)
        // Six seconds until traffic is there, five of warm-up, ten that are measured.
        #expect(
            words(axis, at: 80) == [
                "--load traffic[0]: hold 60.0/s 15s", "--load traffic[1]: hold 20.0/s 19s",
                "--load traffic[2]: hold 3.0/s 21s", "--set warmup=11s", "--duration 21s",
            ])
        #expect(try self.axis(profile, metric: "message/b").kind == .traffic([1]))
        #expect(try self.axis(profile, metric: "ping").kind == .traffic([2]))
    }

    @Test func `where no traffic has the action, the rate is that of arrivals`() throws {
        let profile = try Self.profile(sessions: "arrival: 25/s", traffic: Self.messages)
        let axis = try axis(profile, metric: "login")
        #expect(axis.kind == .arrivals)
        #expect(axis.level == 25)
        #expect(words(axis, at: 50).first == "--load hold 50.0/s 21s")
    }

    @Test func `sessions come as fast as the profile lets them`() throws {
        let axis = try axis(try Self.profile(), over: "sessions")
        #expect(axis.level == 20)
        #expect(axis.isWhole)
        #expect(
            words(axis, at: 40) == [
                "--set sessions.ramp=8s", "--set sessions.online=40", "--set warmup=13s",
                "--duration 23s",
            ])
    }

    @Test func `a key is set as its first level is written`() throws {
        let axis = try axis(try Self.profile(), over: "limits.stanza", first: "4KiB")
        #expect(axis.unit == "KiB")
        #expect(words(axis, at: 6).contains("--set limits.stanza=6KiB"))
    }

    @Test func `what a profile does not have cannot be searched over`() throws {
        let closed = try Self.profile()
        #expect(throws: CommandFailure.self) { try axis(closed) }
        #expect(throws: CommandFailure.self) { try axis(closed, over: "limits.stanza") }
        let open = try Self.profile(sessions: "arrival: 25/s")
        #expect(throws: CommandFailure.self) { try axis(open, over: "sessions") }
    }
}
