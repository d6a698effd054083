/// What a shell can offer in the place of a word of the command line.
package enum WordCandidates: Hashable, Sendable {
    /// Nothing: only the user knows it.
    case none
    case files
    case folders
    case words([String])
    /// The built-in profiles; for `PROFILE` files, too.
    case profiles(andFiles: Bool)
}

extension Flag.Value {
    /// The placeholder says what a text is.
    package var candidates: WordCandidates {
        switch self {
        case .text("PATH"), .text("FILE"), .text("NAME|FILE"): .files
        case .text("DIR"): .folders
        case .choice(let words): .words(words)
        case .none, .text, .number: .none
        }
    }
}
