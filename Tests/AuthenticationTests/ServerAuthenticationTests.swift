import Testing

@testable import Authentication

@Suite("The server's side of SASL")
struct ServerAuthenticationTests {
    private static let salt = Array("0123456789abcdef".utf8)

    private func account(_ password: String = "pencil") -> ServerCredentials {
        let bytes = Array(password.utf8)
        return ServerCredentials(
            password: bytes, salt: Self.salt, iterations: 4096,
            saltedSHA1: PlainSCRAM(hash: .sha1).hi(bytes, salt: Self.salt, iterations: 4096),
            saltedSHA256: PlainSCRAM(hash: .sha256).hi(bytes, salt: Self.salt, iterations: 4096))
    }

    private func server(
        _ mechanism: SASLMechanism, bindings: [ChannelBinding] = []
    ) throws -> ServerAuthentication {
        try ServerAuthentication(
            mechanism: mechanism, domain: "example.org", channelBindings: bindings)
    }

    /// Runs a client and a server against each other; the server's last step.
    private func login(
        _ mechanism: SASLMechanism, password: String = "pencil",
        stored: ServerCredentials?, clientBinding: ChannelBinding? = nil,
        serverBindings: [ChannelBinding] = [], authorization: String? = nil
    ) throws -> ServerAuthentication.Step {
        let client = try ClientAuthentication(
            mechanism: mechanism,
            credentials: Credentials(
                username: "jürgen", password: password, authorization: authorization),
            domain: "example.org", channelBinding: clientBinding)
        let server = try server(mechanism, bindings: serverBindings)
        guard case .send(let first) = try client.start() else { return .failure(.aborted) }
        var step = server.received(first)
        if case .lookUp(let username) = step {
            #expect(username == "jürgen")
            step = server.found(stored)
        }
        while case .challenge(let data) = step {
            var answer = try client.received(challenge: data)
            if case .deriveKey(let request) = answer {
                answer = try client.keyDerived(PlainSCRAM(hash: request.hash).derive(request))
            }
            guard case .send(let response) = answer else { return .failure(.aborted) }
            step = server.received(response)
        }
        if case .success(let data, _) = step {
            #expect(try client.received(success: data) == .done)
        }
        return step
    }

    private func isSuccess(_ step: ServerAuthentication.Step, as username: String?) -> Bool {
        if case .success(_, let name) = step { name == username } else { false }
    }

