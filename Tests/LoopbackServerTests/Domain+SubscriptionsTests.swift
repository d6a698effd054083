import Testing

@testable import LoopbackServer

@Suite struct DomainSubscriptionsTests {
    private static let rosterGet = "<iq type='get' id='r'><query xmlns='jabber:iq:roster'/></iq>"

    /// A roster item as it is pushed.
    private static func item(_ jid: String, _ state: String) -> String {
        "<item jid='\(jid)' subscription='\(state)'"
    }

    @Test func `a subscription goes through none, asked, to and from, and both`() throws {
        let play = try Play(["romeo", "juliet"])
        let romeo = play.appear("romeo", "orchard")
        let juliet = play.appear("juliet", "balcony")
        _ = romeo.ask(Self.rosterGet)
        _ = juliet.ask(Self.rosterGet)

        let asked = romeo.ask("<presence type='subscribe' to='juliet@localhost' id='s'/>")
        #expect(asked.contains(Self.item("juliet@localhost", "none") + " ask='subscribe'/>"))
        #expect(
            juliet.listen()
                == "<presence from='romeo@localhost' to='juliet@localhost' type='subscribe'"
                + " id='s'/>")

        let approved = juliet.ask("<presence type='subscribed' to='romeo@localhost'/>")
        #expect(approved.contains(Self.item("romeo@localhost", "from") + "/>"))
        let heard = romeo.listen()
        #expect(
            heard.contains(
                "<presence from='juliet@localhost' to='romeo@localhost' type='subscribed'/>"))
        #expect(heard.contains(Self.item("juliet@localhost", "to") + "/>"))
        #expect(
            heard.contains("<presence to='romeo@localhost' from='juliet@localhost/balcony'>"))

        juliet.say("<presence type='subscribe' to='romeo@localhost/orchard'/>")
        #expect(
            romeo.listen().contains("<presence from='juliet@localhost' to='romeo@localhost'"))
        romeo.say("<presence type='subscribed' to='juliet@localhost'/>")
        #expect(romeo.listen().contains(Self.item("juliet@localhost", "both") + "/>"))
        #expect(juliet.listen().contains(Self.item("romeo@localhost", "both") + "/>"))
    }

    @Test func `a request waits for its answer over logins`() throws {
        let play = try Play(["romeo", "juliet"])
        let romeo = play.appear("romeo", "orchard")
        romeo.say("<presence type='subscribe' to='juliet@localhost'/>")
        for _ in 0..<2 {
            let juliet = play.enter("juliet", "balcony")
            let heard = juliet.ask("<presence/>")
            #expect(heard.components(of: "type='subscribe'") == 1)
            // It is not in her roster.
            #expect(!juliet.ask(Self.rosterGet).contains("<item"))
            juliet.vanish()
        }
        let juliet = play.appear("juliet", "balcony")
        juliet.say("<presence type='unsubscribed' to='romeo@localhost'/>")
        #expect(romeo.listen().contains("type='unsubscribed'"))
        #expect(romeo.ask(Self.rosterGet).contains(Self.item("juliet@localhost", "none") + "/>"))
        juliet.vanish()
        #expect(!play.enter("juliet", "balcony").ask("<presence/>").contains("subscribe"))
    }

    /// Both see each other; then one of them ends it.
    private func couple() throws -> (Play.Role, Play.Role) {
        let play = try Play(["romeo", "juliet"])
        let romeo = play.appear("romeo", "orchard")
        let juliet = play.appear("juliet", "balcony")
        for (asking, asked, names) in [
            (romeo, juliet, ("romeo", "juliet")), (juliet, romeo, ("juliet", "romeo")),
        ] {
            asking.say("<presence type='subscribe' to='\(names.1)@localhost'/>")
            asked.say("<presence type='subscribed' to='\(names.0)@localhost'/>")
        }
        for role in [romeo, juliet] {
            let roster = role.ask(Self.rosterGet)
            #expect(roster.contains(" subscription='both'/>"))
        }
        return (romeo, juliet)
    }

    @Test func `unsubscribe ends what the account sees`() throws {
        let (romeo, juliet) = try couple()
        let heard = romeo.ask("<presence type='unsubscribe' to='juliet@localhost'/>")
        #expect(heard.contains(Self.item("juliet@localhost", "from") + "/>"))
        #expect(heard.contains("from='juliet@localhost/balcony' type='unavailable'"))
        let told = juliet.listen()
        #expect(told.contains("type='unsubscribe'"))
        #expect(told.contains(Self.item("romeo@localhost", "to") + "/>"))
        juliet.say("<presence/>")
        #expect(romeo.listen() == "")
    }

    @Test func `unsubscribed ends what the contact sees`() throws {
        let (romeo, juliet) = try couple()
        let heard = romeo.ask("<presence type='unsubscribed' to='juliet@localhost'/>")
        #expect(heard.contains(Self.item("juliet@localhost", "to") + "/>"))
        let told = juliet.listen()
        #expect(told.contains("from='romeo@localhost/orchard' type='unavailable'"))
        #expect(told.contains("type='unsubscribed'"))
        #expect(told.contains(Self.item("romeo@localhost", "from") + "/>"))
    }

    @Test func `a contact that is removed is told, both ways`() throws {
        let (romeo, juliet) = try couple()
        let heard = romeo.ask(
            "<iq type='set' id='x'><query xmlns='jabber:iq:roster'>"
                + "<item jid='juliet@localhost' subscription='remove'/></query></iq>")
        #expect(heard.contains("<item jid='juliet@localhost' subscription='remove'/>"))
        #expect(heard.hasSuffix("<iq type='result' id='x' to='romeo@localhost/orchard'/>"))
        let told = juliet.listen()
        #expect(told.contains("type='unsubscribe'"))
        #expect(told.contains("type='unsubscribed'"))
        #expect(told.contains(Self.item("romeo@localhost", "none") + "/>"))
        #expect(!romeo.ask(Self.rosterGet).contains("<item"))
    }

    @Test func `who is subscribed already need not ask`() throws {
        let (romeo, juliet) = try couple()
        #expect(romeo.ask("<presence type='subscribe' to='juliet@localhost'/>") == "")
        #expect(juliet.listen() == "")
    }

    @Test func `answers without a request, and requests to oneself or nobody, do nothing`() throws {
        let play = try Play(["romeo", "juliet"])
        let romeo = play.appear("romeo", "orchard")
        let juliet = play.appear("juliet", "balcony")
        for type in ["subscribed", "unsubscribe", "unsubscribed"] {
            #expect(romeo.ask("<presence type='\(type)' to='juliet@localhost'/>") == "")
        }
        #expect(juliet.listen() == "")
        #expect(romeo.ask("<presence type='subscribe' to='romeo@localhost'/>") == "")
        _ = romeo.ask("<presence type='subscribe' to='nobody@localhost'/>")
        #expect(
            romeo.ask(Self.rosterGet).contains(
                Self.item("nobody@localhost", "none") + " ask='subscribe'/>"))
        #expect(
            romeo.ask("<presence type='subscribe' to='a@elsewhere.example'/>").contains(
                "<remote-server-not-found "))
    }
}
