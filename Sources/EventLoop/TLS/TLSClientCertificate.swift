internal import COpenSSL

/// A certificate with its key, which a client shows a server that asks for one (RFC 6120 §13.7.1).
///
/// OpenSSL counts references to certificates and keys and locks them itself, so threads may share
/// them. Lifetime: they are freed with this object; a TLS session has references of its own.
@safe package final class TLSClientCertificate: @unchecked Sendable {
    private let certificate: OpaquePointer
    private let key: OpaquePointer
    /// Certificates of authorities that are sent after the own one.
    private let chain: OpaquePointer?

    /// Reads PEM text: the certificate, those of the authorities above it if any, and the key, which
    /// may stand before or after them.
    package init(pem text: String) throws(TLSContextError) {
        OpenSSLErrors.clear()
        var own: OpaquePointer?
        var others: OpaquePointer?
        _ = unsafe CertificatePEM.forEach(in: text) { found in
            if unsafe own == nil {
                unsafe X509_up_ref(found)
                unsafe own = unsafe found
            } else {
                unsafe others = unsafe clamor_chain_append(others, found)
            }
        }
        let key = unsafe CertificatePEM.key(in: text)
        let problem: String? =
            if unsafe own == nil {
                "there is no certificate in it"
            } else if unsafe key == nil {
                "there is no key in it, or it is encrypted"
            } else if unsafe X509_check_private_key(own, key) != 1 {
                "the key does not belong to the certificate"
            } else {
                nil
            }
        OpenSSLErrors.clear()
        guard problem == nil, let own = unsafe own, let key = unsafe key else {
            unsafe X509_free(own)
            unsafe EVP_PKEY_free(key)
            unsafe clamor_chain_free(others)
            throw TLSContextError(problem ?? "it cannot be read")
        }
        unsafe certificate = unsafe own
        unsafe self.key = unsafe key
        unsafe chain = unsafe others
    }

    deinit {
        unsafe X509_free(certificate)
        unsafe EVP_PKEY_free(key)
        unsafe clamor_chain_free(chain)
    }

    /// Makes a TLS session show it; false when memory is short.
    func use(in ssl: OpaquePointer) -> Bool {
        unsafe SSL_use_cert_and_key(ssl, certificate, key, chain, 1) == 1
    }
}
