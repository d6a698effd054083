import Profile
import Testing

@testable import LoadEngine

@Suite struct ResourceNeedsTests {
    private func needs(
        _ sessions: Int, loopback: Bool = false, destinations: Int = 1, sources: Int = 0
    ) throws -> ResourceNeeds {
        let profile = try ProfileLoader.load(
            text: """
                title: T
                target: {domain: localhost, address: \(loopback ? "loopback" : "127.0.0.1")}
                accounts: {count: \(sessions), username: "u${index}", password: p}
                sessions: {online: \(sessions), scenarios: [{name: s, steps: [login]}]}
                duration: 5s
                """, fileName: "t.yaml"
        ).get()
        return ResourceNeeds(
            profile: profile, accounts: sessions, workers: 1, destinations: destinations,
            sources: sources)
    }

    @Test func `sessions that fit are no problem`() throws {
        let available = ResourceNeeds.Available(descriptors: 20_000, ports: 28_232)
        #expect(try needs(15_000).shortage(available) == nil)
    }

    @Test func `the built-in server needs the other end of each connection`() throws {
        let available = ResourceNeeds.Available(descriptors: 20_000, ports: 28_232)
        let text = try #require(try needs(15_000, loopback: true).shortage(available))
        #expect(text.contains("30040 file descriptors"))
        #expect(text.contains("ulimit -Hn"))
    }

    @Test func `ports are missed before the run, with the way to have more`() throws {
        let available = ResourceNeeds.Available(descriptors: 100_000, ports: 28_232)
        let text = try #require(try needs(30_000).shortage(available))
        #expect(text.contains("28232"))
        #expect(text.contains("ip_local_port_range"))
    }

    @Test func `each pair of a source and a destination has its own ports`() throws {
        #expect(try needs(30_001, destinations: 2, sources: 3).ports == 5_001)
        let available = ResourceNeeds.Available(descriptors: 100_000, ports: 28_232)
        #expect(try needs(30_000, sources: 1).shortage(available)?.contains("--source") == true)
        #expect(try needs(30_000, sources: 2).shortage(available) == nil)
    }

    @Test func `all that is missing is said at once, a line each`() throws {
        let available = ResourceNeeds.Available(descriptors: 20_000, ports: 28_232)
        let text = try #require(try needs(30_000).shortage(available))
        let lines = text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("file descriptors") == true)
        #expect(lines.last?.contains("local ports") == true)
    }
}
