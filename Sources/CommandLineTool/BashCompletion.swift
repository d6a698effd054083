/// Completion for bash; needs nothing but bash itself.
enum BashCompletion {
    static var script: String {
        """
        # clamor's command line for bash. In ~/.bashrc: eval "$(clamor completion bash)"
        _clamor() {
            local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
            local first=${COMP_WORDS[1]} second= subcommand= length=1 count=0 index
            COMPREPLY=()
            # bash takes --name=VALUE apart at the equals sign.
            if [[ $word == = ]]; then
                word=
            elif [[ $previous == = ]]; then
                previous=${COMP_WORDS[COMP_CWORD-2]}
            fi
            if ((COMP_CWORD == 1)); then
                \(offer(.words(firstWords)))
                return
            fi
            ((COMP_CWORD > 2)) && second=${COMP_WORDS[2]}
            case "$first $second" in
        \(subcommandCases)
            esac
            case $previous in
        \(valueCases)
            esac
            if [[ $word == -* ]]; then
                case $subcommand in
        \(optionCases)
                esac
                return
            fi
            for ((index = length + 1; index < COMP_CWORD; index++)); do
                case ${COMP_WORDS[index]} in
                    \(switches.joined(separator: "|"))) ;;
                    --*)
                        [[ ${COMP_WORDS[index+1]} == = ]] && ((index += 1))
                        ((index += 1))
                        ;;
                    *) ((count += 1)) ;;
                esac
            done
            case "$subcommand $count" in
        \(operandCases)
            esac
        }
        complete -F _clamor clamor
        """
    }

    private static let firstWords =
        SubcommandGroup.all.map(\.firstWord) + ["help", "--help", "--version"]

    private static let switches = Flag.all.filter { $0.value == .none }.map { "--\($0.name)" }

    /// Which subcommand the line has, and after how many words its own begin.
    private static var subcommandCases: String {
        var cases: [String] = []
        for group in SubcommandGroup.all {
            for pair in group.pairs {
                let name = Shell.quoted(pair.rawValue)
                cases.append("\(name)) subcommand=\(name) length=2 ;;")
            }
            let start = Shell.quoted(group.firstWord + " ")
            let seconds = group.pairs.map { $0.words[1] }
            if !seconds.isEmpty {
                let offer = offer(.words(seconds))
                cases.append("\(start)) [[ $word == -* ]] || { \(offer); return; }")
                cases.append("    subcommand=\(group.firstWord) ;;")
            }
            if group.single != nil {
                cases.append("\(start)*) subcommand=\(group.firstWord) ;;")
            }
        }
        let names = SubcommandGroup.all.map(\.firstWord)
        cases.append("'help ') \(offer(.words(names))); return ;;")
        return indented(cases, by: 8)
    }

    private static var valueCases: String {
        indented(
            Flag.all.filter { $0.value != .none }.map { flag in
                "--\(flag.name)) \(offer(flag.value.candidates)); return ;;"
            }, by: 8)
    }

    private static var optionCases: String {
        let own = Subcommand.allCases.map { subcommand in
            let names = Flag.known(to: subcommand).map { "--\($0.name)" }
            return "\(Shell.quoted(subcommand.rawValue))) \(offer(.words(names))) ;;"
        }
        // A group's first word alone has its help.
        return indented(own + ["*) \(offer(.words(["--help"]))) ;;"], by: 12)
    }

    private static var operandCases: String {
        var cases: [String] = []
        for subcommand in Subcommand.allCases {
            for (index, operand) in subcommand.operands.enumerated() {
                // Also in the place of those that follow.
                let name =
                    Shell.quoted("\(subcommand.rawValue) \(operand.repeats ? "" : "\(index)")")
                    + (operand.repeats ? "*" : "")
                cases.append("\(name)) \(offer(operand.candidates)) ;;")
            }
        }
        return indented(cases, by: 8)
    }

    /// The command that fills `COMPREPLY`.
    private static func offer(_ candidates: WordCandidates) -> String {
        let kinds: String
        switch candidates {
        case .none: return ":"
        case .files: kinds = "-f"
        case .folders: kinds = "-d"
        case .words(let words): kinds = "-W " + Shell.quoted(words.joined(separator: " "))
        case .profiles(let andFiles):
            let names = BuiltInProfiles.all.map(\.name).joined(separator: " ")
            kinds = (andFiles ? "-f " : "") + "-W " + Shell.quoted(names)
        }
        return #"mapfile -t COMPREPLY < <(compgen \#(kinds) -- "$word")"#
    }

    private static func indented(_ lines: [String], by count: Int) -> String {
        let blanks = String(repeating: " ", count: count)
        return lines.map { blanks + $0 }.joined(separator: "\n")
    }
}
