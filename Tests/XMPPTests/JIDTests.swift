import Testing

@testable import XMPP

@Suite("JID")
struct JIDTests {
    @Test("takes an address apart and puts it together again")
    func parts() throws {
        let full = try #require(JID("juliet@example.org/balcony"))
        #expect(full.localpart == "juliet")
        #expect(full.domain == "example.org")
        #expect(full.resource == "balcony")
        #expect(!full.isBare)
        #expect(full.bare == JID("juliet@example.org"))
        #expect(full.description == "juliet@example.org/balcony")
        let bare = full.bare
        #expect(bare.isBare && bare.resource == nil && bare.bare == bare)
        #expect(bare.with(resource: "balcony") == full)
        #expect(full.with(resource: "") == nil)
        let domain = try #require(JID("example.org"))
        #expect(domain.localpart == nil && domain.domain == "example.org" && domain.isBare)
        #expect(JID(localpart: nil, domain: "example.org", resource: "r") == JID("example.org/r"))
    }

    @Test("the resource may have any of the separators")
    func resources() throws {
        let jid = try #require(JID("a@b/c@d/e f"))
        #expect(jid.localpart == "a" && jid.domain == "b" && jid.resource == "c@d/e f")
        let bare = try #require(JID("b/c@d"))
        #expect(bare.localpart == nil && bare.resource == "c@d")
    }

    @Test("is in lower case but for the resource, without the domain's last dot")
    func caseFolding() throws {
        #expect(
            JID("Juliet@EXAMPLE.Org./Balcony")?.description == "juliet@example.org/Balcony")
        #expect(JID("JÜRGEN@MÜNCHEN.de")?.description == "jürgen@münchen.de")
        #expect(JID("a@b/R") != JID("a@b/r"))
        #expect(JID("[2001:DB8::1]")?.domain == "[2001:db8::1]")
    }

    @Test(
        "refuses what is no address",
        arguments: [
            "", "@example.org", "juliet@", "juliet@/r", "juliet@example.org/", "/r", "a b@c",
            "a\"@c",
            "a&b@c", "a'b@c", "a:b@c", "a<b@c", "a>b@c", "a@b@c", "a@b c", "a@b\u{7}", "a\0@b",
            "a@b/r\u{1}", ".", "a@.",
        ])
    func refused(text: String) {
        #expect(JID(text) == nil)
    }

    @Test("each part has 1,023 bytes at most")
    func lengths() {
        let longest = String(repeating: "a", count: JID.maximumPartBytes)
        #expect(JID("\(longest)@\(longest)/\(longest)")?.resource == longest)
        #expect(JID("\(longest)a@b") == nil)
        #expect(JID("a@\(longest)a") == nil)
        #expect(JID("a@b/\(longest)a") == nil)
        #expect(JID("\(String(repeating: "ü", count: 512))@b") == nil)
    }

    @Test("is small")
    func size() {
        #expect(MemoryLayout<JID>.stride <= 24)
    }
}
