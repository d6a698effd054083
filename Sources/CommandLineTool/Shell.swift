/// A shell that `clamor completion` can write for.
package enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish

    /// A script, made from the tables of subcommands and flags, that teaches the shell to complete
    /// clamor's command line.
    package var completionScript: String {
        switch self {
        case .bash: BashCompletion.script
        case .zsh: ZshCompletion.script
        case .fish: FishCompletion.script
        }
    }

    /// A text as one word that the shell takes as it is.
    static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}

/// The subcommands by their first words, as completion meets them.
struct SubcommandGroup {
    let firstWord: String
    /// The subcommand of the first word alone; `accounts` has none.
    let single: Subcommand?
    /// Those of two words.
    let pairs: [Subcommand]

    /// In the order of the help text.
    static let all: [SubcommandGroup] = {
        var names: [String] = []
        for name in Subcommand.allCases.map({ $0.words[0] }) where !names.contains(name) {
            names.append(name)
        }
        return names.map { name in
            let members = Subcommand.allCases.filter { $0.words[0] == name }
            return SubcommandGroup(
                firstWord: name, single: members.first { $0.words.count == 1 },
                pairs: members.filter { $0.words.count > 1 })
        }
    }()

    /// One line about what the first word does.
    var summary: String {
        single?.summary ?? pairs.map { "\($0.words[1]): \($0.summary)" }.joined(separator: "; ")
    }
}
