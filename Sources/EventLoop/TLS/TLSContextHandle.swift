internal import COpenSSL

/// Owns one `SSL_CTX` and frees it once; what both roles have in common.
///
/// OpenSSL counts references to it and locks it itself, so threads may share it once it is set up.
@safe final class TLSContextHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    enum Role {
        case client
        case server
    }

    /// TLS 1.2 or later; buffers released when idle; no renegotiation, which lets a peer make
    /// this side work for nothing.
    init(_ role: Role) throws(TLSContextError) {
        OpenSSLErrors.clear()
        let method =
            switch role {
            case .client: unsafe TLS_client_method()
            case .server: unsafe TLS_server_method()
            }
        guard let context = unsafe SSL_CTX_new(method) else {
            throw OpenSSLErrors.context("cannot make a TLS context")
        }
        unsafe pointer = unsafe context
        unsafe clamor_ssl_ctx_set_options(context)
        _ = unsafe clamor_ssl_ctx_set_mode(
            context, Int(SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER))
        guard unsafe clamor_ssl_ctx_require_tls_1_2(context) == 1 else {
            throw OpenSSLErrors.context("cannot require TLS 1.2")
        }
    }

    deinit { unsafe SSL_CTX_free(pointer) }

    /// A place in every context for an object that its callbacks use; to be made once per kind.
    static func makePlace() -> Int32 {
        unsafe CRYPTO_get_ex_new_index(
            CRYPTO_EX_INDEX_SSL_CTX, 0, nil, nil, nil,
            { _, object, _, _, _, _ in
                guard let object = unsafe object else { return }
                unsafe Unmanaged<AnyObject>.fromOpaque(object).release()
            })
    }

    /// Keeps an object for as long as the context lives: connections may have the context longer
    /// than whoever made it.
    static func keep(_ object: AnyObject, at place: Int32, in context: OpaquePointer) {
        unsafe SSL_CTX_set_ex_data(context, place, Unmanaged.passRetained(object).toOpaque())
    }
}
