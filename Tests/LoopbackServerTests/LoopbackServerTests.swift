import EventLoop
import Testing
import Units

@testable import LoopbackServer

@Suite struct LoopbackServerTests {
    @Test func `a client registers, logs in and is alone with its resource`() throws {
        let play = try Play([])
        let romeo = play.enter()
        romeo.open()
        #expect(
            romeo.listen().contains("<register xmlns='http://jabber.org/features/iq-register'/>"))
        let form =
            "<iq type='set' id='r'><query xmlns='jabber:iq:register'><username>Romeo</username>"
            + "<password>secret</password></query></iq>"
        #expect(romeo.ask(form) == "<iq type='result' id='r'/>")
        #expect(romeo.ask(form).contains("<conflict "))
        romeo.say("</stream:stream>")
        #expect(romeo.isGone)
        let again = play.enter()
        again.authenticate("romeo")
        let made = again.ask(
            "<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>")
        #expect(made.hasPrefix("<iq type='result' id='b'><bind "))
        #expect(made.contains("<jid>romeo@localhost/"))
        #expect(play.servers[0].statistics.current.online == 1)
    }

    @Test func `unknown users and wrong passwords are refused alike`() throws {
        let play = try Play(["romeo"])
        let role = play.enter()
        role.authenticate("nobody")
        let unknown = role.listen()
        let other = play.enter()
        other.authenticate("romeo", password: "wrong")
        let failure =
            "<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><not-authorized/></failure>"
        #expect(unknown.hasSuffix(failure))
        #expect(other.listen().hasSuffix(failure))
    }

    @Test func `the latest client gets a resource, the one before it is told`() throws {
        let play = try Play(["romeo", "juliet"])
        let juliet = play.enter("juliet", "balcony")
        let first = play.appear("romeo", "orchard")
        let second = play.enter("romeo", "orchard")
        #expect(
            first.listen()
                == "<stream:error><conflict xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>"
                + "</stream:error></stream:stream>")
        #expect(first.isGone)
        juliet.say("<message to='romeo@localhost/orchard'><body>hi</body></message>")
        #expect(second.listen().contains("<body>hi</body>"))
        #expect(play.servers[0].statistics.current.online == 2)
        #expect(play.state.domain.withLock { $0.sessionCount } == 2)
    }

    @Test func `sessions of one account are bounded`() throws {
        let play = try Play(["romeo"]) { $0.limits.sessionsPerAccount = 2 }
        _ = play.enter("romeo", "a")
        _ = play.enter("romeo", "b")
        let third = play.enter()
        third.authenticate("romeo")
        let heard = third.ask(
            "<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>")
        #expect(heard.contains("<error type='wait'><resource-constraint "))
    }

    @Test(arguments: [
        ("<message to='a@localhost'", "</presence>", "not-well-formed"),
        ("<message><?pi?></message>", "", "restricted-xml"),
        ("<other/>", "", "unsupported-stanza-type"),
        ("<message xmlns='urn:example:other'/>", "", "unsupported-stanza-type"),
        ("<message from='juliet@localhost'/>", "", "invalid-from"),
        ("<presence from='romeo@localhost/other'/>", "", "invalid-from"),
        ("<message from='@'/>", "", "invalid-from"),
    ])
    func `what is no stanza ends the stream with its error`(
        first: String, second: String, condition: String
    ) throws {
        let play = try Play(["romeo"])
        let romeo = play.enter("romeo", "orchard")
        romeo.say(first)
        romeo.say(second)
        let heard = romeo.listen()
        #expect(
            heard.hasPrefix(
                "<stream:error><\(condition) xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>"))
        #expect(heard.hasSuffix("</stream:error></stream:stream>"))
        #expect(romeo.isGone)
        #expect(play.state.domain.withLock { $0.sessionCount } == 0)
    }

    @Test(arguments: ["romeo@localhost", "Romeo@LOCALHOST/orchard", "romeo@localhost/orchard"])
    func `a client may say who it is`(from: String) throws {
        let play = try Play(["romeo"])
        let romeo = play.enter("romeo", "orchard")
        let heard = romeo.ask("<message id='1' from='\(from)' to='romeo@localhost/orchard'/>")
        #expect(
            heard == "<message from='romeo@localhost/orchard' id='1'"
                + " to='romeo@localhost/orchard'/>")
    }

    @Test func `stanzas inherit the language and the prefixes of the sender's stream`() throws {
        let play = try Play(["romeo"])
        let romeo = play.enter()
        romeo.authenticate("romeo")
        // A third header would not be taken; the second one counts.
        let other = play.enter()
        other.open()
        other.say(
            "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>"
                + "AHJvbWVvAHNlY3JldA==</auth>")
        other.say(
            "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'"
                + " to='localhost' version='1.0' xml:lang='it' xmlns:x=\"urn:example:x\">")
        other.say(
            "<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>"
                + "<resource>r</resource></bind></iq>")
        #expect(
            other.ask("<message to='romeo@localhost/r'><x:a/></message>")
                == "<message from='romeo@localhost/r' xml:lang='it' xmlns:x=\"urn:example:x\""
                + " to='romeo@localhost/r'><x:a/></message>")
        #expect(
            other.ask("<message to='romeo@localhost/r' xml:lang='en' xmlns:x='urn:y'/>")
                == "<message from='romeo@localhost/r' to='romeo@localhost/r' xml:lang='en'"
                + " xmlns:x='urn:y'/>")
    }

    @Test func `white space keeps a stream alive, and nothing answers it`() throws {
        let play = try Play(["romeo"])
        let romeo = play.enter("romeo", "orchard")
        #expect(romeo.ask(" \n ") == "")
        #expect(!romeo.isGone)
    }

    @Test func `a stanza that is too long ends the stream`() throws {
        let play = try Play(["romeo"]) { $0.limits.stanzaBytes = 1_000 }
        let romeo = play.enter("romeo", "orchard")
        let body = String(repeating: "x", count: 2_000)
        #expect(
            romeo.ask("<message><body>\(body)</body></message>").contains("<policy-violation "))
        #expect(romeo.isGone)
    }

    @Test func `who does not log in has to go, who did stays`() throws {
        let play = try Play(["romeo"]) { $0.limits.unauthenticatedTime = .seconds(5) }
        let romeo = play.enter("romeo", "orchard")
        let slow = play.enter()
        slow.open()
        let mute = play.enter()
        play.settle(.seconds(4))
        #expect(!slow.isGone && !mute.isGone)
        play.settle(.seconds(2))
        #expect(slow.listen().contains("<connection-timeout "))
        #expect(mute.listen().contains("<connection-timeout "))
        #expect(slow.isGone && mute.isGone && !romeo.isGone)
        #expect(play.servers[0].statistics.current.accepted == 3)
    }

    @Test func `a client that does not read is not read from, and cut in the end`() throws {
        let play = try Play(["romeo", "juliet"])
        let romeo = play.enter("romeo", "orchard")
        let juliet = play.enter("juliet", "balcony")
        juliet.stopReading()
        let body = String(repeating: "x", count: 100_000)
        for _ in 0..<10 {
            romeo.say("<message to='juliet@localhost/balcony'><body>\(body)</body></message>")
        }
        // Its own stanzas wait now.
        juliet.say("<message to='romeo@localhost/orchard'><body>late</body></message>")
        #expect(romeo.listen() == "")
        juliet.readOn()
        #expect(juliet.listen().components(of: "</message>") == 10)
        #expect(romeo.listen().contains("<body>late</body>"))
        juliet.stopReading()
        for _ in 0..<60 {
            romeo.say("<message to='juliet@localhost/balcony'><body>\(body)</body></message>")
        }
        #expect(play.servers[0].statistics.current.cut == 1)
        #expect(play.state.domain.withLock { $0.sessionCount } == 1)
        #expect(romeo.listen().contains("<service-unavailable "))
    }

    @Test func `a burst that the network takes at once pauses nobody for good`() throws {
        let play = try Play(["romeo", "juliet"]) { $0.limits.pausingQueueBytes = 1_000 }
        let romeo = play.enter("romeo", "orchard")
        let juliet = play.enter("juliet", "balcony")
        let body = String(repeating: "x", count: 2_000)
        romeo.say("<message to='juliet@localhost/balcony'><body>\(body)</body></message>")
        _ = juliet.listen()
        juliet.say("<message to='romeo@localhost/orchard'><body>read</body></message>")
        #expect(romeo.listen().contains("<body>read</body>"))
    }

    @Test func `sessions of different workers are one domain`() throws {
        let play = try Play(["romeo", "juliet"], workers: 3)
        let roles = (0..<6).map { play.enter($0 % 2 == 0 ? "romeo" : "juliet", "r\($0)") }
        #expect(play.servers.allSatisfy { $0.statistics.current.online > 0 })
        for (index, sender) in roles.enumerated() {
            for (target, receiver) in roles.enumerated() {
                let user = target % 2 == 0 ? "romeo" : "juliet"
                let body = "\(index) to \(target)"
                sender.say(
                    "<message to='\(user)@localhost/r\(target)'><body>\(body)</body></message>")
                #expect(receiver.listen().contains("<body>\(body)</body>"))
            }
        }
        // A conflict reaches the other worker, too.
        let again = play.enter("romeo", "r0")
        #expect(roles[0].listen().contains("<conflict "))
        #expect(roles[0].isGone && !again.isGone)
        #expect(play.servers.reduce(0) { $0 + $1.statistics.current.online } == 6)
    }

    @Test func `a server that stops says so to all, and then it has ended`() throws {
        let play = try Play(["romeo"])
        let romeo = play.enter("romeo", "orchard")
        let guest = play.enter()
        var hasEnded = false
        play.servers[0].whenEnded { hasEnded = true }
        play.state.stop()
        play.settle(.seconds(3))
        #expect(romeo.listen().contains("<system-shutdown "))
        #expect(guest.listen().contains("<system-shutdown "))
        #expect(romeo.isGone && guest.isGone && hasEnded)
    }
}
