import Testing

@testable import XMPP

@Suite("Rosters")
struct RosterResultTests {
    private func roster(_ xml: String) -> RosterResult? {
        StanzaReader.read(xml) { RosterResult($0) } ?? nil
    }

    @Test("reads the items of a result")
    func items() {
        let result = roster(
            "<iq id='1' type='result'><query xmlns='jabber:iq:roster' ver='v7'>"
                + "<item jid='Romeo@example.net' name='R &amp; J' subscription='both'>"
                + "<group>Friends</group><group>Lovers</group></item>"
                + "<item jid='nurse@example.net' ask='subscribe'/>"
                + "<item jid='@bad'/><item subscription='to'/><other xmlns='urn:x'/></query></iq>")
        #expect(result?.version == "v7")
        #expect(
            result?.items == [
                RosterItem(
                    jid: JID("romeo@example.net")!, name: "R & J", subscription: .both,
                    groups: ["Friends", "Lovers"]),
                RosterItem(jid: JID("nurse@example.net")!, isPending: true),
            ])
    }

    @Test("reads a push, an empty roster, and an unchanged one")
    func others() {
        let push = roster(
            "<iq id='1' type='set'><query xmlns='jabber:iq:roster' ver='v8'>"
                + "<item jid='romeo@example.net' subscription='remove'/></query></iq>")
        #expect(push?.items.first?.subscription == .remove)
        #expect(
            roster("<iq id='1' type='result'><query xmlns='jabber:iq:roster'/></iq>")?.items == [])
        #expect(roster("<iq id='1' type='result'/>") == nil)
    }
}
