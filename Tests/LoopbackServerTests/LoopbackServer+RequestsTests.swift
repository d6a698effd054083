import Testing

@testable import LoopbackServer

@Suite struct LoopbackServerRequestsTests {
    @Test(arguments: [" to='localhost'", "", " to='romeo@localhost'"])
    func `a ping is answered in the name of whom it was for`(to: String) throws {
        let play = try Play(["romeo"])
        let romeo = play.enter("romeo", "orchard")
        let heard = romeo.ask("<iq type='get' id='p&amp;1'\(to)><ping xmlns='urn:xmpp:ping'/></iq>")
        let from = to.replacing(" to=", with: " from=")
        #expect(
            heard == "<iq type='result' id='p&amp;1'\(from) to='romeo@localhost/orchard'/>")
    }

    @Test func `requests between sessions go there and back`() throws {
        let play = try Play(["romeo", "juliet"])
        let romeo = play.enter("romeo", "orchard")
        let juliet = play.enter("juliet", "balcony")
        romeo.say(
            "<iq type='get' id='1' to='juliet@localhost/balcony'><ping xmlns='urn:xmpp:ping'/></iq>"
        )
        #expect(
            juliet.listen() == "<iq from='romeo@localhost/orchard' type='get' id='1'"
                + " to='juliet@localhost/balcony'><ping xmlns='urn:xmpp:ping'/></iq>")
        juliet.say("<iq type='result' id='1' to='romeo@localhost/orchard'/>")
        #expect(
            romeo.listen() == "<iq from='juliet@localhost/balcony' type='result' id='1'"
                + " to='romeo@localhost/orchard'/>")
    }

    @Test(arguments: [
        ("to='juliet@localhost/balcony'", "service-unavailable"),
        ("to='juliet@localhost'", "service-unavailable"),
        ("to='nobody@localhost'", "service-unavailable"),
        ("to='localhost'", "service-unavailable"),
        ("to='localhost/resource'", "service-unavailable"),
        ("", "service-unavailable"),
        ("to='elsewhere.example'", "remote-server-not-found"),
        ("to='@'", "jid-malformed"),
    ])
    func `a request that nobody answers comes back, an answer does not`(
        to: String, condition: String
    ) throws {
        let play = try Play(["romeo", "juliet"])
        let romeo = play.enter("romeo", "orchard")
        for type in ["get", "set"] {
            let heard = romeo.ask("<iq type='\(type)' id='1' \(to)><x xmlns='urn:example:x'/></iq>")
            #expect(heard.hasPrefix("<iq type='error' id='1' "))
            #expect(heard.contains("<\(condition) "))
        }
        for type in ["result", "error"] {
            #expect(romeo.ask("<iq type='\(type)' id='1' \(to)/>") == "")
        }
    }

    @Test(arguments: [
        "<iq id='1'/>", "<iq type='get'><ping xmlns='urn:xmpp:ping'/></iq>",
        "<iq type='other' id='1'/>", "<iq type='get' id='1'/>",
    ])
    func `a request without its parts is a bad request`(iq: String) throws {
        let play = try Play(["romeo"])
        #expect(play.enter("romeo", "orchard").ask(iq).contains("<bad-request "))
    }

    @Test func `the server says what it is`() throws {
        let play = try Play(["romeo"]) { $0.version = "1.2 <3>" }
        let romeo = play.enter("romeo", "orchard")
        let version = romeo.ask(
            "<iq type='get' id='1' to='localhost'><query xmlns='jabber:iq:version'/></iq>")
        #expect(version.contains("<version>1.2 &lt;3&gt;</version>"))
        let info = "<query xmlns='http://jabber.org/protocol/disco#info'/></iq>"
        let server = romeo.ask("<iq type='get' id='2' to='localhost'>" + info)
        #expect(server.contains("<identity category='server' type='im' "))
        #expect(server.contains("<feature var='urn:xmpp:ping'/>"))
        let account = romeo.ask("<iq type='get' id='3'>" + info)
        #expect(account.contains("<identity category='account' type='registered'/>"))
        let items = romeo.ask(
            "<iq type='get' id='4' to='localhost'>"
                + "<query xmlns='http://jabber.org/protocol/disco#items'/></iq>")
        #expect(items.contains("type='result'"))
        let node = romeo.ask(
            "<iq type='get' id='5' to='localhost'>"
                + "<query xmlns='http://jabber.org/protocol/disco#info' node='x'/></iq>")
        #expect(node.contains("<item-not-found "))
        let session = romeo.ask(
            "<iq type='set' id='6'><session xmlns='urn:ietf:params:xml:ns:xmpp-session'/></iq>")
        #expect(session == "<iq type='result' id='6' to='romeo@localhost/orchard'/>")
    }

    @Test func `a password is changed`() throws {
        let play = try Play(["romeo"])
        let romeo = play.enter("romeo", "orchard")
        let form = romeo.ask("<iq type='get' id='1'><query xmlns='jabber:iq:register'/></iq>")
        #expect(form.contains("<registered/><username>romeo</username>"))
        func change(_ user: String) -> String {
            romeo.ask(
                "<iq type='set' id='2'><query xmlns='jabber:iq:register'><username>\(user)"
                    + "</username><password>new</password></query></iq>")
        }
        #expect(change("juliet").contains("<not-allowed "))
        #expect(change("Romeo").contains("type='result'"))
        let old = play.enter()
        old.authenticate("romeo")
        #expect(old.listen().contains("<not-authorized/>"))
        let new = play.enter()
        new.authenticate("romeo", password: "new")
        #expect(new.listen().contains("<success "))
    }

    @Test func `an account is removed: its sessions end, its contacts forget it`() throws {
        let play = try Play(["romeo", "juliet"])
        let romeo = play.appear("romeo", "orchard")
        let other = play.enter("romeo", "other")
        let juliet = play.appear("juliet", "balcony")
        romeo.say("<presence type='subscribe' to='juliet@localhost'/>")
        juliet.say("<presence type='subscribed' to='romeo@localhost'/>")
        _ = juliet.ask("<iq type='get' id='g'><query xmlns='jabber:iq:roster'/></iq>")
        let heard = romeo.ask(
            "<iq type='set' id='1'><query xmlns='jabber:iq:register'><remove/></query></iq>")
        #expect(heard.hasPrefix("<iq type='result' id='1' to='romeo@localhost/orchard'/>"))
        #expect(heard.contains("<stream:error><not-authorized "))
        #expect(romeo.isGone && other.isGone)
        #expect(juliet.listen().contains("<item jid='romeo@localhost' subscription='none'/>"))
        let again = play.enter()
        again.authenticate("romeo")
        #expect(again.listen().contains("<not-authorized/>"))
        #expect(play.state.domain.withLock { ($0.accountCount, $0.sessionCount) } == (1, 1))
        #expect(play.servers[0].statistics.current.online == 1)
        // The place of the account can be used again, and nothing of the old one is left.
        #expect(play.state.register(username: "romeo", password: "secret") == nil)
        let empty = play.enter("romeo", "new").ask(
            "<iq type='get' id='g'><query xmlns='jabber:iq:roster'/></iq>")
        #expect(!empty.contains("<item"))
    }
}
