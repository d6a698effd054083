import Measurement
import Testing
import Units

@testable import LoadEngine

@Suite struct WorkerPhasesTests {
    @Test func `a thousand sessions do not log out in one instant`() throws {
        let yaml = """
            title: Many
            target: {domain: localhost, address: loopback, security: none}
            accounts: {count: 1000, username: "u${index}", password: "p", register: if-missing}
            sessions:
              online: 1000
              ramp: 2s
              scenarios: [{name: member, steps: [login, {stay: until-end}, logout]}]
            duration: 4900ms
            drain: 5s
            """
        let result = try SimulatedWorld().run(yaml).result
        // Logging out begins 80 ms before five seconds are over, a hundred in each tick.
        let row = try #require(result.intervals.first { $0.start == .seconds(Int64(4)) })
        #expect((500..<1_000).contains(row.online), "\(row)")
        #expect(result.intervals.last?.online == 0)
        #expect(result.sessions.failed == 0)
        #expect(result.sessions.cut == 0)
    }
}
