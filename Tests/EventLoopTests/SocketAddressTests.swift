import EventLoop
import Testing

@Suite struct SocketAddressTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1:5222"), ("255.255.255.254", "255.255.255.254:5222"),
        ("::1", "[::1]:5222"), ("2001:DB8:0:0::5", "[2001:db8::5]:5222"),
        ("fe80::1%1", "[fe80::1%1]:5222"), ("::ffff:10.0.0.1", "[::ffff:10.0.0.1]:5222"),
    ])
    func `numeric hosts are read and written`(host: String, text: String) throws {
        let address = try #require(SocketAddress(numericHost: host, port: 5_222))
        #expect(address.description == text)
        #expect(SocketAddress(numericHost: address.host, port: 5_222) == address)
        #expect(address.addressBytes.count == (address.family == .ipv4 ? 4 : 16))
    }

    @Test(arguments: [
        "", "localhost", "127.0.0", "127.0.0.256", "1.2.3.4.5", "[::1]", "::g", "127.0.0.1 ",
        "fe80::1%no-such-interface",
    ])
    func `everything else is no numeric host`(host: String) {
        #expect(SocketAddress(numericHost: host, port: 1) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.255.0.9", true), ("::1", true), ("::ffff:127.0.0.1", true),
        ("126.255.255.255", false), ("128.0.0.1", false), ("10.0.0.1", false), ("::2", false),
        ("::", false), ("::ffff:10.0.0.1", false), ("0.0.0.0", false), ("7f00::1", false),
    ])
    func `loopback is 127/8 and ::1`(host: String, isLoopback: Bool) throws {
        #expect(try #require(SocketAddress(numericHost: host, port: 0)).isLoopback == isLoopback)
    }

    @Test func `equal means address, port and family`() throws {
        let address = SocketAddress.loopback(port: 1)
        #expect(address == SocketAddress(numericHost: "127.0.0.1", port: 1))
        #expect(address != SocketAddress(numericHost: "127.0.0.1", port: 2))
        #expect(address != SocketAddress(numericHost: "127.0.0.2", port: 1))
        #expect(SocketAddress.loopback(.ipv6, port: 1).host == "::1")
        #expect(Set([address, .loopback(port: 1), .loopback(.ipv6, port: 1)]).count == 2)
    }
}
