import Report
import Units

/// The tool as a whole: a command line in, an exit code out.
package enum CommandLineTool {
    /// Does what the arguments ask for.
    ///
    /// - Parameter arguments: without the program's own name.
    package static func main(_ arguments: [String], console: Console = Console()) -> ExitCode {
        StandardStream.openMissing()
        let code = answer(arguments, console)
        guard let reason = console.reasonOfLoss else { return code }
        console.note("error: cannot write to stdout: \(reason)")
        return ExitCode.first(of: [code, .unreachable])
    }

    private static func answer(_ arguments: [String], _ console: Console) -> ExitCode {
        do throws(UsageError) {
            switch try ArgumentParser.parse(arguments) {
            case .help(nil): console.print(HelpText.overview)
            case .help(let subcommand?): console.print(HelpText.text(for: subcommand))
            case .helpOnGroup(let name): console.print(HelpText.text(forGroup: name))
            case .invoke(let invocation): return invoke(invocation, console)
            }
            return .success
        } catch {
            console.note("\(error)")
            return .usage
        }
    }

    private static func invoke(_ invocation: Invocation, _ console: Console) -> ExitCode {
        do throws(CommandFailure) {
            switch invocation.subcommand {
            case .run: return try RunCommand.perform(invocation, console)
            case .capacity: return try CapacityCommand.perform(invocation, console)
            case .merge: return try MergeCommand.perform(invocation, console)
            case .experiment: return try ExperimentCommand.perform(invocation, console)
            case .compare: return try CompareCommand.perform(invocation, console)
            case .report: return try ReportCommand.perform(invocation, console)
            case .check: return try CheckCommand.perform(invocation, console)
            case .serve: return try ServeCommand.perform(invocation, console)
            case .benchParse: return try BenchParseCommand.perform(invocation, console)
            case .benchStream: return try BenchStreamCommand.perform(invocation, console)
            case .accountsCreate, .accountsDelete:
                return try AccountsCommand.perform(invocation, console)
            case .profiles, .profilesShow: return try ProfilesCommand.perform(invocation, console)
            case .schemaProfile: return print(ProfileSchema.text, console)
            case .schemaRun: return print(RunSchema.text, console)
            case .completion:
                let name = invocation.operand(0) ?? ""
                guard let shell = Shell(rawValue: name) else {
                    let known = Shell.allCases.map(\.rawValue).joined(separator: ", ")
                    throw CommandFailure(.usage, "SHELL is one of \(known), not '\(name)'")
                }
                return print(shell.completionScript, console)
            case .man: return print(ManualPage.text, console)
            case .version: return print("clamor \(Version.current)", console)
            }
        } catch {
            console.note("\(error)")
            return error.code
        }
    }

    /// What has nothing to do but to say something.
    private static func print(_ text: String, _ console: Console) -> ExitCode {
        console.print(withoutEnd: text)
        return .success
    }
}
