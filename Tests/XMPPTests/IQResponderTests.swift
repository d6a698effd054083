import StanzaParser
import Testing
import Units

@testable import XMPP

@Suite("Replies that a client owes")
struct IQResponderTests {
    /// The reply to a stanza, or nil when there is none.
    private func reply(_ xml: String) -> String? {
        var writer = StanzaWriter()
        let isRequest = StanzaReader.read(xml) { IQResponder.reply(to: $0, writer: &writer) }
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(isRequest == !text.isEmpty)
        return text.isEmpty ? nil : text
    }

    @Test("answers a ping to where it came from, with its id")
    func ping() {
        #expect(
            reply(
                "<iq from='example.org' to='a@example.org/r' id='p&amp;&apos;1' type='get'>"
                    + "<ping xmlns='urn:xmpp:ping'/></iq>")
                == "<iq type='result' id='p&amp;&apos;1' to='example.org'/>")
        #expect(
            reply("<iq id='1' type='get'><ping xmlns='urn:xmpp:ping'/></iq>")
                == "<iq type='result' id='1'/>")
    }

    @Test("tells its name and version")
    func version() {
        #expect(
            reply("<iq id='1' from='a@b/c' type='get'><query xmlns='jabber:iq:version'/></iq>")
                == "<iq type='result' id='1' to='a@b/c'><query xmlns='jabber:iq:version'>"
                + "<name>Clamor</name><version>\(Version.current)</version></query></iq>")
    }

    @Test("tells what it is and what it can do, and that it has no items")
    func discovery() throws {
        let info = try #require(
            reply(
                "<iq id='1' from='a@b' type='get'>"
                    + "<query xmlns='http://jabber.org/protocol/disco#info'/></iq>"))
        var features: [String] = []
        let identity = StanzaReader.read(info) { stanza -> String? in
            guard let query = stanza.child("query", Namespaces.discoInfo) else { return nil }
            var candidate = query.firstChild
            var identity: String?
            while let child = candidate {
                if child.hasLocalName("identity") {
                    identity =
                        "\(child.attribute("category") ?? "")/\(child.attribute("type") ?? "")"
                } else if let feature = child.attribute("var") {
                    features.append(feature)
                }
                candidate = child.nextSibling
            }
            return identity
        }
        #expect(identity == "client/bot")
        #expect(
            features == [
                "http://jabber.org/protocol/disco#info",
                "http://jabber.org/protocol/disco#items", "jabber:iq:version", "urn:xmpp:ping",
            ])
        #expect(
            reply(
                "<iq id='1' type='get'><query xmlns='http://jabber.org/protocol/disco#items'/></iq>"
            )
                == "<iq type='result' id='1'>"
                + "<query xmlns='http://jabber.org/protocol/disco#items'/></iq>")
        #expect(
            reply(
                "<iq id='1' type='get'><query xmlns='http://jabber.org/protocol/disco#info'"
                    + " node='x'/></iq>")?.contains("item-not-found") == true)
    }

    @Test(
        "refuses requests that it does not know",
        arguments: [
            "<iq id='1' from='a@b' type='get'><query xmlns='urn:unknown'/></iq>",
            "<iq id='1' from='a@b' type='set'><query xmlns='jabber:iq:version'/></iq>",
            "<iq id='1' from='a@b' type='set'><ping xmlns='urn:xmpp:ping'/></iq>",
        ])
    func unknown(xml: String) {
        #expect(
            reply(xml)
                == "<iq type='error' id='1' to='a@b'><error type='cancel'><service-unavailable"
                + " xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>")
    }

    @Test("refuses a request without a child as a bad one")
    func empty() {
        #expect(reply("<iq id='1' type='get'/>")?.contains("<bad-request ") == true)
        #expect(reply("<iq id='1' type='set'>text</iq>")?.contains("<bad-request ") == true)
    }

    @Test(
        "never answers replies and other stanzas",
        arguments: [
            "<iq id='1' type='result'><ping xmlns='urn:xmpp:ping'/></iq>",
            "<iq id='1' type='error'><ping xmlns='urn:xmpp:ping'/></iq>",
            "<iq id='1'><ping xmlns='urn:xmpp:ping'/></iq>",
            "<iq id='1' type='other'/>", "<message type='get'/>", "<presence type='set'/>",
            "<iq xmlns='urn:other' id='1' type='get'/>",
        ])
    func silent(xml: String) {
        #expect(reply(xml) == nil)
    }
}
