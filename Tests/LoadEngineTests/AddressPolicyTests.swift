import EventLoop
import LoadEngine
import Testing

@Suite struct AddressPolicyTests {
    private func address(_ host: String) throws -> SocketAddress {
        try #require(SocketAddress(numericHost: host, port: 5222))
    }

    @Test(arguments: ["127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1"])
    func `this machine's loopback interface is always allowed`(host: String) throws {
        #expect(try AddressPolicy().allows(address(host), names: []))
    }

    @Test(arguments: [
        "0.0.0.0", "10.0.0.1", "192.168.1.5", "128.0.0.1", "126.255.255.255", "::", "::2",
        "fe80::1", "::ffff:10.0.0.1", "2001:db8::1",
    ])
    func `everything else is refused unless it is named`(host: String) throws {
        #expect(try !AddressPolicy().allows(address(host), names: ["example.org"]))
    }

    @Test func `a name allows what was found by it, whatever the address`() throws {
        let policy = try AddressPolicy(allowing: ["Example.ORG."])
        #expect(try policy.allows(address("192.0.2.1"), names: ["example.org"]))
        #expect(try policy.allows(address("192.0.2.1"), names: ["other.org", "EXAMPLE.org"]))
        #expect(try !policy.allows(address("192.0.2.1"), names: ["xmpp.example.org"]))
        #expect(try !policy.allows(address("192.0.2.1"), names: []))
    }

    @Test func `an address allows itself alone, IPv4 also in its IPv6 form`() throws {
        let policy = try AddressPolicy(allowing: ["192.0.2.1", "[2001:db8::1]"])
        #expect(try policy.allows(address("192.0.2.1"), names: []))
        #expect(try policy.allows(address("::ffff:192.0.2.1"), names: []))
        #expect(try policy.allows(address("2001:db8::1"), names: []))
        #expect(try !policy.allows(address("192.0.2.2"), names: []))
        #expect(try !policy.allows(address("2001:db8::2"), names: []))
    }

    @Test(arguments: [
        ("10.1.0.0/16", "10.1.255.255", true), ("10.1.0.0/16", "10.2.0.0", false),
        ("10.1.2.3/16", "10.1.0.0", true), ("192.0.2.128/25", "192.0.2.127", false),
        ("192.0.2.128/25", "192.0.2.255", true), ("192.0.2.1/32", "192.0.2.1", true),
        ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
        ("10.0.0.0/8", "2001:db8::1", false),
    ])
    func `a network allows the addresses in it`(
        network: String, host: String, isAllowed: Bool
    ) throws {
        let policy = try AddressPolicy(allowing: [network])
        #expect(try policy.allows(address(host), names: []) == isAllowed)
    }

    @Test(arguments: [
        "", "*", "10.0.0.0/33", "10.0.0.0/x", "10.0.0.0/", "example.org/24", "0.0.0.0/0",
        "10.0.0.0/7", "2001::/15", "a b", "host:5222",
    ])
    func `what names nothing, or too much, is refused`(entry: String) {
        #expect(throws: AddressPolicyError.self) { try AddressPolicy(allowing: [entry]) }
    }

    @Test func `a refusal names the address and the way to allow it`() throws {
        let found = [try address("127.0.0.1"), try address("192.0.2.1")]
        let byName = try AddressPolicy().refusal(of: found, names: ["xmpp.example.org"])
        #expect(
            byName?.description
                == "refused to send to 192.0.2.1:5222 (xmpp.example.org): it is not on this "
                + "machine's loopback interface; if that server is yours to load, add "
                + "--allow-remote xmpp.example.org")
        let byNumber = try AddressPolicy().refusal(of: found, names: [])
        #expect(byNumber?.description.hasSuffix("--allow-remote 192.0.2.1") == true)
        #expect(try AddressPolicy().refusal(of: [found[0]], names: []) == nil)
    }
}
