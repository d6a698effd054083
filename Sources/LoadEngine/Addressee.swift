/// Whom a stanza goes to, once a draw has been made.
enum Addressee {
    /// An account of the run; `session` is the one online, or 0.
    case account(Int, session: UInt32)
    /// Any other address, already in its wire form.
    case jid([UInt8])
}
