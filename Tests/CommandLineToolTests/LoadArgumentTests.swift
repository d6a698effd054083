import CommandLineTool
import Profile
import Testing
import Units

@Suite struct LoadArgumentTests {
    private static let profile = """
        target: {domain: localhost, address: loopback}
        accounts: {count: 10, username: "u${index}", password: p}
        sessions:
          online: 5
          ramp: 1s
          scenarios: [{name: a, steps: [login]}]
        traffic:
          - {ping: {}, rate: 1/s}
          - {message: {to: online, body: x}, rate: 2/s, spacing: even}
        duration: 10s
        """

    private func load(_ text: String) throws -> Profile {
        let argument = try LoadArgument(text)
        return try ProfileLoader.load(
            text: Self.profile, fileName: "p.yaml", overrides: argument.overrides
        ).get()
    }

    @Test func `stages without a place are the arrivals, also of a closed load`() throws {
        guard case .open(let arrival) = try load("ramp 0..5/s 3s; hold 5/s 4s").sessions.load else {
            Issue.record("the load is not open")
            return
        }
        #expect(arrival.stages.map(\.to.perSecond) == [5, 5])
        #expect(try LoadArgument("ramp 0..5/s 3s; hold 5/s 4s").arrivals == .seconds(Int64(7)))
    }

    @Test func `traffic is named by its place in the list and keeps its spacing`() throws {
        let first = try load("traffic: hold 7/s 4s")
        #expect(first.traffic[0].load.stages.map(\.to.perSecond) == [7])
        #expect(first.traffic[1].load.stages.map(\.to.perSecond) == [2])
        let second = try load("traffic[1]:hold 7/s\t4s")
        #expect(second.traffic[1].load.stages.map(\.to.perSecond) == [7])
        #expect(second.traffic[1].load.spacing == .even)
        #expect(try LoadArgument("traffic: hold 7/s 4s").arrivals == nil)
    }

    @Test(arguments: [
        (
            "hold 5/s 1s; hodl 5/s 1s",
            """
            --load: error: 'hodl' is no stage; there are ramp, hold, steps, spike; did you mean \
            'hold'?
              hold 5/s 1s; hodl 5/s 1s
                           ^
            """
        ),
        (
            "traffic: hold 5 1s",
            """
            --load: error: '5' has no unit; did you mean '5/s'?
              traffic: hold 5 1s
                            ^
            """
        ),
        (
            "trafic[x]: hold 5/s 1s",
            """
            --load: error: 'trafic[x]' is no schedule; write traffic or traffic[1]
              trafic[x]: hold 5/s 1s
              ^
            """
        ),
    ])
    func `a mistake has a caret under it`(text: String, message: String) {
        #expect {
            try LoadArgument(text)
        } throws: { ($0 as? UsageError)?.message == message }
    }
}
