internal import COpenSSL

/// A P-256 key and a certificate that it signed itself; owns both.
@safe final class SelfSignedIdentity {
    let certificate: OpaquePointer
    let key: OpaquePointer

    private static let dayInSeconds = 86_400

    /// - Parameter domain: a DNS name or an IP address; other characters are refused, since they
    ///   would become part of the extension's own syntax.
    init(domain: String) throws(TLSContextError) {
        let isAddress = SocketAddress(numericHost: domain, port: 0) != nil
        let isName =
            !domain.isEmpty && domain.utf8.count <= 253
            && domain.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        guard isAddress || isName else {
            throw TLSContextError("cannot make a certificate for \"\(domain)\": not a DNS name")
        }
        OpenSSLErrors.clear()
        guard let key = unsafe clamor_generate_p256_key() else {
            throw OpenSSLErrors.context("cannot make a P-256 key")
        }
        guard let certificate = unsafe X509_new() else {
            unsafe EVP_PKEY_free(key)
            throw OpenSSLErrors.context("cannot make a certificate")
        }
        unsafe self.key = key
        unsafe self.certificate = certificate
        let subject = isAddress ? "IP:\(domain)" : "DNS:\(domain)"
        guard
            unsafe Self.fill(certificate, key, commonName: domain, alternativeName: subject)
        else { throw OpenSSLErrors.context("cannot make a certificate for \(domain)") }
    }

    deinit {
        unsafe X509_free(certificate)
        unsafe EVP_PKEY_free(key)
    }

    private static func fill(
        _ certificate: OpaquePointer, _ key: OpaquePointer, commonName: String,
        alternativeName: String
    ) -> Bool {
        var serial: UInt64 = 0
        _ = unsafe withUnsafeMutableBytes(of: &serial) {
            unsafe RAND_bytes($0.baseAddress!.assumingMemoryBound(to: UInt8.self), 8)
        }
        guard unsafe X509_set_version(certificate, Int(X509_VERSION_3)) == 1,
            unsafe ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial | 1) == 1,
            unsafe X509_gmtime_adj(X509_getm_notBefore(certificate), -dayInSeconds) != nil,
            unsafe X509_gmtime_adj(X509_getm_notAfter(certificate), 365 * dayInSeconds) != nil,
            unsafe X509_set_pubkey(certificate, key) == 1
        else { return false }
        let name = unsafe X509_get_subject_name(certificate)
        // X.520 allows a common name of 64 characters; the alternative name is what counts.
        let shortName = Array(commonName.utf8.prefix(64))
        guard
            unsafe X509_NAME_add_entry_by_txt(
                name, "CN", MBSTRING_ASC, shortName, Int32(shortName.count), -1, 0) == 1,
            unsafe X509_set_issuer_name(certificate, name) == 1
        else { return false }
        // An authority for itself: clients that take it as a CA file demand these of one.
        let extensions: [(Int32, String)] = [
            (NID_basic_constraints, "critical,CA:TRUE"),
            (NID_key_usage, "critical,digitalSignature,keyCertSign"),
            (NID_ext_key_usage, "serverAuth"),
            (NID_subject_key_identifier, "hash"),
            (NID_authority_key_identifier, "keyid"),
            (NID_subject_alt_name, alternativeName),
        ]
        for (kind, value) in extensions {
            guard unsafe add(kind, value, to: certificate) else { return false }
        }
        return unsafe X509_sign(certificate, key, EVP_sha256()) > 0
    }

    private static func add(_ kind: Int32, _ value: String, to certificate: OpaquePointer) -> Bool {
        var context = unsafe X509V3_CTX()
        unsafe clamor_add_extension_context(&context, certificate)
        guard let made = unsafe X509V3_EXT_conf_nid(nil, &context, kind, value) else {
            return false
        }
        defer { unsafe X509_EXTENSION_free(made) }
        return unsafe X509_add_ext(certificate, made, -1) == 1
    }
}
