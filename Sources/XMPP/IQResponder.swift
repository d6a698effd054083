import StanzaParser
import Units

/// The replies that every client owes.
///
/// Pings, the software's version and service discovery are answered, any other request with an
/// error; replies are never answered (RFC 6120 §8.2.3). Nothing is allocated once the writer has
/// grown.
/// Source: XEP-0030 §3, XEP-0092 §3, XEP-0199 §4.
package enum IQResponder {
    /// Writes the reply to a stanza, if it is a request; whether there is one.
    package static func reply(to stanza: ElementView, writer: inout StanzaWriter) -> Bool {
        guard stanza.hasName("iq", Namespaces.client) else { return false }
        let isGet = stanza.attributeEquals("type", "get")
        guard isGet || stanza.attributeEquals("type", "set") else { return false }
        // A request has exactly one child; without any there is no name to answer to.
        guard isGet, let request = stanza.firstChild else {
            refuse(stanza, hasChild: stanza.firstChild != nil, &writer)
            return true
        }
        if request.hasName("ping", Namespaces.ping) {
            begin("result", stanza, &writer)
            writer.raw("/>")
        } else if request.hasName("query", Namespaces.version) {
            begin("result", stanza, &writer)
            writer.raw("><query xmlns='jabber:iq:version'><name>Clamor</name>")
            writer.raw("<version>")
            writer.raw(Version.current)
            writer.raw("</version></query></iq>")
        } else if request.hasName("query", Namespaces.discoInfo), !request.hasAttribute("node") {
            begin("result", stanza, &writer)
            writer.raw("><query xmlns='http://jabber.org/protocol/disco#info'>")
            writer.raw("<identity category='client' type='bot' name='Clamor'/>")
            writer.raw("<feature var='http://jabber.org/protocol/disco#info'/>")
            writer.raw("<feature var='http://jabber.org/protocol/disco#items'/>")
            writer.raw("<feature var='jabber:iq:version'/>")
            writer.raw("<feature var='urn:xmpp:ping'/></query></iq>")
        } else if request.hasName("query", Namespaces.discoItems), !request.hasAttribute("node") {
            begin("result", stanza, &writer)
            writer.raw("><query xmlns='http://jabber.org/protocol/disco#items'/></iq>")
        } else if request.hasLocalName("query"), request.hasAttribute("node"),
            request.hasNamespace(Namespaces.discoInfo)
                || request.hasNamespace(Namespaces.discoItems)
        {
            fail(stanza, "cancel", "item-not-found", &writer)
        } else {
            refuse(stanza, hasChild: true, &writer)
        }
        return true
    }

    private static func refuse(
        _ stanza: ElementView, hasChild: Bool, _ writer: inout StanzaWriter
    ) {
        if hasChild {
            fail(stanza, "cancel", "service-unavailable", &writer)
        } else {
            fail(stanza, "modify", "bad-request", &writer)
        }
    }

    private static func fail(
        _ stanza: ElementView, _ kind: StaticString, _ condition: StaticString,
        _ writer: inout StanzaWriter
    ) {
        begin("error", stanza, &writer)
        writer.raw("><error type='")
        writer.raw(kind)
        writer.raw("'><")
        writer.raw(condition)
        writer.raw(" xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>")
    }

    /// The start tag of the reply, without its end.
    private static func begin(
        _ type: StaticString, _ stanza: ElementView, _ writer: inout StanzaWriter
    ) {
        writer.raw("<iq type='")
        writer.raw(type)
        writer.raw("'")
        // The sender's address goes back as the recipient's. The server fills in our own.
        stanza.withAttribute("id") { writer.attribute("id", $0) }
        stanza.withAttribute("from") { writer.attribute("to", $0) }
    }
}
