import Testing

@testable import XMPP

@Suite("Kinds and types of stanzas")
struct StanzaKindTests {
    @Test(
        "tells the kinds apart",
        arguments: [
            ("<message/>", StanzaKind.message), ("<presence/>", .presence), ("<iq/>", .iq),
            ("<message xmlns='urn:x'/>", nil), ("<r xmlns='urn:xmpp:sm:3'/>", nil),
            ("<messages/>", nil),
        ] as [(String, StanzaKind?)])
    func kinds(xml: String, kind: StanzaKind?) {
        #expect(StanzaReader.read(xml) { StanzaKind($0) } == .some(kind))
    }

    @Test(
        "tells the types of iq stanzas apart",
        arguments: [
            ("type='get'", IQType.get), ("type='set'", .set), ("type='result'", .result),
            ("type='error'", .error), ("", nil), ("type='GET'", nil),
        ] as [(String, IQType?)])
    func iqTypes(attribute: String, type: IQType?) {
        #expect(StanzaReader.read("<iq \(attribute)/>") { IQType($0) } == .some(type))
    }

    @Test(
        "tells the types of presence stanzas apart",
        arguments: [
            ("", PresenceType.available), ("type='unavailable'", .unavailable),
            ("type='subscribe'", .subscribe), ("type='subscribed'", .subscribed),
            ("type='unsubscribe'", .unsubscribe), ("type='unsubscribed'", .unsubscribed),
            ("type='probe'", .probe), ("type='error'", .error), ("type=''", nil),
            ("type='available'", nil),
        ] as [(String, PresenceType?)])
    func presenceTypes(attribute: String, type: PresenceType?) {
        #expect(StanzaReader.read("<presence \(attribute)/>") { PresenceType($0) } == .some(type))
    }
}
