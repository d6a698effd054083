import Testing

@testable import LoopbackServer

@Suite struct DomainRosterTests {
    private static func set(_ item: String) -> String {
        "<iq type='set' id='s'><query xmlns='jabber:iq:roster'>\(item)</query></iq>"
    }
    private static func get(_ attributes: String = "") -> String {
        "<iq type='get' id='g'><query xmlns='jabber:iq:roster'\(attributes)/></iq>"
    }

    @Test func `a contact is set, pushed to those who asked for the roster, and read`() throws {
        let play = try Play(["romeo"])
        let first = play.enter("romeo", "a")
        let second = play.enter("romeo", "b")
        let third = play.enter("romeo", "c")
        let empty = first.ask(Self.get())
        #expect(
            empty == "<iq type='result' id='g' to='romeo@localhost/a'>"
                + "<query xmlns='jabber:iq:roster'></query></iq>")
        _ = second.ask(Self.get())
        let item =
            "<item jid='Juliet@localhost' name='My &lt;love>'><group>A &amp; B</group>"
            + "<group>C</group></item>"
        let heard = first.ask(Self.set(item))
        let expected =
            "<query xmlns='jabber:iq:roster' ver='1'><item jid='juliet@localhost'"
            + " name='My &lt;love&gt;' subscription='none'><group>A &amp; B</group>"
            + "<group>C</group></item></query></iq>"
        #expect(
            heard == "<iq type='set' id='push-1' to='romeo@localhost/a'>" + expected
                + "<iq type='result' id='s' to='romeo@localhost/a'/>")
        #expect(
            second.listen() == "<iq type='set' id='push-1' to='romeo@localhost/b'>" + expected)
        #expect(third.listen() == "")
        #expect(third.ask(Self.get()).contains("<item jid='juliet@localhost'"))
    }

    @Test func `a client that has the version gets nothing, one with an old version all`() throws {
        let play = try Play(["romeo"])
        let romeo = play.enter("romeo", "a")
        #expect(romeo.ask(Self.get(" ver=''")).contains("<query xmlns='jabber:iq:roster' ver='0'>"))
        _ = romeo.ask(Self.set("<item jid='juliet@localhost'/>"))
        #expect(
            romeo.ask(Self.get(" ver='1'")) == "<iq type='result' id='g' to='romeo@localhost/a'/>")
        let all = romeo.ask(Self.get(" ver='0'"))
        #expect(all.contains(" ver='1'><item jid='juliet@localhost' subscription='none'/>"))
    }

    @Test func `a contact changes and goes`() throws {
        let play = try Play(["romeo"])
        let romeo = play.enter("romeo", "a")
        _ = romeo.ask(Self.get())
        _ = romeo.ask(Self.set("<item jid='juliet@localhost' name='J'><group>A</group></item>"))
        _ = romeo.ask(Self.set("<item jid='juliet@localhost' subscription='both'/>"))
        // The name and the groups are gone, and the subscription is not for the client to set.
        #expect(
            romeo.ask(Self.get()).contains("<item jid='juliet@localhost' subscription='none'/>"))
        let removal = "<item jid='juliet@localhost' subscription='remove'/>"
        #expect(romeo.ask(Self.set(removal)).contains(removal))
        #expect(romeo.ask(Self.set(removal)).contains("<item-not-found "))
    }

    @Test(arguments: [
        ("", "bad-request"),
        ("<item jid='a@localhost'/><item jid='b@localhost'/>", "bad-request"),
        ("<item name='a'/>", "bad-request"),
        ("<item jid='@'/>", "jid-malformed"),
        ("<item jid='romeo@localhost'/>", "not-allowed"),
        ("<item jid='a@localhost'><group/></item>", "not-acceptable"),
        ("<item jid='a@localhost'><group>x</group><group>x</group></item>", "bad-request"),
        (
            "<item jid='a@localhost' name='" + String(repeating: "x", count: 1_024) + "'/>",
            "not-acceptable"
        ),
    ])
    func `a wrong contact is refused`(item: String, condition: String) throws {
        let play = try Play(["romeo"])
        let romeo = play.enter("romeo", "a")
        #expect(romeo.ask(Self.set(item)).contains("<\(condition) "))
    }

    @Test func `a roster is bounded`() throws {
        let play = try Play(["romeo"]) { $0.limits.rosterItems = 2 }
        let romeo = play.enter("romeo", "a")
        for index in 0..<2 {
            #expect(
                romeo.ask(Self.set("<item jid='c\(index)@localhost'/>")).contains("'result'"))
        }
        #expect(romeo.ask(Self.set("<item jid='c2@localhost'/>")).contains("<resource-constraint "))
        #expect(romeo.ask(Self.set("<item jid='c1@localhost' name='x'/>")).contains("'result'"))
    }
}
