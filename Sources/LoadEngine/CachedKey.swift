internal import Authentication

/// A salted password that was derived before (RFC 5802 §3); good while hash, salt and count stay.
struct CachedKey {
    var hash: PasswordHash
    var salt: [UInt8]
    var iterations: Int
    var key: [UInt8]

    /// Whether it answers the request; the password is the account's, which never changes.
    func answers(_ request: KeyDerivationRequest) -> Bool {
        request.hash == hash && request.iterations == iterations && request.salt == salt
    }
}
