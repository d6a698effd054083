/// The XML namespaces that Clamor speaks.
package enum Namespaces {
    /// RFC 6120 §4.8.2.
    package static var streams: StaticString { "http://etherx.jabber.org/streams" }
    /// RFC 6120 §4.8.3.
    package static var client: StaticString { "jabber:client" }
    /// RFC 6120 §4.9.2.
    package static var streamErrors: StaticString { "urn:ietf:params:xml:ns:xmpp-streams" }
    /// RFC 6120 §8.3.2.
    package static var stanzaErrors: StaticString { "urn:ietf:params:xml:ns:xmpp-stanzas" }
    /// RFC 6120 §5.
    package static var tls: StaticString { "urn:ietf:params:xml:ns:xmpp-tls" }
    /// RFC 6120 §6.
    package static var sasl: StaticString { "urn:ietf:params:xml:ns:xmpp-sasl" }
    /// RFC 6120 §7.
    package static var bind: StaticString { "urn:ietf:params:xml:ns:xmpp-bind" }
    /// RFC 3921 §3; obsolete, but still required by some servers.
    package static var session: StaticString { "urn:ietf:params:xml:ns:xmpp-session" }
    /// RFC 6121 §2.
    package static var roster: StaticString { "jabber:iq:roster" }
    /// RFC 6121 §2.6.
    package static var rosterVersioning: StaticString { "urn:xmpp:features:rosterver" }
    /// XEP-0440.
    package static var channelBindings: StaticString { "urn:xmpp:sasl-cb:0" }
    /// XEP-0004.
    package static var dataForms: StaticString { "jabber:x:data" }
    /// XEP-0030.
    package static var discoInfo: StaticString { "http://jabber.org/protocol/disco#info" }
    /// XEP-0030.
    package static var discoItems: StaticString { "http://jabber.org/protocol/disco#items" }
    /// XEP-0066.
    package static var outOfBand: StaticString { "jabber:x:oob" }
    /// XEP-0077.
    package static var register: StaticString { "jabber:iq:register" }
    /// XEP-0077 §8.
    package static var registerFeature: StaticString {
        "http://jabber.org/features/iq-register"
    }
    /// XEP-0092.
    package static var version: StaticString { "jabber:iq:version" }
    /// XEP-0158.
    package static var captcha: StaticString { "urn:xmpp:captcha" }
    /// XEP-0199.
    package static var ping: StaticString { "urn:xmpp:ping" }
    /// XEP-0203.
    package static var delay: StaticString { "urn:xmpp:delay" }
}
