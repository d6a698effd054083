import Testing

@testable import EventLoop

@Suite struct TLSClientCertificateTests {
    @Test func `a certificate, its key and its authorities are taken in any order`() throws {
        let certificates = try TestCertificates()
        try certificates.make("client", alternativeNames: "DNS:client.example")
        let authority = try String(contentsOfFile: certificates.authority, encoding: .utf8)
        let pem = try certificates.pem(of: "client")
        _ = try TLSClientCertificate(pem: pem)
        _ = try TLSClientCertificate(pem: "Some words before it.\n" + pem + authority)
    }

    @Test func `what is no certificate with its key is told apart`() throws {
        let certificates = try TestCertificates()
        for name in ["one", "two"] {
            try certificates.make(name, alternativeNames: "DNS:\(name).example")
        }
        func text(_ path: String) throws -> String {
            try String(contentsOfFile: path, encoding: .utf8)
        }
        let certificate = try text(certificates.certificate("one"))
        let encrypted = try OpenSSLCommand.run([
            "pkcs8", "-topk8", "-in", certificates.key("one"), "-passout", "pass:secret",
        ])
        #expect(encrypted.contains("ENCRYPTED"))
        let cases = [
            ("", "there is no certificate in it"),
            (try text(certificates.key("one")), "there is no certificate in it"),
            (certificate, "there is no key in it, or it is encrypted"),
            (certificate + encrypted, "there is no key in it, or it is encrypted"),
            (
                certificate + (try text(certificates.key("two"))),
                "the key does not belong to the certificate"
            ),
        ]
        for (pem, reason) in cases {
            let error = #expect(throws: TLSContextError.self) {
                try TLSClientCertificate(pem: pem)
            }
            #expect(error?.description == reason)
        }
    }
}
