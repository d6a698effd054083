import Foundation
import Testing
import Units

@testable import Profile

@Suite struct BuiltInProfileTests {
    static let names = ["quickstart", "register", "login-storm", "chat", "presence", "idle"]

    static func text(_ name: String) throws -> String {
        let file = packageRoot.appendingPathComponent("profiles/\(name).yaml")
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test(arguments: names) func `a built-in profile loads and begins with what it measures`(
        name: String
    ) throws {
        let text = try Self.text(name)
        let profile = try loaded(text, name: "profiles/\(name).yaml")
        #expect(profile.name == name)
        #expect(profile.target.usesLoopbackServer)
        #expect(!profile.thresholds.isEmpty)
        let comment = text.prefix { $0 != ":" } + text.components(separatedBy: "\ntitle:")[0]
        for word in ["Measures", "Expect", "Change"] { #expect(comment.contains(word)) }
    }

    @Test(arguments: names) func `a resolved profile loads again and prints the same`(
        name: String
    ) throws {
        let profile = try loaded(try Self.text(name), name: "\(name).yaml")
        let printed = ResolvedProfile.yaml(profile, showingSecrets: true)
        let again = try loaded(printed, name: "\(name).yaml")
        #expect(ResolvedProfile.yaml(again, showingSecrets: true) == printed)
        let redacted = ResolvedProfile.yaml(profile)
        #expect(!redacted.contains("pass${index}"))
        #expect(!redacted.contains("secret${index}"))
        _ = try loaded(redacted, name: "\(name).yaml")
    }

    @Test func `the quickstart lasts 15 seconds and asks for nothing it cannot get`() throws {
        let profile = try loaded(try Self.text("quickstart"))
        #expect(profile.duration == .seconds(15))
        guard case .closed(let online, let ramp) = profile.sessions.load,
            case .templates(let count, _, _) = profile.accounts.source
        else { return #expect(Bool(false), "it is closed") }
        #expect(online <= count)
        for traffic in profile.traffic {
            guard case .after(let start) = traffic.start else { continue }
            #expect(start > ramp)
        }
    }

    @Test func `the example of the design means what it says`() throws {
        let profile = try loaded(try Self.text("chat"), name: "chat.yaml")
        #expect(profile.title == "One-to-one chat")
        #expect(profile.target.domain == "localhost")
        #expect(profile.target.addresses == [.loopback])
        #expect(profile.target.security == .startTLS)
        #expect(profile.target.verification == .system)
        #expect(!profile.target.tlsResumption)
        guard case .templates(500, let username, let password) = profile.accounts.source else {
            return #expect(Bool(false), "500 accounts")
        }
        #expect(username.segments == [.literal(Array("user".utf8)), .field(.index)])
        #expect(password.segments == [.literal(Array("pass".utf8)), .field(.index)])
        #expect(profile.accounts.registration == .ifMissing)
        guard case .open(let arrival) = profile.sessions.load else {
            return #expect(Bool(false), "open")
        }
        let rate = Rate(perSecond: 25)
        let stage = LoadStage(from: rate, to: rate, duration: .seconds(30))
        #expect(arrival == Arrival(stages: [stage], spacing: .shuffled))
        #expect(profile.sessions.scenarios.map(\.name) == ["talker", "listener"])
        #expect(profile.sessions.scenarios.map(\.weight) == [4, 1])
        #expect(profile.warmup == .seconds(3))
        #expect(profile.duration == .seconds(30))
        #expect(profile.drain == .seconds(5))
        #expect(profile.thresholds.count == 4)
        #expect(profile.ledgerGrace == .seconds(5))
        #expect(profile.orderedPairs == 50_000)
    }

    @Test func `the steps and the traffic of the example are read`() throws {
        let profile = try loaded(try Self.text("chat"), name: "chat.yaml")
        let talker = profile.sessions.scenarios[0].steps
        #expect(talker.map(\.keyword) == ["login", "roster", "presence", "repeat", "logout"])
        guard case .presence(let presence) = talker[2].action,
            case .loop(10, let body) = talker[3].action,
            case .pause(.exponential(mean: .seconds(1))) = body[0].action,
            case .message(let message) = body[1].action
        else { return #expect(Bool(false), "presence, then ten messages") }
        #expect(presence.show == .chat)
        #expect(presence.status?.segments.last == .field(.user))
        #expect(message.to == .online)
        #expect(message.form == .full)
        #expect(message.body.segments == [.text(from: 40, to: 200)])
        #expect(message.awaitsDelivery)
        #expect(message.timeout == .seconds(5))
        guard case .stay(.time(.seconds(20))) = profile.sessions.scenarios[1].steps[2].action
        else { return #expect(Bool(false), "stay: 20s") }
        let traffic = profile.traffic[0]
        #expect(traffic.name == "message")
        #expect(traffic.start == .after(.seconds(5)))
        #expect(
            traffic.load.stages == [
                LoadStage(
                    from: Rate(perSecond: 0), to: Rate(perSecond: 200), duration: .seconds(5)),
                LoadStage(
                    from: Rate(perSecond: 200), to: Rate(perSecond: 200), duration: .seconds(15)),
            ])
    }
}
