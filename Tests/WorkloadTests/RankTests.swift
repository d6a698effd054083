import Testing

@testable import Workload

@Suite struct RankTests {
    @Test func `each account belongs to one rank, and the two of a pair to the same`() {
        for count in [1, 2, 3, 7] {
            let ranks = (0..<count).map { Rank(index: $0, of: count) }
            for account in 0..<100 {
                let owners = ranks.filter { $0.owns(account: account) }
                #expect(owners.count == 1)
                #expect(owners[0].owns(account: account ^ 1))
            }
        }
    }

    @Test func `a rank counts its accounts and finds the next one`() {
        for count in [1, 2, 3, 7] {
            for index in 0..<count {
                let rank = Rank(index: index, of: count)
                for accounts in 0..<40 {
                    let owned = (0..<accounts).filter(rank.owns)
                    #expect(rank.ownedCount(of: accounts) == owned.count)
                    if let first = owned.first { #expect(rank.firstOwned(from: 0) == first) }
                }
                #expect(rank.ownedCount(of: Rank.neededAccounts(ranks: count)) > 0)
            }
        }
        #expect(Rank(index: 1, of: 2).firstOwned(from: 4) == 6)
    }
}
