/// What a SCRAM client, or a server that stores accounts, needs computed from a password: the
/// function `Hi`, which is PBKDF2 with HMAC and an output as long as the hash.
///
/// It takes milliseconds, so it is an action and never happens inside a protocol machine. Equal
/// requests have equal keys: a request is the key of a cache.
/// Source: RFC 5802 §2.2.
package struct KeyDerivationRequest: Hashable, Sendable {
    /// The most rounds that a server may ask for.
    ///
    /// Servers use 4,096 to some 600,000; a hostile one could ask for years of work.
    package static let maximumIterations = 10_000_000
    /// The longest salt that is taken from a server, in bytes.
    package static let maximumSaltBytes = 1024

    /// The hash function.
    package var hash: PasswordHash
    /// The password after SASLprep, as UTF-8.
    package var password: [UInt8]
    /// The account's salt.
    package var salt: [UInt8]
    /// The number of rounds.
    ///
    /// Bounds: 1 to `maximumIterations`.
    package var iterations: Int

    /// A request from its parts; `password` is prepared already.
    package init(hash: PasswordHash, password: [UInt8], salt: [UInt8], iterations: Int) {
        self.hash = hash
        self.password = password
        self.salt = salt
        self.iterations = iterations
    }

    /// A request for a password as typed; nil when SASLprep does not allow it.
    package init?(hash: PasswordHash, password: String, salt: [UInt8], iterations: Int) {
        guard let prepared = SASLPrep.prepare(password) else { return nil }
        self.init(hash: hash, password: prepared, salt: salt, iterations: iterations)
    }
}
