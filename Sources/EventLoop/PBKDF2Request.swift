internal import COpenSSL

/// A key to derive from a password: PBKDF2 with HMAC, which is `Hi()` of SCRAM.
///
/// Source: RFC 8018 §5.2, RFC 5802 §2.2.
public struct PBKDF2Request: Hashable, Sendable {
    public enum Hash: Sendable {
        case sha1
        case sha256

        /// Bytes of the derived key: the hash's own size.
        public var outputCount: Int {
            switch self {
            case .sha1: 20
            case .sha256: 32
            }
        }
    }

    public var hash: Hash
    public var password: [UInt8]
    public var salt: [UInt8]
    public var iterations: Int

    public init(hash: Hash, password: [UInt8], salt: [UInt8], iterations: Int) {
        self.hash = hash
        self.password = password
        self.salt = salt
        self.iterations = iterations
    }

    /// Derives the key on the calling thread: some milliseconds for 10,000 iterations.
    ///
    /// Bounds: iterations from 1 to `Int32.max`; anything else yields an empty key.
    public func derive() -> [UInt8] {
        guard let rounds = Int32(exactly: iterations), rounds > 0,
            let passwordCount = Int32(exactly: password.count),
            let saltCount = Int32(exactly: salt.count)
        else { return [] }
        var key = [UInt8](repeating: 0, count: hash.outputCount)
        let digest =
            switch hash {
            case .sha1: unsafe EVP_sha1()
            case .sha256: unsafe EVP_sha256()
            }
        let succeeded = unsafe password.withUnsafeBytes { passwordBytes in
            unsafe PKCS5_PBKDF2_HMAC(
                passwordBytes.baseAddress?.assumingMemoryBound(to: CChar.self), passwordCount,
                salt, saltCount, rounds, digest, Int32(key.count), &key)
        }
        return succeeded == 1 ? key : []
    }
}
