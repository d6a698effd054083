import Testing

@testable import XMPP

@Suite("Stream features")
struct StreamFeaturesTests {
    private func features(_ content: String) -> StreamFeatures? {
        StanzaReader.read("<stream:features>\(content)</stream:features>") { StreamFeatures($0) }
    }

    @Test("nothing is offered by an empty list, or by other namespaces")
    func empty() {
        for content in ["", "<starttls/><mechanisms><mechanism>PLAIN</mechanism></mechanisms>"] {
            let features = features(content)
            #expect(features?.startTLS == .absent)
            #expect(features?.mechanisms == [])
            #expect(features?.channelBindings == nil)
            #expect(features?.bind == .absent)
            #expect(features?.session == .absent)
            #expect(features?.register == .absent)
            #expect(features?.rosterVersioning == .absent)
        }
    }

    @Test("reads what Prosody offers before and after the login")
    func prosody() {
        let before = features(
            "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>"
                + "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>"
                + "<mechanism>SCRAM-SHA-1</mechanism><mechanism>PLAIN</mechanism></mechanisms>"
                + "<sasl-channel-binding xmlns='urn:xmpp:sasl-cb:0'>"
                + "<channel-binding type='tls-exporter'/></sasl-channel-binding>"
                + "<register xmlns='http://jabber.org/features/iq-register'/>")
        #expect(before?.startTLS == .required)
        #expect(before?.mechanisms == ["SCRAM-SHA-1", "PLAIN"])
        #expect(before?.channelBindings == ["tls-exporter"])
        #expect(before?.register == .optional)
        let after = features(
            "<ver xmlns='urn:xmpp:features:rosterver'/><sm xmlns='urn:xmpp:sm:3'><optional/></sm>"
                + "<c ver='nSk=' xmlns='http://jabber.org/protocol/caps' node='http://prosody.im'"
                + " hash='sha-1'/><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><required/></bind>"
                + "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'><optional/></session>")
        #expect(after?.rosterVersioning == .optional)
        #expect(after?.bind == .required)
        #expect(after?.session == .optional)
        #expect(after?.startTLS == .absent)
    }

    @Test("a legacy session is required unless it says that it is optional")
    func session() {
        #expect(
            features("<session xmlns='urn:ietf:params:xml:ns:xmpp-session'/>")?.session
                == .required)
    }
}
