import EventLoop
import LoadEngine
import Profile

/// `clamor accounts create` and `clamor accounts delete`.
enum AccountsCommand {
    static func perform(
        _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> ExitCode {
        let isCreating = invocation.subcommand == .accountsCreate
        let setUp = try RunSetUp(invocation)
        if let name = invocation.value(of: .print), let tool = ProvisioningScript(rawValue: name) {
            let lines = setUp.accounts.map {
                tool.line(
                    isCreating ? .create : .delete, username: $0.username, password: $0.password,
                    domain: setUp.profile.target.domain)
            }
            console.print(lines.joined(separator: "\n"))
            return .success
        }
        guard !setUp.profile.target.usesLoopbackServer else {
            throw CommandFailure(
                .usage,
                "the loopback server of a run is gone when the run ends, its accounts too; name "
                    + "another target with ADDRESS")
        }
        let control = RunControl()
        try Interruption.watch(control, console)
        let (plan, _) = try setUp.plan()
        let display = ProgressDisplay(option: invocation.value(of: .progress), console: console)
        do throws(SetUpFailure) {
            let progress = RunProgress(display: display, files: nil, profile: setUp.profile)
            let done = try Run.provision(
                plan, purpose: isCreating ? .createMissing : .delete, control: control,
                onProgress: { progress.registering($0, total: setUp.accounts.count) })
            display.end()
            console.print(
                isCreating
                    ? "\(done.changed) created, \(done.unchanged) existed"
                    : "\(done.changed) deleted, \(done.unchanged) were not there")
            return .success
        } catch {
            display.end()
            throw error.asCommandFailure(reaching: plan.placesInWords)
        }
    }
}
