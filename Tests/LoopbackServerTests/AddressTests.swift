import Testing
import XMPP

@testable import LoopbackServer

@Suite struct AddressTests {
    private static func kind(_ text: String) -> Address.Kind? {
        Address.withPrepared(Array(text.utf8).span, domain: Array("localhost".utf8)) { $1.kind }
    }

    @Test func `an address is taken apart`() {
        let text = Array("romeo@localhost/a@b/c".utf8)
        let address = Address(prepared: text.span, domain: Array("localhost".utf8))
        #expect(address.kind == .full)
        #expect(address.local == 0..<5)
        #expect(address.bare == 0..<15)
        #expect(address.resource == 16..<21)
    }

    @Test(arguments: [
        ("localhost", Address.Kind.server), ("localhost/x", .server), ("LOCALHOST", .server),
        ("a@localhost", .bare), ("a@LocalHost", .bare), ("a@localhost/x", .full),
        ("a@localhost/ü", .full), ("ü@localhost", .bare), ("a@localhost.example", .foreign),
        ("localhos", .foreign), ("a@elsewhere/x", .foreign),
    ])
    func `it is known whose it is`(text: String, kind: Address.Kind) {
        #expect(Self.kind(text) == kind)
    }

    @Test(arguments: ["", "@localhost", "a@", "a@localhost/", "/x", "a b@localhost", "a@b@c"])
    func `what is no address is told apart`(text: String) {
        #expect(Self.kind(text) == nil)
    }

    @Test func `what is taken for prepared is its own prepared form`() {
        let samples = [
            "a", "a@b", "a@b/c", "a/b", "A@b", "a@B", "a@b/C", "a+b@c", "a=b@c", "a@b+c", "a@b/c+d",
            "a@b/c'd", "a@b/c d", "a&b@c", "a@b/&", "a@@b", "a@b@c", "a@b/c@d", "a@b//",
            "-._@x-y.z",
            "a@b.", "a@b./c",
        ]
        for sample in samples where Address.isPrepared(Array(sample.utf8).span) {
            #expect(JID(sample)?.description == sample, "\(sample)")
        }
        let usual = Array("user12@localhost/r-1".utf8)
        let isPrepared = Address.isPrepared(usual.span)
        #expect(isPrepared)
    }
}
