internal import COpenSSL

/// One TLS session: bytes in, bytes out through the transport's `TLSBuffers`.
///
/// Lifetime: owns its `SSL`; whoever keeps the session calls `free` exactly once.
@safe struct TLSSession {
    /// How far a handshake came.
    enum Handshake {
        case finished
        case needsInput
        case failed(TransportError)
    }

    /// What one read gave.
    enum ReadResult {
        /// So many bytes are in the plaintext buffer.
        case bytes(Int)
        case needsInput
        /// The peer's close_notify: nothing follows.
        case ended
        case failed(TransportError)
    }

    private let ssl: OpaquePointer

    init?(_ context: OpaquePointer, _ buffers: TLSBuffers, isClient: Bool) {
        OpenSSLErrors.clear()
        guard let ssl = unsafe SSL_new(context) else { return nil }
        unsafe self.ssl = ssl
        // One BIO for both directions and all sessions: each session holds one reference.
        unsafe BIO_up_ref(buffers.bio)
        unsafe SSL_set_bio(ssl, buffers.bio, buffers.bio)
        if isClient {
            unsafe SSL_set_connect_state(ssl)
        } else {
            unsafe SSL_set_accept_state(ssl)
        }
    }

    /// Without close_notify OpenSSL would not let the session be resumed, which since TLS 1.1 is too
    /// strict (RFC 5246 §7.2.1): clients whose connection broke do resume theirs.
    func free() {
        unsafe SSL_set_shutdown(ssl, SSL_SENT_SHUTDOWN)
        unsafe SSL_free(ssl)
    }

    /// Sets the name that the certificate must be for, and SNI.
    ///
    /// Source: RFC 6125 §6.4.3 (no wildcards inside a label), RFC 6066 §3 (no SNI for addresses).
    func expect(domain: String, verifying: Bool) {
        let isAddress = SocketAddress(numericHost: domain, port: 0) != nil
        if !isAddress { _ = unsafe clamor_ssl_set_server_name(ssl, domain) }
        guard verifying else { return }
        let parameters = unsafe SSL_get0_param(ssl)
        if isAddress {
            _ = unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, domain)
        } else {
            unsafe X509_VERIFY_PARAM_set_hostflags(
                parameters, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
            _ = unsafe X509_VERIFY_PARAM_set1_host(parameters, domain, 0)
        }
    }

    func resume(_ session: OpaquePointer) { _ = unsafe SSL_set_session(ssl, session) }

    /// Shows a certificate to a server that asks for one; false when memory is short.
    func show(_ certificate: TLSClientCertificate) -> Bool { unsafe certificate.use(in: ssl) }

