import Testing
import Workload

@testable import CommandLineTool

@Suite struct RankOrderTests {
    @Test(arguments: ["/tmp/report/rank-1", "reports/a b/rank-1", "./x"])
    func `an order is read as it was written`(directory: String) {
        let order = RankOrder(
            rank: Rank(index: 1, of: 3), nonce: .max, seed: .max, directory: directory)
        #expect(RankOrder(order.text) == order)
    }

    @Test(arguments: ["", "1/3", "3/3/1/1/x", "-1/3/1/1/x", "0/1/4294967296/1/x", "0/1/1/x/x"])
    func `what no order is written as is none`(text: String) {
        #expect(RankOrder(text) == nil)
    }

    @Test func `the command line of a rank is that of the run and the order`() throws {
        let words = [
            "run", "--set", "a=1", "p.yaml", "--strict", "--set=b=--x", "--processes", "2", "::1",
        ]
        guard case .invoke(let run) = try ArgumentParser.parse(words),
            case .invoke(let rank) = try ArgumentParser.parse(run.arguments(adding: .rank, "0/2"))
        else {
            Issue.record("not understood")
            return
        }
        var expected = run
        expected.values["rank"] = ["0/2"]
        #expect(rank == expected)
    }
}
