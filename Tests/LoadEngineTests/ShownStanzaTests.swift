import Measurement
import Testing

@testable import LoadEngine

@Suite struct ShownStanzaTests {
    private func shown(
        _ text: String, negotiating: Bool = false, password: String = "s3cret&more",
        username: String = "user1"
    ) -> String {
        ShownStanza(
            bytes: Array(text.utf8), isNegotiating: negotiating,
            account: AccountList.Account(username: username, password: password)
        ).text
    }

    @Test(
        arguments: [
            (
                "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>AHVzZXIx</auth>",
                "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>(hidden)</auth>"
            ),
            (
                "<sasl:challenge a='>'>cj0x</sasl:challenge>",
                "<sasl:challenge a='>'>(hidden)</sasl:challenge>"
            ),
            ("<success>dj0x</success>", "<success>(hidden)</success>"),
            (
                "<iq type='set'><query><username>u</username> <password><![CDATA[p]]></password></query></iq>",
                "<iq type='set'><query><username>(hidden)</username> <password>(hidden)</password></query></iq>"
            ),
            ("<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>", nil),
            ("<?xml version='1.0'?><stream:stream to='localhost'>", nil),
            (
                "<stream:features><mechanisms><mechanism>PLAIN</mechanism></mechanisms></stream:features>",
                nil
            ),
            ("<failure><not-authorized/><text>Sorry</text></failure>", nil),
            (
                "<iq><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>r</resource></bind></iq>",
                nil
            ),
        ] as [(String, String?)])
    func `of a negotiation the texts are hidden, but for harmless ones`(
        text: String, expected: String?
    ) {
        #expect(shown(text, negotiating: true) == expected ?? text)
    }

    @Test func `online everything is shown but registrations`() {
        let message = "<message to='a@b'><body>hello</body></message>"
        #expect(shown(message) == message)
        let change =
            "<iq type='set'><query xmlns='jabber:iq:register'><password>new</password></query></iq>"
        #expect(!shown(change).contains("new"))
        #expect(shown(change).contains("<password>(hidden)</password>"))
    }

    @Test func `the password is shown nowhere, as it is or escaped`() {
        #expect(shown("<a b='s3cret&more'>s3cret&amp;more!</a>") == "<a b='(hidden)'>(hidden)!</a>")
        // What is the account's name is no secret, and a letter stands anywhere.
        #expect(shown("<a>user1</a>", password: "user1") == "<a>user1</a>")
        #expect(shown("<a>p</a>", password: "p") == "<a>p</a>")
    }

    @Test func `a long text is cut between characters`() {
        let long = "<a>" + String(repeating: "ä", count: 3_000) + "</a>"
        let text = shown(long)
        #expect(
            text.hasPrefix("<a>ää") && text.hasSuffix("ä… (3960 bytes more)"), "\(text.suffix(40))")
    }
}