    @Test(
        "lets the right password in and no other",
        arguments: [SASLMechanism.plain, .scramSHA1, .scramSHA256])
    func passwords(mechanism: SASLMechanism) throws {
        #expect(isSuccess(try login(mechanism, stored: account()), as: "jürgen"))
        #expect(
            try login(mechanism, password: "Pencil", stored: account()) == .failure(.notAuthorized))
        #expect(try login(mechanism, stored: nil) == .failure(.notAuthorized))
    }

    @Test(
        "binds to the channel",
        arguments: [SASLMechanism.scramSHA1Plus, .scramSHA256Plus], ["tls-exporter", "tls-unique"])
    func channelBinding(mechanism: SASLMechanism, type: String) throws {
        let binding = ChannelBinding(type: type, data: [3, 1, 4])
        let others = ["tls-exporter", "tls-unique"].filter { $0 != type }
            .map { ChannelBinding(type: $0, data: [8]) }
        let good = try login(
            mechanism, stored: account(), clientBinding: binding,
            serverBindings: others + [binding])
        #expect(isSuccess(good, as: "jürgen"))
        let elsewhere = try login(
            mechanism, stored: account(), clientBinding: binding,
            serverBindings: [ChannelBinding(type: type, data: [3, 1, 5])])
        #expect(elsewhere == .failure(.notAuthorized))
        let without = try login(mechanism, stored: account(), clientBinding: binding)
        #expect(without == .failure(.notAuthorized))
    }

    @Test("refuses a client that was told that no channel binding is offered")
    func downgrade() throws {
        let binding = ChannelBinding(type: "tls-exporter", data: [3, 1, 4])
        let message = Array("y,,n=user,r=fyko+d2lbbFgONRv9qkxdawL".utf8)
        let downgraded = try server(.scramSHA256, bindings: [binding])
        #expect(downgraded.received(message) == .lookUp(username: "user"))
        #expect(downgraded.found(account()) == .failure(.notAuthorized))
        let honest = try server(.scramSHA256)
        #expect(honest.received(message) == .lookUp(username: "user"))
        guard case .challenge = honest.found(account()) else {
            Issue.record("the flag y is right when the server has no binding")
            return
        }
        let unaware = try login(.scramSHA256, stored: account(), serverBindings: [binding])
        #expect(isSuccess(unaware, as: "jürgen"))
    }

    @Test(
        "lets a client act for its own account only",
        arguments: [SASLMechanism.plain, .scramSHA1])
    func authorization(mechanism: SASLMechanism) throws {
        for identity in ["jürgen", "jürgen@example.org"] {
            let step = try login(mechanism, stored: account(), authorization: identity)
            #expect(isSuccess(step, as: "jürgen"))
        }
        for identity in ["admin", "jürgen@example.com"] {
            let step = try login(mechanism, stored: account(), authorization: identity)
            #expect(step == .failure(.invalidAuthorization))
        }
    }

    @Test("ANONYMOUS lets everybody in without a name")
    func anonymous() throws {
        #expect(isSuccess(try login(.anonymous, stored: nil), as: nil))
        #expect(isSuccess(try server(.anonymous).received([]), as: nil))
    }

    @Test("an absent initial response is asked for with an empty challenge")
    func emptyChallenge() throws {
        let server = try server(.plain)
        #expect(server.received(nil) == .challenge([]))
        #expect(server.received(Array("\0user\0pencil".utf8)) == .lookUp(username: "user"))
        #expect(isSuccess(server.found(account()), as: "user"))
    }

    @Test(
        "refuses malformed messages",
        arguments: [
            (SASLMechanism.plain, ""), (.plain, "user\0pencil"), (.plain, "\0\0pencil"),
            (.plain, "\0user\0"), (.plain, "\0user\0a\0b"), (.plain, "\0be\u{07}ll\0a"),
            (.scramSHA1, ""), (.scramSHA1, "n,,"), (.scramSHA1, "n,,n=,r=abc"),
        ])
    func malformed(mechanism: SASLMechanism, message: String) throws {
        let server = try server(mechanism)
        #expect(server.received(Array(message.utf8)) == .failure(.malformedRequest))
        #expect(server.received(Array(message.utf8)) == .failure(.malformedRequest))
    }

    @Test("refuses a SCRAM message that only looks right, after the look-up")
    func malformedSCRAM() throws {
        let server = try server(.scramSHA1)
        #expect(server.received(Array("z,,n=user,r=abcdefgh".utf8)) == .lookUp(username: "user"))
        #expect(server.found(account()) == .failure(.malformedRequest))
    }

    @Test("an account without a key for the hash cannot log in with it")
    func missingKey() throws {
        var stored = account()
        stored.saltedSHA1 = nil
        #expect(try login(.scramSHA1, stored: stored) == .failure(.temporaryFailure))
        #expect(isSuccess(try login(.scramSHA256, stored: stored), as: "jürgen"))
    }

    @Test("offers the -PLUS forms only with a channel binding")
    func offers() {
        let binding = ChannelBinding(type: "tls-exporter", data: [1])
        #expect(
            ServerAuthentication.mechanisms(plain: false, anonymous: false, channelBindings: [])
                == [.scramSHA256, .scramSHA1])
        #expect(
            ServerAuthentication.mechanisms(
                plain: true, anonymous: true, channelBindings: [binding])
                == [
                    .scramSHA256Plus, .scramSHA1Plus, .scramSHA256, .scramSHA1, .plain, .anonymous,
                ])
        #expect(throws: AuthenticationError.self) { try server(.digestMD5) }
        #expect(throws: AuthenticationError.self) { try server(.external) }
    }
}
