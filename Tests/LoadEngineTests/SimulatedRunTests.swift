import Measurement
import Testing
import Units
import Workload

@testable import LoadEngine

@Suite struct SimulatedRunTests {
    static let chat = """
        title: Chat
        target: {domain: localhost, address: loopback, security: starttls}
        accounts: {count: 60, username: "user${index}", password: "p${index}", register: if-missing}
        sessions:
          arrival: 10/s
          scenarios:
            - name: talker
              weight: 4
              steps:
                - login
                - roster
                - presence: {show: chat, status: "hello from ${user}"}
                - repeat: 3
                  steps:
                    - pause: {mean: 300ms, distribution: exponential}
                    - message: {to: online, body: "${text(40..200)}", await: delivery, timeout: 5s}
                - logout
            - name: listener
              weight: 1
              steps: [login, presence, {stay: 4s}, logout]
        traffic:
          - message: {to: online, body: "${text(120)}"}
            after: 2s
            rate: 50/s
        warmup: 2s
        duration: 12s
        drain: 3s
        """

    @Test func `a chat run loses nothing and ends as planned`() throws {
        let result = try SimulatedWorld().run(Self.chat).result
        #expect(!result.facts.isInterrupted)
        #expect(result.sessions.started == 120)
        #expect(result.sessions.loggedIn == 120)
        #expect(result.sessions.failed == 0)
        #expect(result.sessions.skipped == 0)
        #expect(result.messages.sent > 400)
        #expect(result.messages.delivered == result.messages.sent)
        #expect(result.messages.duplicated == 0)
        #expect(result.messages.reordered == 0)
        #expect(result.messages.unexpected == 0)
        #expect(result.errors == [])
        #expect(result.verdict.status == .valid, "\(result.verdict.reasons)")
        #expect(result.outcome == .ok)
        #expect(result.facts.server?.name != nil)
    }

    @Test func `the same profile and seed give the same result, another seed another one`() throws {
        let first = try SimulatedWorld().run(Self.chat).result
        let second = try SimulatedWorld().run(Self.chat).result
        #expect(first == second)
        let other = try SimulatedWorld(seed: 2).run(Self.chat).result
        #expect(other != first)
    }

    @Test func `an awaited message whose addressee has left is no error of the server`() throws {
        // The second sends half a second after the first, and gives up half a second after the
        // first has left.
        let yaml = """
            title: Leaving
            target: {domain: localhost, address: loopback, security: none, faults: {lose: 100%}}
            accounts: {count: 2, username: "u${index}", password: "p", register: if-missing}
            sessions:
              online: 2
              ramp: 1s
              scenarios:
                - name: talker
                  steps:
                    - login
                    - {pause: 1500ms}
                    - message: {to: pair, body: hello, await: delivery, timeout: 3s}
                    - logout
            duration: 5500ms
            drain: 2s
            """
        let result = try SimulatedWorld().run(yaml).result
        #expect(result.messages.sent == 2)
        #expect(result.messages.recipientGone == 2)
        #expect(result.errors.map(\.count) == [1], "\(result.errors)")
        #expect(result.errors.first?.condition == "timeout")
        let steps = try #require(result.ladders.first?.steps)
        #expect(steps.map(\.timedOut).reduce(0, +) == 1)
        #expect(steps.map(\.skipped).reduce(0, +) == 1)
    }

    @Test func `several workers share the schedule and account for every message`() throws {
        let one = try SimulatedWorld().run(Self.chat).result
        for workers in [2, 3] {
            let several = try SimulatedWorld(workers: workers).run(Self.chat).result
            #expect(several.sessions.started == one.sessions.started)
            #expect(several.messages.delivered == several.messages.sent)
            #expect(several.errors == [])
            #expect(several.facts.schedules == one.facts.schedules)
            #expect(several.verdict.status == .valid, "\(several.verdict.reasons)")
        }
    }

