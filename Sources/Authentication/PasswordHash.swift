/// The hash function of a SCRAM mechanism.
package enum PasswordHash: String, Hashable, Sendable, CaseIterable {
    case sha1 = "SHA-1"
    case sha256 = "SHA-256"

    /// The length of a key made with it, in bytes.
    package var keyBytes: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        }
    }
}
