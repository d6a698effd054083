import Testing

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
}
