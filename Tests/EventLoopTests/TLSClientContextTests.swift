import EventLoop
import Foundation
import Testing
import Units

/// Whom a client trusts, against certificates that the openssl command made and serves.
@Suite struct TLSClientContextTests {
    /// Connects to `openssl s_server` with a certificate; returns the summary or the error.
    private func connect(
        _ certificates: TestCertificates, _ name: String, domain: String, verify: TLSVerification,
        serverArguments: [String] = [], showing shown: String? = nil
    ) throws -> (summary: TLSSummary?, error: TransportError?) {
        let transport = try UVTransport()
        defer { transport.close() }
        // A port that the system just found free.
        let probe = try UVTransport()
        let address = try probe.listen(
            .loopback(port: 0), backlog: 1, tls: nil, reusePort: false
        ).address
        probe.close()
        let (process, _, output) = try OpenSSLCommand.start(
            [
                "s_server", "-accept", address.description, "-cert",
                certificates.certificate(name), "-key", certificates.key(name), "-naccept", "1",
                "-alpn", "xmpp-client",
            ] + serverArguments)
        defer {
            // Threads of the test's pool block SIGTERM, and a child inherits that.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        // `ACCEPT` is written once the server listens.
        var said = ""
        while !said.contains("ACCEPT") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            said += String(decoding: data, as: UTF8.self)
        }
        let handler = RecordingHandler()
        transport.handler = handler
        var context = try TLSClientContext(
            domain: domain, verify: verify, alpn: TLSClientContext.xmppClientProtocol)
        if let shown { context = context.showing(try TLSClientCertificate(pem: shown)) }
        _ = transport.connect(address, from: nil, tls: context, owner: 1)
        #expect(transport.turn { !handler.summaries.isEmpty || !handler.closed.isEmpty })
        return (handler.summaries[1], handler.closed[1] ?? nil)
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `a certificate of the trusted authority for the domain is accepted`(
        version: String
    ) throws {
        let certificates = try TestCertificates()
        try certificates.make("good", alternativeNames: "DNS:other.example,DNS:chat.example")
        let result = try connect(
            certificates, "good", domain: "chat.example",
            verify: .file(path: certificates.authority), serverArguments: [version])
        #expect(result.error == nil)
        #expect(result.summary?.applicationProtocol == "xmpp-client")
        #expect(result.summary?.channelBindings.first?.type == "tls-exporter")
    }

    /// With TLS 1.2, where the server's opinion belongs to the handshake.
    @Test(arguments: [("client", true), ("stranger", false), (nil, false)])
    func `a certificate is shown to a server that asks for one`(
        name: String?, isWelcome: Bool
    ) throws {
        let certificates = try TestCertificates()
        try certificates.make("good", alternativeNames: "DNS:chat.example")
        try certificates.make("client", alternativeNames: "DNS:client.example")
        let elsewhere = try TestCertificates()
        try elsewhere.make("stranger", alternativeNames: "DNS:client.example")
        let authority = certificates.authority
        let result = try connect(
            certificates, "good", domain: "chat.example", verify: .file(path: authority),
            serverArguments: [
                "-tls1_2", "-CAfile", authority, "-Verify", "2", "-verify_return_error",
            ],
            showing: name.map {
                try (name == "stranger" ? elsewhere : certificates).pem(of: $0)
            })
        #expect((result.summary != nil) == isWelcome)
        #expect((result.error?.condition == "tls-failed") != isWelcome)
    }

    @Test func `a certificate for others is refused, and says for whom it is`() throws {
        let certificates = try TestCertificates()
        try certificates.make("wrong", alternativeNames: "DNS:a.example,DNS:*.b.example")
        let result = try connect(
            certificates, "wrong", domain: "chat.example",
            verify: .file(path: certificates.authority))
        #expect(
            result.error
                == .certificate(
                    reason: "hostname mismatch: certificate is for a.example, *.b.example, "
                        + "not chat.example"))
    }

