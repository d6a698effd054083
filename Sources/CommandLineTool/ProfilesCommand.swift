import Profile

/// `clamor profiles` and `clamor profiles show NAME`.
enum ProfilesCommand {
    static func perform(
        _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> ExitCode {
        guard let name = invocation.operand(0) else {
            let width = BuiltInProfiles.all.map(\.name.count).max() ?? 0
            for entry in BuiltInProfiles.all {
                let gap = String(repeating: " ", count: width - entry.name.count + 2)
                console.print(entry.name + gap + entry.summary)
            }
            return .success
        }
        guard let entry = BuiltInProfiles.named(name) else {
            let known = BuiltInProfiles.all.map(\.name)
            let hint =
                Suggestion.nearest(to: name, in: known).map { "; did you mean '\($0)'?" }
                ?? " (there are \(known.joined(separator: ", ")))"
            throw CommandFailure(.usage, "no built-in profile is called '\(name)'\(hint)")
        }
        let text = String(decoding: entry.text, as: UTF8.self)
        console.print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
        return .success
    }
}
