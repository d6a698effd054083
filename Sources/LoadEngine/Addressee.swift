/// Whom a stanza goes to, once a draw has been made.
enum Addressee {
    /// An account of the run; `session` is the one online, or 0.
    case account(Int, session: UInt32)
    /// An address that the profile writes out, in its wire form; `account` where it is one of the
    /// run's, with the session online, or 0.
    case jid([UInt8], account: Int?, session: UInt32)

    /// The account of the rank that is addressed and its session online, or 0.
    var runAccount: (number: Int, session: UInt32)? {
        switch self {
        case .account(let number, let session): (number, session)
        case .jid(_, let number?, let session): (number, session)
        case .jid(_, nil, _): nil
        }
    }
}
