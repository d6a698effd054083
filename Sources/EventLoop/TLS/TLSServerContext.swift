internal import COpenSSL

/// How a server does TLS: its certificate and key; shared by all connections and threads.
public final class TLSServerContext: Sendable {
    let handle: TLSContextHandle
    /// The server's own certificate, for clients that are to trust it.
    public let certificatePEM: String

    /// Loads a certificate chain (the server's first) and its key from PEM files.
    public convenience init(certificatePath: String, keyPath: String) throws(TLSContextError) {
        let handle = try TLSContextHandle(.server)
        let context = unsafe handle.pointer
        // Without this OpenSSL would ask for a pass phrase on the terminal.
        unsafe SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in 0 }
        guard unsafe SSL_CTX_use_certificate_chain_file(context, certificatePath) == 1 else {
            throw OpenSSLErrors.context("cannot load the certificate \(certificatePath)")
        }
        guard unsafe SSL_CTX_use_PrivateKey_file(context, keyPath, SSL_FILETYPE_PEM) == 1 else {
            throw OpenSSLErrors.context("cannot load the key \(keyPath)")
        }
        try self.init(handle)
    }

    /// Takes a context that has its certificate and key.
    private init(_ handle: TLSContextHandle) throws(TLSContextError) {
        let context = unsafe handle.pointer
        guard unsafe SSL_CTX_check_private_key(context) == 1,
            let certificate = unsafe SSL_CTX_get0_certificate(context)
        else {
            throw OpenSSLErrors.context("the key does not belong to the certificate")
        }
        certificatePEM = unsafe CertificatePEM.text(of: certificate)
        // Tickets are stateless, so a cache on this side would only take memory.
        _ = unsafe clamor_ssl_ctx_set_session_cache_mode(context, Int(SSL_SESS_CACHE_OFF))
        let name = Array("clamor".utf8)
        unsafe SSL_CTX_set_session_id_context(context, name, UInt32(name.count))
        unsafe SSL_CTX_set_alpn_select_cb(context, selectXMPPClient, nil)
        self.handle = handle
    }

    /// Makes a certificate (P-256, valid for a year) for a domain that signs itself.
    public static func selfSigned(domain: String) throws(TLSContextError) -> TLSServerContext {
        try selfSigned(domain: domain, newestVersion: nil)
    }

    /// The same, with TLS 1.2 as the newest version when asked: for tests of channel binding.
    package static func selfSigned(
        domain: String, newestVersion: TLSVersion?
    ) throws(TLSContextError) -> TLSServerContext {
        let handle = try TLSContextHandle(.server)
        let context = unsafe handle.pointer
        let identity = try SelfSignedIdentity(domain: domain)
        guard unsafe SSL_CTX_use_certificate(context, identity.certificate) == 1,
            unsafe SSL_CTX_use_PrivateKey(context, identity.key) == 1
        else { throw OpenSSLErrors.context("cannot use the certificate that was made") }
        if newestVersion == .tls12 {
            _ = unsafe clamor_ssl_ctx_limit_version(context, TLS1_2_VERSION)
        }
        return try TLSServerContext(handle)
    }

    /// A new session for one connection; nil when memory is short.
    func makeSession(_ buffers: TLSBuffers) -> TLSSession? {
        unsafe TLSSession(handle.pointer, buffers, isClient: false)
    }
}

/// A version that a context may be limited to.
package enum TLSVersion: Sendable {
    case tls12
}

/// Selects `xmpp-client` when it is offered; a client that offers only others is served without.
///
/// Source: RFC 7301 §3.1 for the form of the list.
private func selectXMPPClient(
    _: OpaquePointer?, selected: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    selectedCount: UnsafeMutablePointer<UInt8>?, offered: UnsafePointer<UInt8>?,
    offeredCount: UInt32, _: UnsafeMutableRawPointer?
) -> Int32 {
    let offers = unsafe UnsafeBufferPointer(start: offered, count: Int(offeredCount))
    var index = 0
    while index < offers.count {
        let count = Int(unsafe offers[index])
        let start = index + 1
        guard start + count <= offers.count else { break }
        let name = unsafe offers[start..<start + count]
        if unsafe name.elementsEqual(TLSClientContext.xmppClientProtocol.utf8) {
            unsafe selected?.pointee = offers.baseAddress! + start
            unsafe selectedCount?.pointee = UInt8(count)
            return SSL_TLSEXT_ERR_OK
        }
        index = start + count
    }
    return SSL_TLSEXT_ERR_NOACK
}
