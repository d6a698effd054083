import EventLoop
import Testing

@testable import LoadEngine

@Suite struct SourceAddressesTests {
    private func address(_ host: String, port: UInt16 = 0) throws -> SocketAddress {
        try #require(SocketAddress(numericHost: host, port: port))
    }

    @Test func `addresses and ranges are read in their order, each once`() throws {
        let sources = try SourceAddresses(
            parsing: ["127.0.0.254-127.0.1.1,::1", "127.0.0.255,127.0.0.2"])
        #expect(
            sources.all.map(\.host) == [
                "127.0.0.254", "127.0.0.255", "127.0.1.0", "127.0.1.1", "127.0.0.2", "::1",
            ])
    }

    @Test(arguments: [
        "", "127.0.0.2,", "localhost", "127.0.0.2:80", "127.0.0.9-127.0.0.2", "127.0.0.2-",
        "127.0.0.2-3", "::1-::2", "127.0.0.1-127.0.0.2-127.0.0.3",
    ])
    func `what is no address is refused with the text`(text: String) throws {
        let mistake = try #require(throws: SourceAddresses.Mistake.self) {
            try SourceAddresses(parsing: [text])
        }
        #expect(mistake.description.contains("is no address"))
    }

    @Test func `there is a limit to how many they are`() throws {
        #expect(try SourceAddresses(parsing: ["127.0.0.0-127.0.15.255"]).count == 4_096)
        for texts in [["127.0.0.0-127.0.16.0"], ["127.0.0.0-127.0.15.255", "127.1.0.0"]] {
            #expect(throws: SourceAddresses.Mistake.self) {
                try SourceAddresses(parsing: texts)
            }
        }
    }

    @Test func `connections take turns with the addresses of their family`() throws {
        let sources = try SourceAddresses(parsing: ["127.0.0.2-127.0.0.4,::1"])
        let ipv4 = try address("127.0.0.1", port: 5_222)
        let ipv6 = try address("::1", port: 5_222)
        #expect(
            (3..<7).map { sources.address(turn: $0, to: ipv4)?.host } == [
                "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.2",
            ])
        #expect(sources.address(turn: 5, to: ipv6)?.host == "::1")
        #expect(SourceAddresses().address(turn: 5, to: ipv4) == nil)
    }

    @Test func `addresses of other machines and families are refused`() throws {
        let endpoints = [try address("127.0.0.1", port: 5_222)]
        #expect(SourceAddresses().refusal(of: endpoints) == nil)
        #expect(try SourceAddresses(parsing: ["127.0.0.7"]).refusal(of: endpoints) == nil)
        // TEST-NET-1 (RFC 5737) belongs to nobody.
        let foreign = try SourceAddresses(parsing: ["192.0.2.1"])
        #expect(foreign.refusal(of: endpoints)?.contains("192.0.2.1 is not an address") == true)
        let ipv6 = try SourceAddresses(parsing: ["::1"])
        #expect(ipv6.refusal(of: endpoints)?.contains("is IPv4") == true)
    }
}
