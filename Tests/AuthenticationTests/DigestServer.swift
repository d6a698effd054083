import CGSASL

/// The server's side of DIGEST-MD5 in GNU SASL, for one account.
final class DigestServer {
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
