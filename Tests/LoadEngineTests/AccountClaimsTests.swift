import Testing
import Workload

@testable import LoadEngine

@Suite struct AccountClaimsTests {
    @Test func `the preferred account is taken, else the next free one, round the end`() {
        let claims = AccountClaims(accountCount: 3)
        #expect(claims.claim(preferred: 2) == 2)
        #expect(claims.claim(preferred: 2) == 0)
        #expect(claims.claim(preferred: 2) == 1)
        #expect(claims.claim(preferred: 2) == nil)
        claims.release(0)
        claims.release(0)
        #expect(claims.claim(preferred: 1) == 0)
        #expect(claims.claim(preferred: 1) == nil)
    }

    @Test func `accounts of other ranks are never free`() {
        let claims = AccountClaims(accountCount: 6, rank: Rank(index: 1, of: 2))
        #expect(claims.claim(preferred: 5) == 2)
        #expect(claims.claim(preferred: 2) == 3)
        #expect(claims.claim(preferred: 0) == nil)
    }
}