    /// Goes on with the handshake; its messages are in `output` afterwards, alerts too.
    func handshake(_ buffers: TLSBuffers) -> Handshake {
        OpenSSLErrors.clear()
        buffers.foreignCertificateNames = nil
        let result = unsafe SSL_do_handshake(ssl)
        if result == 1 { return .finished }
        switch unsafe SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ: return .needsInput
        default: return .failed(failure(buffers))
        }
    }

    /// Reads one record's plaintext into the shared buffer.
    func read(_ buffers: TLSBuffers) -> ReadResult {
        OpenSSLErrors.clear()
        let count = unsafe SSL_read(
            ssl, buffers.plaintext, Int32(TLSBuffers.plaintextCapacity))
        if count > 0 { return .bytes(Int(count)) }
        switch unsafe SSL_get_error(ssl, count) {
        case SSL_ERROR_WANT_READ: return .needsInput
        case SSL_ERROR_ZERO_RETURN: return .ended
        default: return .failed(failure(buffers))
        }
    }

    /// Encrypts into `output`; false when the session is broken.
    func write(_ bytes: UnsafeRawPointer, count: Int) -> Bool {
        OpenSSLErrors.clear()
        var written = 0
        while written < count {
            let step = unsafe SSL_write(ssl, bytes + written, Int32(clamping: count - written))
            guard step > 0 else { return false }
            written += Int(step)
        }
        return true
    }

    /// Puts close_notify into `output`.
    func close() {
        OpenSSLErrors.clear()
        _ = unsafe SSL_shutdown(ssl)
        OpenSSLErrors.clear()
    }

    /// What the finished handshake agreed on.
    func summary(isClient: Bool, handshakeBytesRead: Int, handshakeBytesWritten: Int) -> TLSSummary
    {
        var name: UnsafePointer<UInt8>?
        var nameCount: UInt32 = 0
        unsafe SSL_get0_alpn_selected(ssl, &name, &nameCount)
        var applicationProtocol: String?
        if let name = unsafe name {
            let bytes = unsafe UnsafeBufferPointer(start: name, count: Int(nameCount))
            applicationProtocol = unsafe String(decoding: bytes, as: UTF8.self)
        }
        var summary = TLSSummary(
            version: unsafe String(cString: SSL_get_version(ssl)),
            cipher: unsafe String(cString: SSL_CIPHER_get_name(SSL_get_current_cipher(ssl))),
            applicationProtocol: applicationProtocol,
            isResumed: isResumed,
            handshakeBytesRead: handshakeBytesRead,
            handshakeBytesWritten: handshakeBytesWritten,
            channelBindings: channelBindings(isClient: isClient))
        if !isClient, unsafe SSL_version(ssl) >= TLS1_3_VERSION {
            summary.undefinedUnique = unique(isClient: false)
        }
        return summary
    }

    private var isResumed: Bool { unsafe SSL_session_reused(ssl) == 1 }

    /// Channel bindings that are unique to this very connection.
    ///
    /// Without the extended master secret a resumed TLS 1.2 session can have the same values on two
    /// connections (the triple handshake), so then there is none; and tls-exporter needs the
    /// extension in any TLS 1.2 session. Source: RFC 9266 §3, RFC 5929 §3, RFC 7627 §6.4.
    private func channelBindings(isClient: Bool) -> [TLSSummary.Binding] {
        let isTLS13 = unsafe SSL_version(ssl) >= TLS1_3_VERSION
        let isBound = unsafe isTLS13 || clamor_ssl_uses_extended_master_secret(ssl) == 1
        var bindings: [TLSSummary.Binding] = []
        if isBound, let data = exporter() {
            bindings.append(TLSSummary.Binding(type: "tls-exporter", data: data))
        }
        if !isTLS13, isBound || !isResumed, let unique = unique(isClient: isClient) {
            bindings.append(unique)
        }
        return bindings
    }

    /// The first Finished message: the client's in a full handshake, else the server's.
    private func unique(isClient: Bool) -> TLSSummary.Binding? {
        let isOurs = isClient != isResumed
        var data = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        let count = unsafe data.withUnsafeMutableBytes {
            unsafe isOurs
                ? SSL_get_finished(ssl, $0.baseAddress, $0.count)
                : SSL_get_peer_finished(ssl, $0.baseAddress, $0.count)
        }
        guard count > 0, count <= data.count else { return nil }
        return TLSSummary.Binding(type: "tls-unique", data: Array(data[..<count]))
    }

    private func exporter() -> [UInt8]? {
        let label = "EXPORTER-Channel-Binding"
        var data = [UInt8](repeating: 0, count: 32)
        let result = unsafe SSL_export_keying_material(
            ssl, &data, data.count, label, label.utf8.count, nil, 0, 1)
        OpenSSLErrors.clear()
        return result == 1 ? data : nil
    }

    /// Why the session failed, from the verification or OpenSSL's queue.
    private func failure(_ buffers: TLSBuffers) -> TransportError {
        let verification = unsafe SSL_get_verify_result(ssl)
        let code = ERR_peek_error()
        let reason = OpenSSLErrors.takeReason()
        guard verification != Int(X509_V_OK),
            clamor_ssl_reason(code) == SSL_R_CERTIFICATE_VERIFY_FAILED
        else { return .tls(reason: reason ?? "the peer broke the protocol") }
        if let names = buffers.foreignCertificateNames {
            let expected =
                unsafe SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name)
                .map { unsafe String(cString: $0) } ?? "the address"
            let found = names.isEmpty ? "no name at all" : names.joined(separator: ", ")
            return .certificate(
                reason: "hostname mismatch: certificate is for \(found), not \(expected)")
        }
        return .certificate(
            reason: unsafe String(cString: X509_verify_cert_error_string(verification)))
    }

    /// A verify callback that changes no decision: it notes whom a certificate is for when it is
    /// not for the domain, since OpenSSL forgets the certificate when it is refused.
    static let noteCertificateNames: @convention(c) (Int32, OpaquePointer?) -> Int32 = {
        isAccepted, store in
        guard isAccepted == 0, let store = unsafe store else { return isAccepted }
        let error = unsafe X509_STORE_CTX_get_error(store)
        guard error == X509_V_ERR_HOSTNAME_MISMATCH || error == X509_V_ERR_IP_ADDRESS_MISMATCH,
            let ssl = unsafe X509_STORE_CTX_get_ex_data(
                store, SSL_get_ex_data_X509_STORE_CTX_idx()),
            let buffers = unsafe TLSBuffers.of(SSL_get_rbio(OpaquePointer(ssl))),
            let certificate = unsafe X509_STORE_CTX_get0_cert(store)
        else { return isAccepted }
        buffers.foreignCertificateNames = unsafe names(of: certificate)
        return isAccepted
    }

    /// The alternative names of a certificate. Bounds: the first eight.
    private static func names(of certificate: OpaquePointer) -> [String] {
        var names: [String] = []
        var index: Int32 = 0
        while names.count < 8 {
            let name = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) {
                buffer -> String? in
                let count = unsafe clamor_certificate_name(
                    certificate, index, buffer.baseAddress, Int32(buffer.count))
                guard count >= 0 else { return nil }
                let bytes = unsafe UnsafeRawBufferPointer(buffer)[..<Int(count)]
                return unsafe String(decoding: bytes, as: UTF8.self)
            }
            guard let name else { break }
            if !name.isEmpty { names.append(name) }
            index += 1
        }
        return names
    }
}
