import Testing

@testable import XMPP

private typealias Play = ClientPlay

@Suite("The client's stream: refusals")
struct ClientStreamRefusalTests {
    private func refusal(
        _ play: ClientPlay, _ xml: String
    ) -> String? {
        _ = play.tell { $0.connected() }
        return play.receive(ClientPlay.opening + xml).last
    }

    @Test("a server without STARTTLS is an error of stage tls")
    func withoutStartTLS() {
        let last = refusal(
            Play(security: .startTLS), Play.features(Play.mechanisms("PLAIN")))
        #expect(last == "finish tls: starttls-not-offered (the server offers no STARTTLS)")
    }

    @Test("a server that requires STARTTLS is an error when TLS is not wanted")
    func requiredStartTLS() {
        let required = "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>"
        let last = refusal(Play(), Play.features(required, Play.mechanisms("PLAIN")))
        #expect(last?.hasPrefix("finish tls: starttls-required") == true)
    }

    @Test("a refused STARTTLS, and a strange answer to it, are errors of stage tls")
    func refusedStartTLS() {
        for (answer, condition) in [
            ("<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>", "starttls-failure"),
            ("<proceed xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>", "unexpected-element"),
        ] {
            let play = Play(security: .startTLS)
            _ = refusal(play, Play.features(Play.startTLS))
            let words = play.receive(answer)
            #expect(words.first == Play.endTag)
            #expect(words.last?.hasPrefix("finish tls: \(condition)") == true)
        }
    }

    @Test("mechanisms that are not there are named")
    func mechanisms() {
        #expect(
            refusal(Play(mechanism: "SCRAM-SHA-1"), Play.features(Play.mechanisms("PLAIN", "X")))
                == "finish auth: mechanism-not-offered (wanted SCRAM-SHA-1; offered: PLAIN X)")
        #expect(
            refusal(Play(), Play.features())?.hasPrefix("finish auth: mechanism-not-offered")
                == true)
        #expect(
            refusal(Play(allowPlain: false), Play.features(Play.mechanisms("PLAIN")))?
                .hasPrefix("finish auth: plain-needs-tls") == true)
        #expect(
            refusal(
                Play(mechanism: "SCRAM-SHA-1-PLUS"),
                Play.features(Play.mechanisms("SCRAM-SHA-1", "SCRAM-SHA-1-PLUS")))?
                .hasPrefix("finish auth: no-channel-binding") == true)
    }

    @Test(
        "the server's own condition is counted",
        arguments: ["not-authorized", "account-disabled", "temporary-auth-failure"])
    func failure(condition: String) {
        let play = Play()
        _ = refusal(play, Play.features(Play.mechanisms("PLAIN")))
        #expect(
            play.receive(Play.sasl("failure", "<\(condition)/><text xml:lang='en'>No.</text>"))
                == [Play.endTag, "finish auth: \(condition) (No.)"])
    }

    @Test("SASL data that is not Base64, and elements that do not belong there, end it")
    func strangeAnswers() {
        let abort = "write <abort xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"
        let encoded = Play()
        _ = refusal(encoded, Play.features(Play.mechanisms("SCRAM-SHA-1")))
        let words = encoded.receive(Play.sasl("challenge", "r=*"))
        #expect(words.first == abort)
        #expect(words.last?.hasPrefix("finish auth: incorrect-encoding") == true)
        let early = Play()
        _ = refusal(early, Play.features(Play.mechanisms("PLAIN")))
        let unexpected = early.receive("<presence/>")
        #expect(unexpected.last?.hasPrefix("finish auth: unexpected-element") == true)
        let unasked = Play()
        _ = refusal(unasked, Play.features(Play.mechanisms("PLAIN")))
        let challenged = unasked.receive(Play.sasl("challenge", "AAAA"))
        #expect(challenged.first == abort)
        #expect(challenged.last?.hasPrefix("finish auth: malformed-challenge") == true)
    }

    @Test("a server that asks for too much hashing is left")
    func iterations() throws {
        let play = Play()
        _ = play.tell { $0.connected() }
        let words = play.receive(
            ClientPlay.opening + Play.features(Play.mechanisms("SCRAM-SHA-1")))
        let message = try #require(words.last)
        let start = try #require(message.firstIndex(of: ">"))
        let end = try #require(message.lastIndex(of: "<"))
        let first = try #require(
            Base64Text.decode(String(message[message.index(after: start)..<end])))
        let nonce = try #require(first.split(separator: ",").last)
        let challenge = Base64Text.encode("\(nonce)more,s=AAAA,i=4000000000")
        #expect(
            play.receive(Play.sasl("challenge", challenge)).last?
                .hasPrefix("finish auth: iterations-out-of-range") == true)
    }

    @Test("bind errors are errors of stage bind")
    func bind() {
        let refused = Play()
        refused.logIn()
        _ = refused.receive(Play.features(Play.binding))
        #expect(
            refused.receive(
                "<iq id='bind' type='error'><error type='modify'><conflict"
                    + " xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>")
                == [Play.endTag, "finish bind: conflict"])
        let absent = Play()
        absent.logIn()
        #expect(
            absent.receive(Play.features())
                == ["ended stream", Play.endTag, "finish bind: bind-not-offered"])
        let bareAddress = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><jid>a@b</jid></bind>"
        for content in ["", bareAddress] {
            let malformed = Play()
            malformed.logIn()
            _ = malformed.receive(Play.features(Play.binding))
            #expect(
                malformed.receive("<iq id='bind' type='result'>\(content)</iq>").last
                    == "finish bind: malformed-bind-result")
        }
    }

    @Test("a refused legacy session is an error of stage bind")
    func session() {
        let play = Play()
        play.logIn()
        _ = play.receive(
            Play.features(
                Play.binding, "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'/>"))
        _ = play.receive(Play.bindResult)
        #expect(
            play.receive(
                "<iq id='session' type='error'><error type='wait'><internal-server-error"
                    + " xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>"
            ).last
                == "finish bind: internal-server-error")
    }
}
