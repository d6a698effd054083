import Authentication
import Testing

@testable import XMPP

private typealias Play = ClientPlay

@Suite("The client's stream: the way to a bound resource")
struct ClientStreamTests {
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

    @Test("is small once it is bound")
    func size() {
        #expect(MemoryLayout<ClientStream>.size <= 32)
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
