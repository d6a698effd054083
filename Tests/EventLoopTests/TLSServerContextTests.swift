import EventLoop
import Foundation
import Testing

@Suite struct TLSServerContextTests {
    @Test(arguments: [
        ("chat.example", "DNS:chat.example"), ("127.0.0.1", "IP Address:127.0.0.1"),
        (String(repeating: "a", count: 60) + ".example", ".example"),
    ])
    func `a self-signed certificate is for its domain, by the openssl command's reading`(
        domain: String, expected: String
    ) throws {
        let context = try TLSServerContext.selfSigned(domain: domain)
        let text = try OpenSSLCommand.run(
            ["x509", "-noout", "-text"], input: context.certificatePEM)
        #expect(text.contains(expected))
        #expect(text.contains("prime256v1"))
        #expect(text.contains("CA:TRUE"))
    }

    @Test(arguments: ["", "a,DNS:b", "a b", "ä.example", "a\nb", "a/b"])
    func `a domain that is no DNS name gets no certificate`(domain: String) {
        #expect(throws: TLSContextError.self) { try TLSServerContext.selfSigned(domain: domain) }
    }

    @Test func `a certificate and its key are loaded from files`() throws {
        let certificates = try TestCertificates()
        try certificates.make("good", alternativeNames: "DNS:chat.example")
        let context = try TLSServerContext(
            certificatePath: certificates.certificate("good"),
            keyPath: certificates.key("good"))
        let text = try String(contentsOfFile: certificates.certificate("good"), encoding: .utf8)
        #expect(text.contains(context.certificatePEM))
    }

    @Test func `files that are missing or do not belong together are errors with a reason`() throws
    {
        let certificates = try TestCertificates()
        try certificates.make("one", alternativeNames: "DNS:one.example")
        try certificates.make("two", alternativeNames: "DNS:two.example")
        let missing = #expect(throws: TLSContextError.self) {
            try TLSServerContext(
                certificatePath: "/nonexistent.pem", keyPath: certificates.key("one"))
        }
        #expect(missing?.description.contains("No such file") == true)
        let mixed = #expect(throws: TLSContextError.self) {
            try TLSServerContext(
                certificatePath: certificates.certificate("one"),
                keyPath: certificates.key("two"))
        }
        #expect(mixed?.description.contains("mismatch") == true)
    }
}
