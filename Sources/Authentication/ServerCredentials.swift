/// What a server stores of one account's password.
///
/// The keys are made by whoever creates the account: one PBKDF2 for each hash, never in the
/// authentication itself.
package struct ServerCredentials: Sendable {
    /// The password after SASLprep, as UTF-8; what PLAIN is compared with.
    package var password: [UInt8]
    /// The salt of both keys.
    package var salt: [UInt8]
    /// The rounds of both keys.
    package var iterations: Int
    /// The salted password for SCRAM-SHA-1, 20 bytes; nil when the account has none.
    package var saltedSHA1: [UInt8]?
    /// The salted password for SCRAM-SHA-256, 32 bytes; nil when the account has none.
    package var saltedSHA256: [UInt8]?

    /// What is stored of an account; `password` is prepared already.
    package init(
        password: [UInt8], salt: [UInt8], iterations: Int, saltedSHA1: [UInt8]? = nil,
        saltedSHA256: [UInt8]? = nil
    ) {
        self.password = password
        self.salt = salt
        self.iterations = iterations
        self.saltedSHA1 = saltedSHA1
        self.saltedSHA256 = saltedSHA256
    }

    /// The salted password for a hash.
    package func saltedPassword(_ hash: PasswordHash) -> [UInt8]? {
        switch hash {
        case .sha1: saltedSHA1
        case .sha256: saltedSHA256
        }
    }

    /// The request whose result is the salted password for a hash.
    package func derivation(_ hash: PasswordHash) -> KeyDerivationRequest {
        KeyDerivationRequest(hash: hash, password: password, salt: salt, iterations: iterations)
    }
}
