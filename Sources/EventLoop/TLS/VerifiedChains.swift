internal import COpenSSL

/// The certificate chains that a client has accepted for its domain: each is verified once.
///
/// A server shows every session the same chain, and verifying it costs a signature for each of its
/// certificates. A chain that was accepted counts as good for as long as the context lives, also
/// beyond the end of a certificate's validity; one that was refused is verified anew each time.
final class VerifiedChains: Sendable {
    /// Bounds: further chains, and longer ones, are verified each time.
    private static let maximumChains = 64
    private static let maximumCertificates = 10

    private struct State {
        /// Digests of a whole chain, one after the other.
        var accepted: Set<[UInt8]> = []
        var verifications = 0
    }

    private let state = Guarded(State())

    /// How often a chain was verified in full.
    var verifications: Int { state.withLock { $0.verifications } }

    private static let place = TLSContextHandle.makePlace()

    /// Makes a context ask here; the context keeps this object.
    func install(in context: OpaquePointer) {
        unsafe TLSContextHandle.keep(self, at: Self.place, in: context)
        unsafe SSL_CTX_set_cert_verify_callback(
            context,
            { store, chains in
                guard let chains = unsafe chains else { return 0 }
                return unsafe Unmanaged<VerifiedChains>.fromOpaque(chains).takeUnretainedValue()
                    .verify(store)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func verify(_ store: OpaquePointer?) -> Int32 {
        let digests = unsafe digests(of: store)
        let isKnown = state.withLock { $0.accepted.contains(digests) }
        if isKnown {
            unsafe X509_STORE_CTX_set_error(store, X509_V_OK)
            return 1
        }
        // Below 0 is a failure of the library's own; no session may go on after one.
        let result = unsafe max(0, X509_verify_cert(store))
        state.withLock {
            $0.verifications += 1
            if result == 1, !digests.isEmpty, $0.accepted.count < Self.maximumChains {
                $0.accepted.insert(digests)
            }
        }
        return result
    }

    /// SHA-256 of each certificate that the peer sent; empty for a chain that is too long.
    private func digests(of store: OpaquePointer?) -> [UInt8] {
        let size = Int(SHA256_DIGEST_LENGTH) * Self.maximumCertificates
        var digests = [UInt8](repeating: 0, count: size)
        let count = unsafe clamor_chain_digests(store, &digests, Int32(size))
        return Array(digests[..<Int(count)])
    }
}
