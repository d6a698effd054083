import Measurement
import Testing
import Units

@testable import LoadEngine

@Suite struct SimulatedRunTests {
    static let chat = """
        title: Chat
        target: {domain: localhost, address: loopback, security: starttls}
        accounts: {count: 60, username: "user${index}", password: "pass${index}", register: if-missing}
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
        let done = try SimulatedWorld().run(Self.chat)
        let result = done.result
        #expect(result.facts.isInterrupted == false)
        #expect(result.sessions.loggedIn == 120)
        #expect(result.sessions.started == 120)
        #expect(result.sessions.failed == 0)
        #expect(result.sessions.skipped == 0)
        #expect(result.messages.sent > 400)
        #expect(result.messages.lost == 0)
        #expect(result.messages.duplicated == 0)
        #expect(result.messages.reordered == 0)
        #expect(result.messages.unexpected == 0)
        #expect(result.messages.bounced == 0)
        #expect(result.errors == [])
        #expect(result.verdict.status == .valid, "\(result.verdict.reasons)")
        print(result.sessions, result.messages, result.metrics.map { "\($0.name) \($0.counts)" })
    }
}
