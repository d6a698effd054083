import Authentication
import Testing

@testable import XMPP

private typealias Play = ClientPlay

@Suite("A client's login: the way to a bound resource")
struct ClientLoginTests {
    @Test("logs in with PLAIN and binds, however the bytes are cut", arguments: [false, true])
    func plainLogin(isCut: Bool) {
        let play = Play(isCut: isCut)
        #expect(play.stream.stage == .connect)
        #expect(play.tell { $0.connected() } == Play.opened)
        #expect(play.receive(Play.opening) == [])
        #expect(
            play.receive(Play.features(Play.mechanisms("SCRAM-SHA-512", "PLAIN")))
                == ["ended stream", "began auth", Play.plainAuth])
        #expect(play.stream.stage == .auth)
        #expect(
            play.receive(Play.sasl("success")) == ["ended auth", "restart parser"] + Play.opened)
        #expect(play.receive(Play.opening) == [])
        #expect(
            play.receive(Play.features(Play.binding))
                == ["ended stream", "began bind", Play.bindRequest])
        #expect(!play.stream.isBound)
        #expect(
            play.receive(Play.bindResult) == ["ended bind", "bound juliet@example.org/balcony"])
        #expect(play.stream.isBound)
        #expect(play.stream.boundJID == JID("juliet@example.org/balcony"))
        #expect(play.stream.stage == .connection)
    }

    @Test("negotiates STARTTLS before anything else")
    func startTLS() {
        let play = Play(security: .startTLS, allowPlain: false)
        #expect(play.tell { $0.connected() } == Play.opened)
        let offer = Play.features(Play.startTLS, Play.mechanisms("PLAIN"))
        #expect(
            play.receive(Play.opening + offer)
                == ["ended stream", "began tls", "write \(Play.startTLS)"])
        #expect(play.receive(Play.proceed) == ["start TLS"])
        #expect(play.stream.stage == .tls)
        #expect(
            play.tell { $0.tlsEstablished(channelBindings: []) }
                == ["ended tls", "restart parser"] + Play.opened)
        #expect(
            play.receive(Play.opening + Play.features(Play.mechanisms("PLAIN")))
                == ["ended stream", "began auth", Play.plainAuth])
    }

    @Test("direct TLS comes before the stream")
    func directTLS() {
        let play = Play(security: .directTLS, allowPlain: false)
        #expect(play.tell { $0.connected() } == ["began tls"])
        #expect(
            play.tell { $0.tlsEstablished(channelBindings: []) } == ["ended tls"] + Play.opened)
        // A server may offer STARTTLS there too; it is not used.
        #expect(
            play.receive(
                Play.opening + Play.features(Play.startTLS, Play.mechanisms("PLAIN")))
                == ["ended stream", "began auth", Play.plainAuth])
    }

    @Test("an optional STARTTLS is passed over with security none")
    func optionalTLS() {
        let play = Play(security: .none)
        _ = play.tell { $0.connected() }
        #expect(
            play.receive(
                Play.opening + Play.features(Play.startTLS, Play.mechanisms("PLAIN")))
                == ["ended stream", "began auth", Play.plainAuth])
    }

    @Test("SCRAM asks for the key, answers with it, and checks the server")
    func scram() throws {
        let key = Array(UInt8(1)...32)
        let account = ServerCredentials(
            password: [], salt: [9, 9], iterations: 4096, saltedSHA256: key)
        let server = try ServerAuthentication(
            mechanism: .scramSHA256, domain: "example.org", channelBindings: [])
        let play = Play()
        _ = play.tell { $0.connected() }
        let words = play.receive(
            Play.opening + Play.features(Play.mechanisms("SCRAM-SHA-256", "SCRAM-SHA-1")))
        #expect(words.count == 3)
        #expect(server.received(try data(words[2], "auth")) == .lookUp(username: "juliet"))
        guard case .challenge(let challenge) = server.found(account) else {
            Issue.record("no challenge")
            return
        }
        #expect(
            play.receive(Play.sasl("challenge", Base64.encodeToString(challenge)))
                == ["derive key"])
        #expect(
            play.request
                == KeyDerivationRequest(
                    hash: .sha256, password: Array("r0m30".utf8), salt: [9, 9], iterations: 4096))
        let response = play.tell { $0.keyDerived(key) }
        #expect(response.count == 1)
        let result = server.received(try data(response[0], "response"))
        guard case .success(let proof?, "juliet") = result else {
            Issue.record("no success: \(result)")
            return
        }
        #expect(
            play.receive(Play.sasl("success", Base64.encodeToString(proof)))
                == ["ended auth", "restart parser"] + Play.opened)
    }

    @Test("SCRAM without the server's proof is aborted")
    func scramWithoutProof() throws {
        let play = Play()
        _ = play.tell { $0.connected() }
        _ = play.receive(Play.opening + Play.features(Play.mechanisms("SCRAM-SHA-1")))
        let words = play.receive(Play.sasl("success"))
        #expect(words.prefix(2) == ["write \(abort)", Play.endTag])
        #expect(words.last?.hasPrefix("finish auth: server-not-verified") == true)
    }

    @Test("the strongest mechanism with a channel binding that the server lists is used")
    func channelBinding() throws {
        let exporter = ChannelBinding(type: "tls-exporter", data: [1, 2, 3])
        let list =
            "<sasl-channel-binding xmlns='urn:xmpp:sasl-cb:0'>"
            + "<channel-binding type='tls-server-end-point'/>"
            + "<channel-binding type='tls-exporter'/></sasl-channel-binding>"
        func first(_ features: String) throws -> String {
            let play = Play(security: .directTLS)
            _ = play.tell { $0.connected() }
            _ = play.tell { $0.tlsEstablished(channelBindings: [exporter]) }
            let words = play.receive(Play.opening + features)
            let message = String(decoding: try data(words.last ?? "", "auth"), as: UTF8.self)
            let mechanism = words.last?.firstRange(of: "SCRAM-SHA-256-PLUS") == nil ? "" : "PLUS "
            return mechanism + String(message.prefix { $0 != "," })
        }
        let both = Play.mechanisms("SCRAM-SHA-256", "SCRAM-SHA-256-PLUS")
        #expect(try first(Play.features(both, list)) == "PLUS p=tls-exporter")
        // Without a list it is not known that the server has tls-exporter.
        #expect(try first(Play.features(both)) == "n")
    }

    @Test("mechanisms without an initial response, and with an empty one, are told apart")
    func initialResponses() {
        let digest = Play(mechanism: "DIGEST-MD5")
        _ = digest.tell { $0.connected() }
        #expect(
            digest.receive(Play.opening + Play.features(Play.mechanisms("DIGEST-MD5"))).last
                == "write <auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl'"
                + " mechanism='DIGEST-MD5'/>")
        let external = Play(mechanism: "EXTERNAL")
        _ = external.tell { $0.connected() }
        #expect(
            external.receive(Play.opening + Play.features(Play.mechanisms("EXTERNAL"))).last
                == "write <auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl'"
                + " mechanism='EXTERNAL'>=</auth>")
    }

    @Test("a certificate of several accounts leaves it to the login to say whose it is")
    func sharedCertificate() {
        let external = Play(mechanism: "EXTERNAL", sharesCertificate: true)
        _ = external.tell { $0.connected() }
        #expect(
            external.receive(Play.opening + Play.features(Play.mechanisms("EXTERNAL"))).last
                == "write <auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='EXTERNAL'>"
                + "\(Base64Text.encode("juliet@example.org"))</auth>")
    }

    @Test("the legacy session is asked for only when it is required")
    func legacySession() {
        let required = "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'/>"
        let optional =
            "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'><optional/></session>"
        let bound = ["ended bind", "bound juliet@example.org/balcony"]

        let modern = Play()
        modern.logIn()
        _ = modern.receive(Play.features(Play.binding, optional))
        #expect(modern.receive(Play.bindResult) == bound)

        let legacy = Play()
        legacy.logIn()
        _ = legacy.receive(Play.features(Play.binding, required))
        #expect(
            legacy.receive(Play.bindResult)
                == [
                    "write <iq type='set' id='session'>"
                        + "<session xmlns='urn:ietf:params:xml:ns:xmpp-session'/></iq>"
                ])
        #expect(!legacy.stream.isBound)
        #expect(legacy.receive("<message><body>early</body></message>") == [])
        #expect(legacy.receive("<iq type='result' id='session'/>") == bound)
    }

    @Test("without a resource the server is left to make one")
    func serverResource() {
        let play = Play(resource: nil)
        play.logIn()
        #expect(
            play.receive(Play.features(Play.binding)).last
                == "write <iq type='set' id='bind'>"
                + "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'></bind></iq>")
    }

    @Test("a resource is escaped")
    func escapedResource() {
        let play = Play(resource: "a<b&c")
        play.logIn()
        let words = play.receive(Play.features(Play.binding))
        #expect(words.last?.contains("<resource>a&lt;b&amp;c</resource>") == true)
    }

    private let abort = "<abort xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"

    /// The decoded content of a SASL element that was written.
    private func data(_ word: String, _ name: String) throws -> [UInt8] {
        #expect(word.hasPrefix("write <\(name) "))
        let start = try #require(word.firstIndex(of: ">"))
        let end = try #require(word.lastIndex(of: "<"))
        return try #require(Base64.decode(String(word[word.index(after: start)..<end])))
    }
}

@Suite("A client's login: refusals")
struct ClientLoginRefusalTests {
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
