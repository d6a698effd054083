import StanzaParser
import Testing

@testable import XMPP

private typealias Play = ClientPlay

@Suite("The client's stream: in use, and its ends")
struct ClientStreamTests {
    @Test("closes in good order")
    func close() {
        let play = Play()
        play.bind()
        #expect(play.tell { $0.close() } == [Play.endTag])
        #expect(play.stream.isClosing)
        #expect(!play.stream.isBound)
        #expect(play.tell { $0.close() } == [])
        #expect(play.receive("<message from='a@b'><body>late</body></message>") == [])
        #expect(play.receive("</stream:stream>") == ["finish"])
        #expect(play.stream.isEnded)
        #expect(play.tell { $0.connectionLost(condition: "reset") } == [])
    }

    @Test("a server that drops the connection after our end tag is in good order too")
    func closeWithoutEndTag() {
        let play = Play()
        play.bind()
        _ = play.tell { $0.close() }
        #expect(play.tell { $0.connectionLost(condition: "closed") } == ["finish"])
    }

    @Test("can be closed in the middle of a login, and before there is a stream")
    func closeEarly() {
        let play = Play()
        _ = play.tell { $0.connected() }
        #expect(play.tell { $0.close() } == [Play.endTag])
        #expect(play.receive(Play.opening + "</stream:stream>") == ["finish"])
        let unconnected = Play()
        #expect(unconnected.tell { $0.close() } == ["finish"])
        let handshaking = Play(security: .directTLS)
        _ = handshaking.tell { $0.connected() }
        #expect(handshaking.tell { $0.close() } == ["finish"])
    }

    @Test("a server that fell silent is told so, unless our end tag was the last word")
    func silence() {
        let play = Play()
        play.bind()
        #expect(
            play.tell { $0.serverFellSilent("no answer") } == [
                "write <stream:error><connection-timeout"
                    + " xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error>",
                Play.endTag, "finish connection: connection-timeout (no answer)",
            ])
        #expect(play.tell { $0.serverFellSilent("no answer") } == [])
        let closing = Play()
        closing.bind()
        _ = closing.tell { $0.close() }
        #expect(
            closing.tell { $0.serverFellSilent("no answer") }
                == ["finish connection: connection-timeout (no answer)"])
    }

    @Test("the stage of a lost connection is what was under way")
    func lostConnection() {
        func lost(_ play: Play) -> [String] {
            play.tell { $0.connectionLost(condition: "reset", text: "by peer") }
        }
        #expect(lost(Play()) == ["finish connect: reset (by peer)"])
        let direct = Play(security: .directTLS)
        _ = direct.tell { $0.connected() }
        #expect(lost(direct) == ["finish tls: reset (by peer)"])
        let opening = Play()
        _ = opening.tell { $0.connected() }
        #expect(lost(opening) == ["finish stream: reset (by peer)"])
        let authenticating = Play()
        _ = authenticating.tell { $0.connected() }
        _ = authenticating.receive(Play.opening + Play.features(Play.mechanisms("PLAIN")))
        #expect(lost(authenticating) == ["finish auth: reset (by peer)"])
        let binding = Play()
        binding.logIn()
        _ = binding.receive(Play.features(Play.binding))
        #expect(lost(binding) == ["finish bind: reset (by peer)"])
        let bound = Play()
        bound.bind()
        #expect(lost(bound) == ["finish connection: reset (by peer)"])
        #expect(lost(bound) == [])
    }

    @Test("a server that ends the stream is answered, and it is an error")
    func closedByServer() {
        let early = Play()
        _ = early.tell { $0.connected() }
        #expect(
            early.receive(Play.opening + "</stream:stream>")
                == [Play.endTag, "finish stream: stream-closed"])
        let bound = Play()
        bound.bind()
        #expect(
            bound.receive("</stream:stream>")
                == [Play.endTag, "finish connection: stream-closed"])
    }

    @Test("stream errors end it at their stage, with text and with the other host")
    func streamErrors() throws {
        let unknown =
            "<stream:error><host-unknown xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>"
            + "<text xmlns='urn:ietf:params:xml:ns:xmpp-streams'>not here</text></stream:error>"
        let opening = Play()
        _ = opening.tell { $0.connected() }
        #expect(
            opening.receive(Play.opening + unknown)
                == [Play.endTag, "finish stream: host-unknown (not here)"])
        let bound = Play()
        bound.bind()
        #expect(
            bound.receive(unknown)
                == [Play.endTag, "finish connection: host-unknown (not here)"])
        #expect(bound.receive("</stream:stream>") == [])

        let moved = Play()
        _ = moved.tell { $0.connected() }
        #expect(
            moved.receive(
                Play.opening
                    + "<stream:error><see-other-host xmlns='urn:ietf:params:xml:ns:xmpp-streams'>"
                    + "[2001:db8::2]:5222</see-other-host></stream:error>")
                == [Play.endTag, "finish stream: see-other-host ([2001:db8::2]:5222)"])
    }

    @Test("what is no XML is told to the server and counted at its stage")
    func malformed() throws {
        let play = Play()
        play.bind()
        let words = play.receive("<message><body></message>")
        #expect(
            words.prefix(2) == [
                "write <stream:error><not-well-formed"
                    + " xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error>",
                Play.endTag,
            ])
        #expect(words.last?.hasPrefix("finish connection: not-well-formed") == true)
        let early = Play()
        _ = early.tell { $0.connected() }
        let answer = early.receive("HTTP/1.1 400 Bad Request")
        #expect(answer.last?.hasPrefix("finish stream: ") == true)
    }

    @Test("stanzas are left to the session once it is bound")
    func boundStanzas() {
        let play = Play()
        play.bind()
        #expect(play.receive("<iq type='error' id='bind'/><presence/>") == [])
        #expect(play.stream.isBound)
    }

    @Test(
        "what is no XMPP server is found out",
        arguments: [
            ("<html xmlns='http://www.w3.org/1999/xhtml'>", "invalid-namespace"),
            ("<stream xmlns='jabber:client'>", "invalid-namespace"),
            (
                "<stream:stream xmlns:stream='http://etherx.jabber.org/streams'"
                    + " xmlns='jabber:client' id='old'>", "unsupported-version"
            ),
            (
                "<stream:stream xmlns:stream='http://etherx.jabber.org/streams'"
                    + " xmlns='jabber:client' version='0.9'>", "unsupported-version"
            ),
            (ClientPlay.opening + "<message/>", "unexpected-element"),
            (ClientPlay.opening + "<features/>", "unexpected-element"),
        ])
    func strangers(xml: String, condition: String) {
        let play = Play()
        _ = play.tell { $0.connected() }
        let words = play.receive(xml)
        #expect(words.count == 2)
        #expect(words.last?.hasPrefix("finish stream: \(condition)") == true)
    }

    @Test("is small once it is bound")
    func size() {
        #expect(MemoryLayout<ClientStream>.size <= 32)
    }
}
