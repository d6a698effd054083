import StanzaParser
import Testing

@testable import XMPP

@Suite struct ServerRegistrationTests {
    private static func read(_ content: String, isSet: Bool = true) throws -> ServerRegistration {
        var engine = StanzaEngine()
        var state = StreamState()
        let bytes = Array(
            ("<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>"
                + "<query xmlns='jabber:iq:register'>\(content)</query>").utf8)
        var cursor = 0
        #expect(try engine.next(&state, bytes.span, &cursor) == .opened)
        #expect(try engine.next(&state, bytes.span, &cursor) == .stanza)
        return ServerRegistration(query: engine.element(in: bytes.span), isSet: isSet)
    }

    @Test func `the fields are elements`() throws {
        #expect(try Self.read("", isSet: false) == .form)
        #expect(
            try Self.read("<username>a&lt;b</username><password>c</password>")
                == .submit(username: "a<b", password: "c"))
        #expect(try Self.read("<remove/>") == .remove)
    }

    @Test func `the fields are those of a data form`() throws {
        let form =
            "<x xmlns='jabber:x:data' type='submit'><field var='FORM_TYPE'><value>"
            + "jabber:iq:register</value></field><field var='username'><value>a</value></field>"
            + "<field var='password'><value>b</value></field></x>"
        #expect(try Self.read(form) == .submit(username: "a", password: "b"))
    }

    @Test(arguments: [
        "", "<username>a</username>", "<password>b</password>",
        "<username/><password>b</password>",
    ])
    func `a field that is missing or empty is noticed`(content: String) throws {
        #expect(try Self.read(content) == .incomplete)
    }

    @Test func `the form of an account names it`() {
        var writer = StanzaWriter()
        ServerRegistration.writeForm(username: "a&b", to: &writer)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == "<query xmlns='jabber:iq:register'><registered/><username>a&amp;b</username>"
                + "<password/></query>")
    }
}
