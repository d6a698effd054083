import Testing

@testable import LoopbackServer

@Suite struct DomainMessagesTests {
    @Test func `a message to a full JID comes as it was sent, with its sender`() throws {
        let play = try Play(["romeo", "juliet"])
        let romeo = play.appear("romeo", "orchard")
        let juliet = play.enter("juliet", "balcony")
        romeo.say(
            "<message id='1' to='juliet@localhost/balcony' type='chat'><body>it's &lt;I&gt;</body>"
                + "<x xmlns='urn:example:x' a=\"'\"/></message>")
        #expect(
            juliet.listen()
                == "<message from='romeo@localhost/orchard' id='1' to='juliet@localhost/balcony'"
                + " type='chat'><body>it's &lt;I&gt;</body><x xmlns='urn:example:x' a=\"'\"/>"
                + "</message>")
        #expect(romeo.listen() == "")
        #expect(play.servers[0].statistics.current.messagesDelivered == 1)
    }

    @Test func `a message to a bare JID goes to the highest priority, then to the latest`() throws {
        let play = try Play(["romeo", "juliet"])
        let romeo = play.enter("romeo", "orchard")
        let low = play.appear("juliet", "low", priority: 1)
        let high = play.appear("juliet", "high", priority: 5)
        let later = play.appear("juliet", "later", priority: 5)
        let silent = play.enter("juliet", "silent")
        for role in [low, high, later] { _ = role.listen() }
        romeo.say("<message to='juliet@localhost'><body>1</body></message>")
        #expect(later.listen().contains("<body>1</body>"))
        later.say("<presence type='unavailable'/>")
        _ = high.listen()
        romeo.say("<message to='juliet@localhost'><body>2</body></message>")
        #expect(high.listen().contains("<body>2</body>"))
        #expect(!low.listen().contains("<message"))
        #expect(silent.listen() == "")
    }

    /// What becomes of a message of a type: to a bare JID, to a resource that is not there.
    /// Source: the table of RFC 6121 §8.5.4.
    @Test(arguments: [
        // type, to the bare JID while available, while not, to a missing resource while available
        ("normal", "delivered", "stored", "bounced"),
        ("chat", "delivered", "stored", "delivered"),
        ("headline", "delivered", "nothing", "nothing"),
        ("groupchat", "bounced", "bounced", "bounced"),
        ("error", "nothing", "nothing", "nothing"),
        ("strange", "delivered", "stored", "bounced"),
    ])
    func `each type of message has its rules`(
        type: String, available: String, away: String, missing: String
    ) throws {
        func outcome(_ isAvailable: Bool, _ to: String) throws -> String {
            let play = try Play(["romeo", "juliet"])
            let romeo = play.enter("romeo", "orchard")
            let juliet =
                isAvailable
                ? play.appear("juliet", "balcony") : play.appear("juliet", "balcony", priority: -1)
            romeo.say("<message id='m' to='\(to)' type='\(type)'><body>hi</body></message>")
            if juliet.listen().contains("<message") { return "delivered" }
            let heard = romeo.listen()
            if heard.contains("<service-unavailable ") && heard.contains(" id='m'") {
                return "bounced"
            }
            let counts = play.servers[0].statistics.current
            return counts.messagesStored == 1 ? "stored" : "nothing"
        }
        #expect(try outcome(true, "juliet@localhost") == available)
        #expect(try outcome(false, "juliet@localhost") == away)
        #expect(try outcome(true, "juliet@localhost/missing") == missing)
    }

    @Test func `a headline goes to all who take messages`() throws {
        let play = try Play(["romeo", "juliet"])
        let romeo = play.enter("romeo", "orchard")
        let roles = [
            play.appear("juliet", "a"), play.appear("juliet", "b", priority: 3),
            play.appear("juliet", "c", priority: -1),
        ]
        for role in roles { _ = role.listen() }
        romeo.say("<message to='juliet@localhost' type='headline'><body>news</body></message>")
        #expect(roles.map { $0.listen().contains("news") } == [true, true, false])
    }

    @Test func `stored messages come in order, with the time, once`() throws {
        let play = try Play(["romeo", "juliet"])
        let romeo = play.enter("romeo", "orchard")
        romeo.say("<message to='juliet@localhost' type='chat'><body>1</body></message>")
        romeo.say("<message to='juliet@localhost' id='empty'/>")
        play.settle(.seconds(60))
        let juliet = play.enter("juliet", "balcony")
        let heard = juliet.ask("<presence/>")
        // 1,000,000,000 s after the epoch is 2001-09-09T01:46:40Z.
        let expected =
            "<message from='romeo@localhost/orchard' to='juliet@localhost' type='chat'>"
            + "<body>1</body><delay xmlns='urn:xmpp:delay' from='localhost'"
            + " stamp='2001-09-09T01:46:40Z'/></message>"
            + "<message from='romeo@localhost/orchard' to='juliet@localhost' id='empty'>"
            + "<delay xmlns='urn:xmpp:delay' from='localhost' stamp='2001-09-09T01:46:40Z'/>"
            + "</message>"
        #expect(heard.hasSuffix(expected))
        #expect(!play.enter("juliet", "other").ask("<presence/>").contains("<message"))
    }

    @Test func `stored messages wait for a priority that takes messages`() throws {
        let play = try Play(["romeo", "juliet"])
        let romeo = play.enter("romeo", "orchard")
        romeo.say("<message to='juliet@localhost'><body>1</body></message>")
        let juliet = play.enter("juliet", "balcony")
        #expect(
            !juliet.ask("<presence><priority>-1</priority></presence>").contains("<message"))
        #expect(juliet.ask("<presence/>").contains("<message"))
    }

    @Test func `what is stored is bounded, and the sender is told`() throws {
        let play = try Play(["romeo", "juliet"]) { $0.limits.offlineMessages = 2 }
        let romeo = play.enter("romeo", "orchard")
        let message = "<message to='juliet@localhost' id='m'><body>1</body></message>"
        #expect(romeo.ask(message) == "")
        #expect(romeo.ask(message) == "")
        #expect(
            romeo.ask(message)
                == "<message type='error' id='m' from='juliet@localhost'"
                + " to='romeo@localhost/orchard'><error type='wait'>"
                + "<resource-constraint xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error>"
                + "</message>")
        #expect(play.servers[0].statistics.current.messagesStored == 2)
    }

    @Test func `bytes that are stored are bounded too`() throws {
        let play = try Play(["romeo", "juliet"]) { $0.limits.offlineBytes = 1_000 }
        let romeo = play.enter("romeo", "orchard")
        let body = String(repeating: "x", count: 400)
        let message = "<message to='juliet@localhost'><body>\(body)</body></message>"
        #expect(romeo.ask(message) == "")
        #expect(romeo.ask(message).contains("<resource-constraint "))
    }

    @Test(arguments: [
        ("nobody@localhost", "service-unavailable"),
        ("nobody@localhost/x", "service-unavailable"),
        ("localhost", "service-unavailable"),
        ("juliet@elsewhere.example", "remote-server-not-found"),
        ("@localhost", "jid-malformed"),
        ("juliet@localhost/", "jid-malformed"),
    ])
    func `a message that cannot be delivered comes back`(to: String, condition: String) throws {
        let play = try Play(["romeo", "juliet"])
        let romeo = play.enter("romeo", "orchard")
        let heard = romeo.ask("<message to='\(to)' id='m'><body>hi</body></message>")
        #expect(
            heard.hasPrefix(
                "<message type='error' id='m' from='\(to)' to='romeo@localhost/orchard'><error "))
        #expect(heard.contains("<\(condition) "))
        #expect(
            romeo.ask("<message to='\(to)' type='error' id='m'><body>hi</body></message>") == "")
        #expect(play.servers[0].statistics.current.messagesBounced == 1)
    }

    @Test func `a message without an address goes to the account itself`() throws {
        let play = try Play(["romeo"])
        let romeo = play.appear("romeo", "orchard")
        #expect(
            romeo.ask("<message><body>note</body></message>")
                == "<message from='romeo@localhost/orchard'><body>note</body></message>")
    }

    @Test func `addresses are compared in their prepared form`() throws {
        let play = try Play(["romeo", "juliet"])
        let romeo = play.enter("romeo", "orchard")
        let juliet = play.enter("juliet", "Bal&amp;cony")
        romeo.say("<message to='JULIET@LocalHost/Bal&amp;cony'><body>1</body></message>")
        #expect(juliet.listen().contains("<body>1</body>"))
        // The resource is compared as it is.
        #expect(
            romeo.ask("<message to='juliet@localhost/bal&amp;cony'/>").contains(
                "<service-unavailable "))
        juliet.say("<message to='romeo@localhost/orchard'><body>2</body></message>")
        #expect(
            romeo.listen().hasPrefix("<message from='juliet@localhost/Bal&amp;cony' "))
    }
}
