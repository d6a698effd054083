import CommandLineTool
import Testing

@Suite struct AddressArgumentTests {
    @Test(arguments: [
        ("127.0.0.1", nil), ("127.0.0.1:5222", nil), ("[::1]:5222", nil), ("[::1]", nil),
        ("::1", nil), ("loopback", nil), ("xmpp.example.org", "xmpp.example.org"),
        ("xmpp.example.org:5223", "xmpp.example.org"),
    ])
    func `a host name becomes the domain, a number does not`(text: String, name: String?) throws {
        let address = try AddressArgument(text)
        #expect(address.addresses == [text])
        #expect(address.hostName == name)
    }

    @Test func `several are separated by commas and may share one name`() throws {
        let address = try AddressArgument("127.0.0.1:5222,[::1]:5222,a.example:1,a.example:2")
        #expect(address.addresses.count == 4)
        #expect(address.hostName == "a.example")
    }

    @Test(arguments: [
        "", "a,,b", ":5222", "host:", "host:0", "host:65536", "host:port", "[::1", "[host]:1",
        "[::1]x", "a:b:c", "user@host", "http://host", "a.example,b.example", "a b",
    ])
    func `anything else is refused`(text: String) {
        #expect(throws: UsageError.self) { try AddressArgument(text) }
    }
}
