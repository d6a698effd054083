import Testing

@testable import EventLoop

@Suite struct ThreadUsageTests {
    @Test func `the time a thread waited to run only grows`() throws {
        let first = try #require(ThreadUsage.runDelay)
        #expect(try #require(ThreadUsage.runDelay) >= first)
    }
}
