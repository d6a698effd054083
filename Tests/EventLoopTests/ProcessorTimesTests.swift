import Testing

@testable import EventLoop

@Suite struct ProcessorTimesTests {
    private func times(_ stat: String) throws -> ProcessorTimes {
        try #require(ProcessorTimes(stat: stat))
    }

    @Test func `what was stolen is a share of what was wanted, not of the idle time`() throws {
        let before = try times("cpu  100 10 20 5000 300 1 4 5 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n")
        #expect(before.wanted == 140)
        #expect(before.stolen == 5)
        let after = try times("cpu  160 10 30 9000 900 1 4 35 0 0\n")
        #expect(after.stolenShare(since: before) == 0.3)
        #expect(before.stolenShare(since: before) == 0)
        // Counters of a machine that was moved may go back.
        #expect(before.stolenShare(since: after) == 0)
    }

    @Test(arguments: ["", "cpu 1 2 3", "cpu a b c d e f g h", "intr 1 2 3 4 5 6 7 8 9"])
    func `anything but the line of all processors is no reading`(stat: String) {
        #expect(ProcessorTimes(stat: stat) == nil)
    }

    @Test func `this machine's times only grow`() throws {
        let first = try #require(ProcessorTimes.current)
        let second = try #require(ProcessorTimes.current)
        #expect(second.wanted >= first.wanted && second.stolen >= first.stolen)
    }
}
