import CGSASL
import Testing

@testable import Authentication

/// The server's side of DIGEST-MD5 in GNU SASL, for one account.
private final class DigestServer {
    private var context: OpaquePointer?
    private var session: OpaquePointer?

    init(password: String) {
        precondition(gsasl_init(&context) == GSASL_OK.rawValue)
        precondition(gsasl_server_start(context, "DIGEST-MD5", &session) == GSASL_OK.rawValue)
        gsasl_property_set(session, GSASL_SERVICE, "xmpp")
        gsasl_property_set(session, GSASL_HOSTNAME, "example.org")
        gsasl_property_set(session, GSASL_REALM, "example.org")
        gsasl_property_set(session, GSASL_PASSWORD, password)
    }

    deinit {
        gsasl_finish(session)
        gsasl_done(context)
    }

    func step(_ input: [UInt8]) -> (code: Int32, output: [UInt8]) {
        var output: UnsafeMutablePointer<CChar>?
        var count = 0
        let code = (input + [0]).withUnsafeBytes {
            gsasl_step(
                session, $0.baseAddress?.assumingMemoryBound(to: CChar.self), input.count, &output,
                &count)
        }
        defer { gsasl_free(output) }
        return (code, output.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? [])
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
