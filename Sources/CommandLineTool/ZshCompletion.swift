/// Completion for zsh.
enum ZshCompletion {
    static var script: String {
        var lines = [
            "#compdef clamor",
            "# clamor's command line for zsh; it belongs into a folder of $fpath, as _clamor",
            "_clamor_profile() {",
            "    _alternative 'profiles:profile:(\(profiles))' 'files:file:_files'",
            "}",
            "_clamor() {",
            "    if ((CURRENT == 2)); then",
            "        local -a subcommands=(",
        ]
        lines += SubcommandGroup.all.map { group in
            "            " + Shell.quoted("\(group.firstWord):\(escaped(group.summary))")
        }
        lines += [
            "            'help:print the help on a subcommand'",
            "        )",
            "        _describe subcommand subcommands",
            "        return",
            "    fi",
            "    case \"$words[2] $words[3]\" in",
        ]
        for group in SubcommandGroup.all {
            lines += group.pairs.flatMap { branch($0, pattern: Shell.quoted($0.rawValue)) }
            if !group.pairs.isEmpty { lines += secondWords(group) }
            if let single = group.single {
                lines += branch(single, pattern: Shell.quoted(group.firstWord + " ") + "*")
            }
        }
        lines += ["    esac", "}", "_clamor \"$@\""]
        return lines.joined(separator: "\n")
    }

    /// What may follow the first word of a group while the second one is being written.
    private static func secondWords(_ group: SubcommandGroup) -> [String] {
        var lines = ["        \(Shell.quoted(group.firstWord + " "))*)"]
        lines.append("            if ((CURRENT == 3)); then")
        lines.append("                local -a seconds=(")
        lines += group.pairs.map { pair in
            "                    " + Shell.quoted("\(pair.words[1]):\(escaped(pair.summary))")
        }
        lines += [
            "                )", "                _describe subcommand seconds",
            "            fi", "            ;;",
        ]
        return lines
    }

    private static func branch(_ subcommand: Subcommand, pattern: String) -> [String] {
        let length = subcommand.words.count
        let specifications =
            Flag.known(to: subcommand).map(specification)
            + subcommand.operands.map { operand in
                (operand.repeats ? "*:" : operand.isRequired ? ":" : "::") + operand.name + ":"
                    + action(operand.candidates)
            }
        return [
            "        \(pattern))",
            "            shift \(length) words; ((CURRENT -= \(length)))",
            "            _arguments \\",
        ]
            + specifications.enumerated().map { index, text in
                let end = index + 1 < specifications.count ? " \\" : ""
                return "                \(Shell.quoted(text))\(end)"
            } + ["            ;;"]
    }

    private static func specification(_ flag: Flag) -> String {
        let start = flag.repeats ? "*" : ""
        let help = escaped(flag.help).replacing("[", with: "\\[").replacing("]", with: "\\]")
        guard flag.value != .none else { return "\(start)--\(flag.name)[\(help)]" }
        let placeholder = escaped(flag.value.placeholder)
        return "\(start)--\(flag.name)=[\(help)]:\(placeholder):\(action(flag.value.candidates))"
    }

    private static func action(_ candidates: WordCandidates) -> String {
        switch candidates {
        case .none: return " "
        case .files: return "_files"
        case .folders: return "_files -/"
        case .words(let words): return "(\(words.joined(separator: " ")))"
        // A function of its own: `_alternative` does not take what `_arguments` hands on.
        case .profiles(andFiles: true): return "_clamor_profile"
        case .profiles(andFiles: false): return "(\(profiles))"
        }
    }

    private static let profiles = BuiltInProfiles.all.map(\.name).joined(separator: " ")

    /// Colons part the fields of a specification.
    private static func escaped(_ text: String) -> String { text.replacing(":", with: "\\:") }
}
