import Testing

@testable import LoopbackServer

@Suite struct DomainPresenceTests {
    /// Romeo sees Juliet, and she sees him.
    private func lovers() throws -> Play {
        let play = try Play(["romeo", "juliet", "nurse"])
        let romeo = play.appear("romeo", "wooing")
        let juliet = play.appear("juliet", "wooing")
        romeo.say("<presence type='subscribe' to='juliet@localhost'/>")
        juliet.say("<presence type='subscribed' to='romeo@localhost'/>")
        juliet.say("<presence type='subscribe' to='romeo@localhost'/>")
        romeo.say("<presence type='subscribed' to='juliet@localhost'/>")
        romeo.say("</stream:stream>")
        juliet.say("</stream:stream>")
        #expect(romeo.isGone && juliet.isGone)
        return play
    }

    @Test func `the first presence comes back, and brings the presence of contacts`() throws {
        let play = try lovers()
        let juliet = play.enter("juliet", "balcony")
        let own = "<presence to='juliet@localhost' from='juliet@localhost/balcony'/>"
        #expect(juliet.ask("<presence/>") == own)
        let romeo = play.enter("romeo", "orchard")
        let heard = romeo.ask("<presence id='p'><show>chat</show></presence>")
        #expect(
            heard == "<presence to='romeo@localhost' from='romeo@localhost/orchard' id='p'>"
                + "<show>chat</show></presence>"
                + "<presence to='romeo@localhost' from='juliet@localhost/balcony'/>")
        #expect(
            juliet.listen() == "<presence to='juliet@localhost' from='romeo@localhost/orchard'"
                + " id='p'><show>chat</show></presence>")
    }

    @Test func `an account's sessions see each other`() throws {
        let play = try Play(["romeo"])
        let first = play.appear("romeo", "a")
        let second = play.enter("romeo", "b")
        let heard = second.ask("<presence/>")
        #expect(heard.contains("from='romeo@localhost/b'"))
        #expect(heard.contains("from='romeo@localhost/a'"))
        #expect(first.listen().contains("from='romeo@localhost/b'"))
    }

    @Test func `a change is broadcast, and nothing is asked again`() throws {
        let play = try lovers()
        let juliet = play.appear("juliet", "balcony")
        let romeo = play.appear("romeo", "orchard")
        _ = juliet.listen()
        let heard = romeo.ask("<presence><show>away</show></presence>")
        #expect(heard.components(of: "<presence ") == 1)
        #expect(juliet.listen().contains("<show>away</show>"))
    }

    @Test(arguments: ["<presence type='unavailable'><status>bye</status></presence>", ""])
    func `who saw a session come sees it go`(farewell: String) throws {
        let play = try lovers()
        let juliet = play.appear("juliet", "balcony")
        let other = play.appear("romeo", "other")
        let romeo = play.appear("romeo", "orchard")
        let nurse = play.appear("nurse", "kitchen")
        for role in [juliet, other, nurse] { _ = role.listen() }
        if farewell.isEmpty { romeo.vanish() } else { romeo.say(farewell) }
        let expected = "from='romeo@localhost/orchard' type='unavailable'"
        #expect(juliet.listen().contains(expected))
        #expect(other.listen().contains(expected))
        #expect(nurse.listen() == "")
        // It is said once.
        romeo.vanish()
        #expect(juliet.listen() == "")
        #expect(play.state.domain.withLock { $0.sessionCount } == 3)
    }

    @Test func `directed presence reaches one address, which is told when the session goes`() throws
    {
        let play = try Play(["romeo", "nurse"])
        let romeo = play.enter("romeo", "orchard")
        let nurse = play.appear("nurse", "kitchen")
        romeo.say("<presence to='nurse@localhost/kitchen'/>")
        #expect(
            nurse.listen()
                == "<presence from='romeo@localhost/orchard' to='nurse@localhost/kitchen'/>")
        romeo.vanish()
        #expect(
            nurse.listen() == "<presence to='nurse@localhost/kitchen'"
                + " from='romeo@localhost/orchard' type='unavailable'/>")
    }

    @Test func `directed presence to a bare JID reaches its available sessions`() throws {
        let play = try Play(["romeo", "nurse"])
        let romeo = play.enter("romeo", "orchard")
        let nurse = play.appear("nurse", "kitchen")
        let asleep = play.enter("nurse", "bed")
        romeo.say("<presence to='nurse@localhost'/>")
        #expect(nurse.listen().contains("<presence from='romeo@localhost/orchard'"))
        #expect(asleep.listen() == "")
        romeo.say("<presence to='nurse@localhost' type='unavailable'/>")
        #expect(nurse.listen().contains("type='unavailable'"))
        romeo.vanish()
        #expect(nurse.listen() == "")
    }

    @Test func `a probe is answered for those who may see the contact`() throws {
        let play = try lovers()
        let juliet = play.appear("juliet", "balcony")
        let romeo = play.appear("romeo", "orchard")
        let nurse = play.appear("nurse", "kitchen")
        _ = juliet.listen()
        let probe = "<presence type='probe' to='juliet@localhost'/>"
        #expect(romeo.ask(probe).contains("from='juliet@localhost/balcony'"))
        #expect(nurse.ask(probe) == "")
        #expect(juliet.listen() == "")
    }

    @Test func `a priority that is none is a bad request`() throws {
        let play = try Play(["romeo"])
        let romeo = play.enter("romeo", "orchard")
        for priority in ["128", "-129", "high", ""] {
            let heard = romeo.ask("<presence><priority>\(priority)</priority></presence>")
            #expect(heard.hasPrefix("<presence type='error' "))
            #expect(heard.contains("<bad-request "))
        }
        #expect(romeo.ask("<presence><priority>-128</priority></presence>").contains("-128"))
    }
}

extension String {
    /// How often a text occurs in it.
    func components(of text: String) -> Int { ranges(of: text).count }
}
