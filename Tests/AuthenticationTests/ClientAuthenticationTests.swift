import CGSASL
import Testing

@testable import Authentication

@Suite("The client's side of SASL")
struct ClientAuthenticationTests {
    private func client(
        _ mechanism: SASLMechanism, username: String = "user", password: String = "pencil",
        authorization: String? = nil, binding: ChannelBinding? = nil
    ) throws -> ClientAuthentication {
        try ClientAuthentication(
            mechanism: mechanism,
            credentials: Credentials(
                username: username, password: password, authorization: authorization),
            domain: "example.org", channelBinding: binding)
    }

    private func data(_ step: ClientAuthentication.Step) throws -> [UInt8] {
        guard case .send(let data?) = step else {
            Issue.record("not a message: \(step)")
            return []
        }
        return data
    }

    private func request(_ step: ClientAuthentication.Step) throws -> KeyDerivationRequest {
        guard case .deriveKey(let request) = step else {
            throw AuthenticationError.malformedChallenge
        }
        return request
    }

    @Test(
        "SCRAM logs in at a server written from the RFC",
        arguments: [SASLMechanism.scramSHA1, .scramSHA256, .scramSHA1Plus, .scramSHA256Plus],
        ["tls-exporter", "tls-unique"])
    func scram(mechanism: SASLMechanism, bindingType: String) throws {
        let hash = try #require(mechanism.hash)
        let binding = ChannelBinding(type: bindingType, data: [0, 1, 2, 0xFF, 44])
        let scram = PlainSCRAM(hash: hash)
        var server = PlainSCRAMServer(scram: scram)
        if mechanism.bindsChannel { server.binding = binding.data }
        let client = try client(mechanism, binding: mechanism.bindsChannel ? binding : nil)
        let first = try data(client.start())
        let flag = mechanism.bindsChannel ? "p=\(bindingType)" : "n"
        #expect(String(decoding: first, as: UTF8.self).hasPrefix("\(flag),,n=user,r="))
        let request = try request(client.received(challenge: server.first(first)))
        #expect(
            request
                == KeyDerivationRequest(
                    hash: hash, password: Array("pencil".utf8), salt: server.salt, iterations: 4096)
        )
        let final = try data(client.keyDerived(scram.derive(request)))
        let success = try #require(server.final(final))
        #expect(try client.received(success: success) == .done)
    }

    @Test("the server's last SCRAM message may come as a challenge before the success")
    func finalAsChallenge() throws {
        let scram = PlainSCRAM(hash: .sha256)
        var server = PlainSCRAMServer(scram: scram)
        let client = try client(.scramSHA256)
        let request = try request(client.received(challenge: server.first(data(client.start()))))
        let final = try data(client.keyDerived(scram.derive(request)))
        let last = try #require(server.final(final))
        #expect(try client.received(challenge: last) == .send([]))
        #expect(try client.received(success: nil) == .done)
    }

    @Test("a SCRAM success without the server's signature, or with a wrong one, is refused")
    func serverSignature() throws {
        let scram = PlainSCRAM(hash: .sha1)
        let wrong = Base64.encodeToString([UInt8](repeating: 1, count: 20))
        for success in [nil, [], Array("v=\(wrong)".utf8)] as [[UInt8]?] {
            var server = PlainSCRAMServer(scram: scram)
            let client = try client(.scramSHA1)
            let request = try request(
                client.received(challenge: server.first(data(client.start()))))
            _ = try client.keyDerived(scram.derive(request))
            let expected: AuthenticationError =
                success == [] ? .malformedChallenge : .serverNotVerified
            #expect(throws: expected) { try client.received(success: success) }
            #expect(throws: AuthenticationError.serverNotVerified) {
                try client.received(success: success)
            }
        }
    }

    @Test("a success before the exchange is complete is refused")
    func earlySuccess() throws {
        let early = try client(.scramSHA256)
        _ = try early.start()
        #expect(throws: AuthenticationError.serverNotVerified) {
            try early.received(success: Array("v=AAAA".utf8))
        }
        var server = PlainSCRAMServer(scram: PlainSCRAM(hash: .sha256))
        let waiting = try client(.scramSHA256)
        _ = try waiting.received(challenge: server.first(data(waiting.start())))
        #expect(throws: AuthenticationError.serverNotVerified) {
            try waiting.received(success: nil)
        }
    }

    @Test("a server with another password fails, and so does a client with one")
    func wrongPassword() throws {
        let scram = PlainSCRAM(hash: .sha256)
        var server = PlainSCRAMServer(scram: scram, password: "other")
        let client = try client(.scramSHA256)
        let request = try request(client.received(challenge: server.first(data(client.start()))))
        let final = try data(client.keyDerived(scram.derive(request)))
        #expect(server.final(final) == nil)
    }

    @Test("the flags n, y and p state what the client knows of channel bindings")
    func flags() throws {
        let binding = ChannelBinding(type: "tls-exporter", data: [9])
        func header(_ mechanism: SASLMechanism, _ binding: ChannelBinding?) throws -> String {
            let first = try data(client(mechanism, binding: binding).start())
            return String(String(decoding: first, as: UTF8.self).prefix { $0 != "," })
        }
        #expect(try header(.scramSHA256, nil) == "n")
        // GNU SASL 2.2.0 cannot write the flag y; then n is the one that logs in.
        let known = GSASLSession.canStateUnusedBinding ? "y" : "n"
        #expect(try header(.scramSHA256, binding) == known)
        #expect(try header(.scramSHA256Plus, binding) == "p=tls-exporter")
        #expect(throws: AuthenticationError.self) { try header(.scramSHA256Plus, nil) }
    }

    @Test("user names are escaped and passwords prepared")
    func preparation() throws {
        let scram = PlainSCRAM(hash: .sha1)
        var server = PlainSCRAMServer(scram: scram, password: "IX")
        let client = try client(.scramSHA1, username: "a,b=c", password: "I\u{AD}\u{58}")
        let first = try data(client.start())
        #expect(SCRAMMessage.username(inClientFirst: first) == "a,b=c")
        let request = try request(client.received(challenge: server.first(first)))
        #expect(request.password == Array("IX".utf8))
        let final = try data(client.keyDerived(scram.derive(request)))
        #expect(server.final(final) != nil)
    }

    @Test("a key of the wrong length is refused")
    func keyLength() throws {
        var server = PlainSCRAMServer(scram: PlainSCRAM(hash: .sha256))
        let client = try client(.scramSHA256)
        _ = try client.received(challenge: server.first(data(client.start())))
        #expect(throws: AuthenticationError.wrongKeyLength(20)) {
            try client.keyDerived([UInt8](repeating: 0, count: 20))
        }
    }

    @Test("PLAIN sends everything at once and needs only the success")
    func plain() throws {
        let client = try client(.plain, password: "pä\u{AD}ss")
        #expect(try client.start() == .send(Array("\0user\0päss".utf8)))
        #expect(try client.received(success: nil) == .done)
        let acting = try self.client(.plain, authorization: "other@example.org")
        #expect(try acting.start() == .send(Array("other@example.org\0user\0pencil".utf8)))
    }

    @Test("EXTERNAL and ANONYMOUS send an identity and a trace")
    func withoutPassword() throws {
        let external = try client(.external)
        #expect(try external.start() == .send([]))
        #expect(try external.received(success: nil) == .done)
        let acting = try client(.external, authorization: "user@example.org")
        #expect(try acting.start() == .send(Array("user@example.org".utf8)))
        let anonymous = try client(.anonymous, username: "")
        #expect(try anonymous.start() == .send(Array("clamor".utf8)))
        #expect(try anonymous.received(success: nil) == .done)
    }

    @Test("forbidden characters are found before anything is sent")
    func forbidden() {
        #expect(throws: AuthenticationError.forbiddenCharacters) {
            try client(.plain, password: "bell\u{07}")
        }
        #expect(throws: AuthenticationError.forbiddenCharacters) {
            try client(.plain, username: "a\0b")
        }
        #expect(throws: AuthenticationError.forbiddenCharacters) {
            try client(.scramSHA256, username: "bell\u{07}").start()
        }
    }

    @Test("a second exchange on the same object is refused")
    func once() throws {
        let client = try client(.plain)
        _ = try client.start()
        _ = try client.received(success: nil)
        #expect(throws: AuthenticationError.self) { try client.start() }
        #expect(throws: AuthenticationError.self) { try client.received(success: nil) }
    }
}

