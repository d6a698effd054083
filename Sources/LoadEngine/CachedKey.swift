internal import Authentication

/// A salted password that was derived before (RFC 5802 §3); good while hash, salt and count stay.
struct CachedKey {
    var hash: PasswordHash
    var salt: [UInt8]
    var iterations: Int
    /// Empty until it was derived. The session that asked for it may be gone by then, and the next
    /// one of the account must not take it for a key.
    var key: [UInt8]

    /// Whether it answers the request; the password is the account's, which never changes.
    func answers(_ request: KeyDerivationRequest) -> Bool {
        !key.isEmpty && request.hash == hash && request.iterations == iterations
            && request.salt == salt
    }
}