    @Test func `wildcards stand for a whole label only`() throws {
        let certificates = try TestCertificates()
        try certificates.make("wild", alternativeNames: "DNS:*.example.org,DNS:ch*.example.net")
        let trust = TLSVerification.file(path: certificates.authority)
        let whole = try connect(certificates, "wild", domain: "chat.example.org", verify: trust)
        #expect(whole.summary != nil)
        let partial = try connect(certificates, "wild", domain: "chat.example.net", verify: trust)
        #expect(partial.error?.condition == "certificate-rejected")
    }

    @Test func `an address is matched against addresses`() throws {
        let certificates = try TestCertificates()
        try certificates.make("address", alternativeNames: "IP:127.0.0.1")
        let trust = TLSVerification.file(path: certificates.authority)
        let right = try connect(certificates, "address", domain: "127.0.0.1", verify: trust)
        #expect(right.summary != nil)
        let wrong = try connect(certificates, "address", domain: "127.0.0.2", verify: trust)
        #expect(
            wrong.error
                == .certificate(
                    reason: "hostname mismatch: certificate is for 127.0.0.1, not the address"))
    }

    @Test func `an expired certificate is refused`() throws {
        let certificates = try TestCertificates()
        try certificates.make("old", alternativeNames: "DNS:chat.example", days: -1)
        let result = try connect(
            certificates, "old", domain: "chat.example",
            verify: .file(path: certificates.authority))
        #expect(result.error == .certificate(reason: "certificate has expired"))
    }

    @Test func `an unknown authority is refused by the system's trust, and by another's`() throws {
        let certificates = try TestCertificates()
        try certificates.make("good", alternativeNames: "DNS:chat.example")
        let stranger = try TestCertificates()
        for verify in [TLSVerification.system, .file(path: stranger.authority)] {
            let result = try connect(
                certificates, "good", domain: "chat.example", verify: verify)
            #expect(
                result.error
                    == .certificate(reason: "unable to get local issuer certificate"))
        }
    }

    @Test func `a self-signed certificate is refused unless it is the trusted one`() throws {
        let server = try TLSServerContext.selfSigned(domain: "chat.example")
        let other = try TLSServerContext.selfSigned(domain: "chat.example")
        let transport = try UVTransport()
        defer { transport.close() }
        let handler = RecordingHandler()
        transport.handler = handler
        let address = try transport.listen(
            .loopback(port: 0), backlog: 8, tls: server, reusePort: false
        ).address
        let trusts: [TLSVerification] = [
            .system, .trusting(certificatePEM: other.certificatePEM),
            .trusting(certificatePEM: server.certificatePEM), .none,
        ]
        for (owner, verify) in trusts.enumerated() {
            let context = try TLSClientContext(domain: "chat.example", verify: verify)
            _ = transport.connect(address, from: nil, tls: context, owner: owner)
        }
        #expect(
            transport.turn {
                handler.closed[0] != nil && handler.closed[1] != nil
                    && handler.summaries[2] != nil && handler.summaries[3] != nil
            })
        #expect(handler.closed[0] == .certificate(reason: "self-signed certificate"))
        #expect(handler.closed[1] == .certificate(reason: "self-signed certificate"))
    }

    @Test func `without verification any name will do`() throws {
        let certificates = try TestCertificates()
        try certificates.make("wrong", alternativeNames: "DNS:a.example", days: -1)
        let result = try connect(
            certificates, "wrong", domain: "chat.example", verify: .none)
        #expect(result.summary != nil)
    }

    @Test func `a trust that cannot be loaded is an error at once`() {
        #expect(throws: TLSContextError.self) {
            try TLSClientContext(domain: "a", verify: .file(path: "/nonexistent/ca.pem"))
        }
        #expect(throws: TLSContextError.self) {
            try TLSClientContext(domain: "a", verify: .trusting(certificatePEM: "no PEM"))
        }
        #expect(throws: TLSContextError.self) {
            try TLSClientContext(
                domain: "a", verify: .none, alpn: String(repeating: "x", count: 256))
        }
    }
}
