/// `clamor profiles` and `clamor profiles show NAME`.
enum ProfilesCommand {
    static func perform(
        _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> ExitCode {
        guard let name = invocation.operand(0) else {
            console.print(BuiltInProfiles.list)
            return .success
        }
        guard let entry = BuiltInProfiles.named(name) else {
            throw CommandFailure(.usage, BuiltInProfiles.hint(for: name))
        }
        let text = String(decoding: entry.text, as: UTF8.self)
        console.print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
        return .success
    }
}
