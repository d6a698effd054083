/// A SASL mechanism that Clamor speaks, strongest first.
package enum SASLMechanism: String, CaseIterable, Sendable {
    case scramSHA256Plus = "SCRAM-SHA-256-PLUS"
    case scramSHA1Plus = "SCRAM-SHA-1-PLUS"
    case scramSHA256 = "SCRAM-SHA-256"
    case scramSHA1 = "SCRAM-SHA-1"
    case digestMD5 = "DIGEST-MD5"
    case plain = "PLAIN"
    case external = "EXTERNAL"
    case anonymous = "ANONYMOUS"

    /// The hash function of a SCRAM mechanism; nil for the others.
    package var hash: PasswordHash? {
        switch self {
        case .scramSHA256Plus, .scramSHA256: .sha256
        case .scramSHA1Plus, .scramSHA1: .sha1
        case .digestMD5, .plain, .external, .anonymous: nil
        }
    }

    /// Whether it binds the authentication to the TLS connection.
    package var bindsChannel: Bool { self == .scramSHA256Plus || self == .scramSHA1Plus }

    /// Whether the server must prove, before it may report success, that it knows the account too.
    package var provesServer: Bool { hash != nil || self == .digestMD5 }

    /// The mechanism to use of those that a server offers, or nil when there is none.
    ///
    /// With `named` it is that one or none. Otherwise it is the strongest one that needs a
    /// password: EXTERNAL and ANONYMOUS log in somebody else than the account, so they are used
    /// only when named. PLAIN needs an encrypted stream or `plainAllowed`, named or not; the -PLUS
    /// forms need `channelBinding`.
    package static func strongest(
        of offered: [String], named: String?, encrypted: Bool, plainAllowed: Bool,
        channelBinding: ChannelBinding?
    ) -> Self? {
        for mechanism in allCases where offered.contains(mechanism.rawValue) {
            switch mechanism {
            case .scramSHA256Plus, .scramSHA1Plus:
                if channelBinding == nil { continue }
            case .plain:
                if !encrypted && !plainAllowed { continue }
            case .external, .anonymous:
                if named == nil { continue }
            case .scramSHA256, .scramSHA1, .digestMD5:
                break
            }
            if named == nil || named == mechanism.rawValue { return mechanism }
        }
        return nil
    }
}
