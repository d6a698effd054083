import Profile

/// Reads a command line by the tables of subcommands and flags.
package enum ArgumentParser {
    /// - Parameter arguments: without the program's own name.
    package static func parse(_ arguments: [String]) throws(UsageError) -> Request {
        guard let first = arguments.first else { return .help(nil) }
        switch first {
        case "--help", "-h": return .help(nil)
        case "--version": return .invoke(Invocation(subcommand: .version))
        case "help": return try help(on: Array(arguments.dropFirst()))
        default: break
        }
        guard !first.hasPrefix("-") else {
            throw UsageError("options come after the subcommand, but '\(first)' comes first")
        }
        let isGroup = !Subcommand.inGroup(first).isEmpty
        if isGroup, arguments.count == 1 || ["--help", "-h"].contains(arguments[1]) {
            return .helpOnGroup(first)
        }
        let subcommand = try subcommand(startingWith: arguments)
        return try parse(
            Array(arguments.dropFirst(subcommand.words.count)),
            into: Invocation(subcommand: subcommand))
    }

    /// The subcommand whose words the line begins with; of several the longest.
    private static func subcommand(
        startingWith words: [String]
    ) throws(UsageError) -> Subcommand {
        let matching = Subcommand.allCases.filter { words.starts(with: $0.words) }
        if let longest = matching.max(by: { $0.words.count < $1.words.count }) { return longest }
        let group = Subcommand.inGroup(words[0])
        guard group.isEmpty else {
            let names = group.map { "'\($0.rawValue)'" }.joined(separator: " or ")
            throw UsageError("'\(words[0])' needs a second word: \(names)")
        }
        let known = Subcommand.allCases.map { $0.words[0] } + ["help"]
        throw UsageError(
            "unknown subcommand '\(words[0])'" + suggestion(for: words[0], among: known, prefix: "")
        )
    }

    private static func help(on words: [String]) throws(UsageError) -> Request {
        guard let first = words.first else { return .help(nil) }
        if words.count == 1, !Subcommand.inGroup(first).isEmpty { return .helpOnGroup(first) }
        return .help(try subcommand(startingWith: words))
    }

    private static func parse(
        _ arguments: [String], into start: Invocation
    ) throws(UsageError) -> Request {
        var invocation = start
        var rest = arguments[...]
        var optionsEnded = false
        while let word = rest.popFirst() {
            if optionsEnded || !word.hasPrefix("-") || word == "-" {
                invocation.operands.append(word)
            } else if word == "--" {
                optionsEnded = true
            } else if word == "-h" || word == "--help" {
                return .help(invocation.subcommand)
            } else {
                try option(word, &rest, &invocation)
            }
        }
        try checkOperands(of: invocation)
        return .invoke(invocation)
    }

    private static func option(
        _ word: String, _ rest: inout ArraySlice<String>, _ invocation: inout Invocation
    ) throws(UsageError) {
        let subcommand = invocation.subcommand
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0].drop { $0 == "-" })
        let known = Flag.known(to: subcommand)
        let own = known + (subcommand == .run ? [.rank] : [])
        guard word.hasPrefix("--"), let flag = own.first(where: { $0.name == name }) else {
            let elsewhere = Flag.all.first { $0.name == name }.map { flag in
                let names = Subcommand.allCases.filter { flag.subcommands.contains($0) }
                return "; it belongs to '"
                    + names.map(\.rawValue).joined(separator: "', '") + "'"
            }
            let hint = suggestion(for: name, among: known.map(\.name), prefix: "--")
            throw UsageError(
                "unknown option '\(parts[0])' for '\(subcommand.rawValue)'" + (elsewhere ?? hint),
                subcommand)
        }
        guard flag.repeats || !invocation.has(flag) else {
            throw UsageError("--\(name) is given twice", subcommand)
        }
        var value = parts.count > 1 ? String(parts[1]) : nil
        if flag.value == .none {
            guard value == nil else { throw UsageError("--\(name) takes no value", subcommand) }
        } else if value == nil {
            guard let next = rest.first, !next.hasPrefix("--") else {
                throw UsageError(
                    "--\(name) needs a value: \(flag.value.placeholder)", subcommand)
            }
            rest.removeFirst()
            value = next
        }
        try check(value ?? "", of: flag, subcommand)
        invocation.values[name, default: []].append(value ?? "")
    }

    private static func check(
        _ value: String, of flag: Flag, _ subcommand: Subcommand
    ) throws(UsageError) {
        switch flag.value {
        case .none: return
        case .text:
            if value.isEmpty {
                throw UsageError("--\(flag.name) needs a value that is not empty", subcommand)
            }
        case .number(_, let range):
            guard let number = UInt64(value), range.contains(number) else {
                throw UsageError(
                    "--\(flag.name) needs a whole number from \(range.lowerBound) to "
                        + "\(range.upperBound), not '\(value)'", subcommand)
            }
        case .choice(let words):
            guard words.contains(value) else {
                throw UsageError(
                    "--\(flag.name) is one of \(words.joined(separator: ", ")), not '\(value)'"
                        + suggestion(for: value, among: words, prefix: ""), subcommand)
            }
        }
    }

    private static func checkOperands(of invocation: Invocation) throws(UsageError) {
        let subcommand = invocation.subcommand
        let expected = subcommand.operands
        if let missing = expected.dropFirst(invocation.operands.count).first(where: \.isRequired) {
            throw UsageError("\(missing.name) is missing: \(missing.help)", subcommand)
        }
        let isOpen = expected.last?.repeats == true
        if invocation.operands.count > expected.count, !isOpen {
            let extra = invocation.operands[expected.count]
            throw UsageError("'\(extra)' is one word too many", subcommand)
        }
    }

    private static func suggestion(
        for word: String, among known: [String], prefix: String
    ) -> String {
        Suggestion.nearest(to: word, in: known).map { "; did you mean '\(prefix)\($0)'?" } ?? ""
    }
}