    @Test func `ranks share the schedule, the accounts and the scenarios of one`() throws {
        let one = try SimulatedWorld().run(Self.chat).result
        for count in [2, 3] {
            let ranks = try (0..<count).map { index in
                var world = SimulatedWorld(workers: 2)
                world.rank = Rank(index: index, of: count)
                return try world.run(Self.chat).result
            }
            func sum(_ value: (RunResult) -> UInt64) -> UInt64 {
                ranks.reduce(0) { $0 + value($1) }
            }
            for (place, schedule) in one.facts.schedules.enumerated() {
                #expect(sum { $0.facts.schedules[place].asked } == schedule.asked)
            }
            #expect(sum(\.sessions.started) == one.sessions.started)
            for name in ["login/talker", "login/listener", "register"] {
                #expect(
                    sum { $0.metric(name)?.counts.started ?? 0 }
                        == one.metric(name)?.counts.started, "\(name)")
            }
            for rank in ranks {
                #expect(rank.sessions.started > 120 / UInt64(count) / 2)
                #expect(rank.messages.delivered == rank.messages.sent)
                #expect(rank.errors == [])
            }
        }
    }

    @Test func `what goes to an account of another rank is outside`() throws {
        let yaml = """
            title: Across
            target: {domain: localhost, address: loopback, security: none}
            accounts: {count: 4, username: "u${index}", password: "p", register: if-missing}
            sessions:
              online: 4
              scenarios: [{name: member, steps: [login, presence, {stay: until-end}, logout]}]
            traffic:
              - message: {to: "u3@localhost", body: "x"}
                after: 1s
                rate: 10/s
            warmup: 1s
            duration: 3s
            """
        var world = SimulatedWorld()
        world.rank = Rank(index: 0, of: 2)
        let other = try world.run(yaml).result
        // Of the 20 actions each rank takes every other one.
        #expect(other.messages.outside == 10)
        #expect(other.messages.sent == 0)
        world.rank = Rank(index: 1, of: 2)
        let own = try world.run(yaml).result
        #expect(own.messages.outside == 0)
        #expect(own.messages.delivered == 10)
        #expect(own.sessions.onlinePeak == 2)
    }

    @Test func `latency is what the network makes it`() throws {
        var world = SimulatedWorld()
        world.oneWayDelay = .milliseconds(10)
        let result = try world.run(Self.chat).result
        let message = try #require(result.metric("message"))
        // There and on to the addressee: two ways of 10 ms each, to the histogram's precision.
        #expect(message.response.percentile(50) >= .microseconds(20_000))
        #expect(message.response.percentile(99) <= .microseconds(20_100))
        let connect = try #require(result.metric("connect"))
        #expect(connect.response.percentile(50) >= .microseconds(20_000))
    }

    /// An hour in a release build; a debug build is some forty times slower, so there it is less.
    #if DEBUG
    private static let longRun: Int64 = 360
    #else
    private static let longRun: Int64 = 3_600
    #endif

    @Test func `a simulated hour of 200 messages a second is accounted for`() throws {
        let yaml = """
            title: Hour
            target: {domain: localhost, address: loopback, security: none}
            accounts: {count: 50, username: "u${index}", password: "p", register: if-missing}
            sessions:
              online: 50
              scenarios: [{name: member, steps: [login, presence, {stay: until-end}, logout]}]
            traffic:
              - message: {to: online, body: "${text(40)}"}
                after: 10s
                rate: 200/s
            warmup: 10s
            duration: \(Self.longRun)s
            drain: 5s
            """
        let result = try SimulatedWorld().run(yaml).result
        #expect(result.messages.sent == UInt64(200 * (Self.longRun - 10)))
        #expect(result.messages.delivered == result.messages.sent)
        #expect(result.sessions.cut == 0)
        #expect(result.sessions.failed == 0)
        #expect(result.verdict.status == .valid, "\(result.verdict.reasons)")
    }

    // MARK: Steps

    private static func profile(
        steps: String, accounts: Int = 4, sessions: String = "online: 4", extra: String = ""
    ) -> String {
        """
        title: Steps
        target: {domain: localhost, address: loopback, security: none}
        accounts: {count: \(accounts), username: "u${index}", password: "p", register: if-missing}
        \(extra)
        sessions:
          \(sessions)
          scenarios: [{name: s, steps: \(steps)}]
        duration: 5s
        drain: 2s
        """
    }

    @Test func `pings, roster and presence are timed and succeed`() throws {
        let result = try SimulatedWorld().run(
            Self.profile(
                steps: """
                    [login, roster, presence, ping, {ping: {to: self}}, {stay: until-end}, logout]
                    """)
        ).result
        #expect(result.errors == [])
        for name in ["login", "roster", "presence"] {
            #expect(result.metric(name)?.counts.done == 4, "\(name)")
        }
        #expect(result.metric("ping")?.counts.done == 8)
        #expect(result.metric("login/s")?.model == .closed)
        #expect(result.sessions.cut == 0)
    }

    @Test func `presence as traffic is timed by its reflection too`() throws {
        let yaml =
            Self.profile(steps: "[login, presence, {stay: until-end}]") + """

                traffic:
                  - presence: {show: away}
                    after: 1s
                    rate: 20/s
                """
        let result = try SimulatedWorld().run(yaml).result
        #expect(result.errors == [])
        let presence = try #require(result.metric("presence/presence"))
        #expect(presence.counts.done == 80)
        #expect(presence.model == .open)
        #expect(result.metric("presence/s")?.counts.done == 4)
    }

    @Test func `a raw stanza meets its expectation and fills a variable`() throws {
        let steps = """
            [login,
              {send: "<iq type='get' id='${id}' to='${domain}'>
                <query xmlns='jabber:iq:version'/></iq>",
               expect: {kind: iq, type: result, id: "${id}", xpath: "//v:name", within: 5s},
               extract: {server: "string(//v:name)"}},
              presence, {message: {to: self, body: "on ${server}", await: delivery, timeout: 2s}},
              {stay: until-end}]
            """
        let result = try SimulatedWorld().run(
            Self.profile(steps: steps, extra: "namespaces: {v: 'jabber:iq:version'}")
        ).result
        #expect(result.errors == [])
        #expect(result.metric("iq.jabber:iq:version")?.counts.done == 4)
        #expect(result.messages.delivered == 4)
    }

    @Test func `an answer that is an error fails the step, and the session goes on`() throws {
        let steps = """
            [login,
              {send: "<iq type='get' id='${id}' to='${domain}'><query xmlns='urn:none'/></iq>",
               expect: {kind: iq, type: result, id: "${id}", within: 5s}},
              presence, {stay: until-end}]
            """
        let result = try SimulatedWorld().run(Self.profile(steps: steps)).result
        #expect(result.errors.map(\.condition) == ["service-unavailable"])
        #expect(result.errors.map(\.stage) == ["iq.urn:none"])
        #expect(result.metric("presence")?.counts.done == 4)
        #expect(result.sessions.failed == 0)
    }

    @Test func `an account registers as a step and logs in`() throws {
        let yaml = Self.profile(steps: "[register, login, presence, {stay: until-end}]")
            .replacing("register: if-missing", with: "register: never")
        let result = try SimulatedWorld().run(yaml).result
        #expect(result.errors == [])
        #expect(result.metric("register")?.counts.done == 4)
        #expect(result.metric("presence")?.counts.done == 4)
    }

    @Test func `a closed load stays at its number of sessions, one for each that ends`() throws {
        let yaml = Self.profile(
            steps: "[login, presence, {pause: {min: 300ms, max: 900ms}}, logout]",
            accounts: 10, sessions: "online: 7"
        ).replacing("duration: 5s", with: "duration: 30s")
        let result = try SimulatedWorld().run(yaml).result
        #expect(result.errors == [])
        #expect(result.sessions.skipped == 0)
        #expect(result.sessions.onlinePeak == 7)
        // Each lasts 0.6 s in the mean, and little more.
        #expect((330...350).contains(result.sessions.started))
        // Who is between two sessions is not online for some milliseconds.
        let rows = result.intervals.filter(\.isMeasured).dropLast()
        #expect(rows.count == 29)
        #expect(rows.allSatisfy { $0.online >= 6 })
    }

    @Test func `a session that sends nothing for so long sends a blank`() throws {
        func result(_ keepAlive: String) throws -> RunResult {
            try SimulatedWorld().run(
                Self.profile(
                    steps: "[login, {stay: until-end}, logout]",
                    sessions: "online: 4\n  keepalive: \(keepAlive)")
            ).result
        }
        let (quiet, kept) = (try result("off"), try result("1s"))
        // Four sessions for five seconds, whole ones.
        #expect((16...20).contains(Int(kept.bytesSent) - Int(quiet.bytesSent)))
        #expect(kept.stanzasSent == quiet.stanzasSent)
        #expect(kept.errors == [] && kept.sessions.failed == 0)
    }

    @Test func `a session can log out and in again`() throws {
        let result = try SimulatedWorld().run(
            Self.profile(steps: "[{repeat: 3, steps: [login, presence, {pause: 500ms}, logout]}]")
        ).result
        #expect(result.errors == [])
        #expect((result.metric("login")?.counts.done ?? 0) > 12)
    }

    @Test func `a recipient without a session is skipped, and the skip is counted`() throws {
        let result = try SimulatedWorld().run(
            Self.profile(
                steps: "[login, presence, {message: {to: pair, body: x}}, {stay: until-end}]",
                accounts: 2, sessions: "online: 1")
        ).result
        #expect(result.actionsSkipped == 1)
        #expect(result.verdict.status != .valid)
    }

    @Test func `messages to accounts that never come are recipient_gone, not lost`() throws {
        let result = try SimulatedWorld().run(
            Self.profile(
                steps: "[login, presence, {message: {to: random, body: x}}, {stay: until-end}]",
                accounts: 200, sessions: "online: 2")
        ).result
        #expect(result.messages.sent == 2)
        #expect(result.messages.lost == 0)
        #expect(result.messages.recipientGone + result.messages.delivered == 2)
    }

    @Test func `a message to the written address of an account of the run is in the ledger`() throws
    {
        let steps = """
            [login, presence, {pause: 1s}, {message: {to: u1@localhost, body: x}},
              {message: {to: "u${index}@${domain}", body: x}},
              {message: {to: nobody@elsewhere, body: x}}, {stay: until-end}]
            """
        let result = try SimulatedWorld().run(Self.profile(steps: steps)).result
        #expect(result.messages.sent == 8)
        #expect(result.messages.delivered == 8)
        #expect(result.metric("message")?.counts.sentOnly == 4)
        // The server routes to no other domain and says so.
        #expect(result.messages.outside == 4)
        #expect(result.messages.outsideBounced == 4)
        #expect(result.messages.bounced == 0)
        #expect(result.messages.unexpected == 0)
        #expect(result.errors.map(\.stage) == ["message"])
        #expect(result.errors.map(\.count) == [4])
    }

    // MARK: What goes wrong

    @Test func `a message that bounces after its timeout is one failed action, not two`() throws {
        var world = SimulatedWorld()
        world.oneWayDelay = .milliseconds(300)
        let steps = """
            [login, presence, {pause: 1s},
              {message: {to: pair, jid: bare, type: groupchat, body: x, await: delivery,
                timeout: 400ms}}, {stay: until-end}]
            """
        let result = try world.run(
            Self.profile(steps: steps).replacing("duration: 5s", with: "duration: 20s")
        ).result
        #expect(result.messages.bounced == 4)
        let counts = try #require(result.metric("message")).counts
        #expect(counts.timedOut == 4)
        #expect(counts.failed == 0)
        #expect(counts.started == 4)
    }

    @Test func `wrong passwords are counted under auth with the server's condition`() throws {
        let yaml = Self.profile(steps: "[login, presence, {stay: until-end}]")
            .replacing("register: if-missing", with: "register: never")
        let done = try SimulatedWorld().run(yaml)
        #expect(!done.everOnline)
        #expect(done.result.errors.map(\.stage) == ["auth"])
        #expect(done.result.errors.map(\.condition) == ["not-authorized"])
        #expect(done.result.outcome == .failed)
    }

    @Test func `a server that lets nobody register is told apart`() throws {
        #expect {
            try SimulatedWorld().run(Self.profile(steps: "[login, {stay: until-end}]")) {
                $0.offersRegistration = false
            }
        } throws: { error in
            guard case .registrationRefused = error as? SetUpFailure else { return false }
            return true
        }
    }

    @Test func `arrivals that find no account are skipped`() throws {
        let result = try SimulatedWorld().run(
            Self.profile(
                steps: "[login, presence, {stay: 10s}]", accounts: 2,
                sessions: "arrival: 2/s")
        ).result
        #expect(result.sessions.started == 2)
        #expect(result.sessions.skipped == 8)
        #expect(result.verdict.status == .invalid)
    }
}
