/// One option of the command line.
package struct Flag: Hashable, Sendable {
    /// Without the two dashes.
    package var name: String
    package var value: Value
    /// Whether it may be given more than once.
    package var repeats = false
    /// Where it is known.
    package var subcommands: Set<Subcommand>
    package var help: String

    /// The help, and whether it may be given again.
    package var fullHelp: String { help + (repeats ? "; may be repeated" : "") }

    /// What follows the name.
    package enum Value: Hashable, Sendable {
        /// Nothing: the option is there or not.
        case none
        /// Any text; the word stands for it in the help.
        case text(String)
        /// A whole number in a range.
        case number(String, ClosedRange<UInt64>)
        /// One of these words.
        case choice([String])

        /// What the help shows; empty for none.
        package var placeholder: String {
            switch self {
            case .none: ""
            case .text(let word), .number(let word, _): word
            case .choice(let words): words.joined(separator: "|")
            }
        }
    }
}
