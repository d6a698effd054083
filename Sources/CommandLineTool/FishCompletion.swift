/// Completion for fish.
enum FishCompletion {
    static var script: String {
        var lines = [
            "# clamor's command line for fish; it belongs into",
            "# ~/.config/fish/completions/clamor.fish",
            "function __clamor_is --description 'Whether the subcommand is this'",
            "    set -l words (commandline -opc)",
            "    set -l last (math (count $argv) + 1)",
            "    test (count $words) -ge $last; and test \"$words[2..$last]\" = \"$argv\"",
            "end",
            "complete -c clamor -f",
        ]
        let isFirst = "test (count (commandline -opc)) -eq 1"
        for group in SubcommandGroup.all {
            lines.append(candidate(isFirst, group.firstWord, group.summary))
        }
        lines.append(candidate(isFirst, "help", "print the help on a subcommand"))
        for name in ["help", "version"] {
            lines.append("complete -c clamor -n \(Shell.quoted(isFirst)) -l \(name)")
        }
        for subcommand in Subcommand.allCases {
            if subcommand.words.count == 2 {
                let first = subcommand.words[0]
                let isSecond = "__clamor_is \(first); and test (count (commandline -opc)) -eq 2"
                lines.append(candidate(isSecond, subcommand.words[1], subcommand.summary))
            }
            let condition = "__clamor_is \(subcommand.rawValue)"
            for operand in subcommand.operands {
                lines += offers(operand.candidates).map { offer in
                    "complete -c clamor -n \(Shell.quoted(condition)) \(offer)"
                }
            }
            lines += Flag.known(to: subcommand).map { option($0, condition) }
        }
        return lines.joined(separator: "\n")
    }

    private static func candidate(_ condition: String, _ word: String, _ help: String) -> String {
        "complete -c clamor -n \(Shell.quoted(condition)) -a \(word) -d \(Shell.quoted(help))"
    }

    private static func option(_ flag: Flag, _ condition: String) -> String {
        var words = ["complete -c clamor -n \(Shell.quoted(condition)) -l \(flag.name)"]
        // Without -x a value could be a file, too.
        if flag.value != .none { words.append(flag.value.candidates == .files ? "-r" : "-x") }
        words += offers(flag.value.candidates)
        words.append("-d \(Shell.quoted(flag.help))")
        return words.joined(separator: " ")
    }

    private static func offers(_ candidates: WordCandidates) -> [String] {
        func words(_ list: [String]) -> String {
            "-a " + Shell.quoted(list.joined(separator: " "))
        }
        return switch candidates {
        case .none: []
        case .files: ["-F"]
        case .folders: ["-a '(__fish_complete_directories)'"]
        case .words(let list): [words(list)]
        case .profiles(let andFiles):
            (andFiles ? ["-F"] : []) + [words(BuiltInProfiles.all.map(\.name))]
        }
    }
}
