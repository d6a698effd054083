internal import COpenSSL

/// How sessions of one domain do TLS as clients; shared by all of them and by all threads.
public final class TLSClientContext: Sendable {
    /// The protocol name for ALPN on direct TLS (XEP-0368 §4).
    public static let xmppClientProtocol = "xmpp-client"

    /// The name that certificates must be for; also sent as SNI unless it is an IP address.
    public let domain: String
    /// Whether certificates are verified at all.
    public let isVerifying: Bool
    let handle: TLSContextHandle
    private let sessions: SessionCache?
    private let chains: VerifiedChains
    /// What a server that asks for a certificate is shown.
    private let certificate: TLSClientCertificate?

    /// - Parameters:
    ///   - alpn: the protocol to offer, for direct TLS; nil: none.
    ///   - resumption: whether sessions are resumed; off, each login pays the full handshake.
    /// Source: RFC 6120 §13.7.2 (verify against the domain the user named), RFC 6066 §3 (SNI).
    public init(
        domain: String, verify: TLSVerification, alpn: String? = nil, resumption: Bool = false
    ) throws(TLSContextError) {
        self.domain = domain
        certificate = nil
        chains = VerifiedChains()
        let handle = try TLSContextHandle(.client)
        let context = unsafe handle.pointer
        isVerifying = verify != .none
        unsafe try Self.trust(verify, context)
        if isVerifying {
            // The callback only notes the names of a certificate that is for somebody else.
            unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER, TLSSession.noteCertificateNames)
            unsafe chains.install(in: context)
        }
        if let alpn { unsafe try Self.offer(alpn, context) }
        if resumption {
            let cache = SessionCache()
            sessions = cache
            unsafe cache.install(in: context)
        } else {
            sessions = nil
            _ = unsafe clamor_ssl_ctx_set_session_cache_mode(context, Int(SSL_SESS_CACHE_OFF))
            unsafe clamor_ssl_ctx_refuse_tickets(context)
        }
        self.handle = handle
    }

    private init(_ other: TLSClientContext, showing certificate: TLSClientCertificate) {
        domain = other.domain
        isVerifying = other.isVerifying
        handle = other.handle
        sessions = other.sessions
        chains = other.chains
        self.certificate = certificate
    }

    /// The same with a certificate to show; all else is shared, also the session to resume, which
    /// keeps the certificate of the connection that it began on.
    package func showing(_ certificate: TLSClientCertificate) -> TLSClientContext {
        TLSClientContext(self, showing: certificate)
    }

    private static func trust(
        _ verification: TLSVerification, _ context: OpaquePointer
    ) throws(TLSContextError) {
        switch verification {
        case .none:
            unsafe SSL_CTX_set_verify(context, SSL_VERIFY_NONE, nil)
        case .system:
            guard unsafe SSL_CTX_set_default_verify_paths(context) == 1 else {
                throw OpenSSLErrors.context("cannot load the system's certificate authorities")
            }
        case .file(let path):
            guard unsafe SSL_CTX_load_verify_file(context, path) == 1 else {
                throw OpenSSLErrors.context("cannot load certificate authorities from \(path)")
            }
        case .trusting(let text):
            let store = unsafe SSL_CTX_get_cert_store(context)
            let count = unsafe CertificatePEM.forEach(in: text) {
                _ = unsafe X509_STORE_add_cert(store, $0)
            }
            guard count > 0 else { throw TLSContextError("no certificate in the PEM text") }
            // A trusted certificate ends the chain although it is no authority.
            _ = unsafe X509_STORE_set_flags(store, UInt(X509_V_FLAG_PARTIAL_CHAIN))
        }
    }

    private static func offer(
        _ alpn: String, _ context: OpaquePointer
    ) throws(TLSContextError) {
        let name = Array(alpn.utf8)
        guard (1...255).contains(name.count) else {
            throw TLSContextError("an ALPN protocol name has 1 to 255 bytes")
        }
        let list = [UInt8(name.count)] + name
        // Unlike the rest of OpenSSL this returns 0 for success.
        guard unsafe SSL_CTX_set_alpn_protos(context, list, UInt32(list.count)) == 0 else {
            throw OpenSSLErrors.context("cannot offer ALPN \(alpn)")
        }
    }

    /// How often a chain of certificates was verified in full; those known already are not.
    package var chainVerifications: Int { chains.verifications }

    /// A new session for one connection; nil when memory is short.
    func makeSession(_ buffers: TLSBuffers) -> TLSSession? {
        guard let session = unsafe TLSSession(handle.pointer, buffers, isClient: true) else {
            return nil
        }
        if let certificate, !session.show(certificate) {
            session.free()
            return nil
        }
        session.expect(domain: domain, verifying: isVerifying)
        if let sessions { sessions.resume(session) }
        return session
    }
}

/// The last TLS session that a server of this domain gave out, for the next connection to resume.
private final class SessionCache: @unchecked Sendable {
    /// Owns one reference to an `SSL_SESSION`.
    private let latest = Guarded<Int>(0)

    private static let place = TLSContextHandle.makePlace()

    /// Makes a context put its sessions here; the context keeps this object.
    func install(in context: OpaquePointer) {
        let mode = SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL
        _ = unsafe clamor_ssl_ctx_set_session_cache_mode(context, Int(mode))
        unsafe TLSContextHandle.keep(self, at: Self.place, in: context)
        unsafe SSL_CTX_sess_set_new_cb(context) { ssl, session in
            guard let context = unsafe SSL_get_SSL_CTX(ssl),
                let cache = unsafe SSL_CTX_get_ex_data(context, SessionCache.place),
                let session = unsafe session
            else { return 0 }
            unsafe Unmanaged<SessionCache>.fromOpaque(cache).takeUnretainedValue().keep(session)
            return 1
        }
    }

    private func keep(_ session: OpaquePointer) {
        let address = Int(bitPattern: session)
        let previous = latest.withLock { latest in
            defer { latest = address }
            return latest
        }
        if previous != 0 { unsafe SSL_SESSION_free(OpaquePointer(bitPattern: previous)) }
    }

    /// Gives the session a copy: OpenSSL lets no other connection resume one that has been resumed
    /// as soon as its server sends new tickets, also one that has yet to send its ClientHello.
    func resume(_ session: TLSSession) {
        latest.withLock {
            guard let kept = unsafe OpaquePointer(bitPattern: $0),
                let copy = unsafe SSL_SESSION_dup(kept)
            else { return }
            unsafe session.resume(copy)
            unsafe SSL_SESSION_free(copy)
        }
    }

    deinit {
        let last = latest.withLock { $0 }
        if last != 0 { unsafe SSL_SESSION_free(OpaquePointer(bitPattern: last)) }
    }
}