@Suite("DIGEST-MD5")
struct DigestMD5Tests {
    private func exchange(_ password: String) throws -> (
        client: ClientAuthentication, code: Int32, last: [UInt8]
    ) {
        let server = DigestServer(password: "pencil")
        let client = try ClientAuthentication(
            mechanism: .digestMD5,
            credentials: Credentials(username: "user", password: password), domain: "example.org",
            channelBinding: nil)
        #expect(try client.start() == .send(nil))
        let challenge = server.step([])
        guard case .send(let response?) = try client.received(challenge: challenge.output) else {
            throw AuthenticationError.malformedChallenge
        }
        let (code, last) = server.step(response)
        return (client, code, last)
    }

    @Test("logs in, and checks the server's proof")
    func logsIn() throws {
        let (client, code, last) = try exchange("pencil")
        #expect(code == GSASL_OK.rawValue)
        #expect(try client.received(challenge: last) == .send([]))
        #expect(try client.received(success: nil) == .done)
    }

    @Test("takes the server's proof with the success too")
    func proofWithSuccess() throws {
        let (client, _, last) = try exchange("pencil")
        #expect(try client.received(success: last) == .done)
    }

    @Test("fails with a wrong password, and without the server's proof")
    func failures() throws {
        #expect(try exchange("wrong").code == GSASL_AUTHENTICATION_ERROR.rawValue)
        let (client, _, _) = try exchange("pencil")
        #expect(throws: AuthenticationError.serverNotVerified) {
            try client.received(success: nil)
        }
    }
}
