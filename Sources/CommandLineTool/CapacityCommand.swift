import LoadEngine
import Measurement
import Profile
import Report
import Units

/// `clamor capacity`: runs of a profile, one level of load after the other, until it is known how
/// much the server takes.
enum CapacityCommand {
    static func perform(
        _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> ExitCode {
        let options = try CapacityOptions(invocation)
        let control = RunControl()
        try Interruption.watch(control, console)
        let directory: CapacityDirectory
        do throws(ReportError) {
            directory = try CapacityDirectory(
                creating: invocation.value(of: .output)
                    ?? ReportDirectory.defaultPath(
                        profile: "\(options.profile.name)-capacity",
                        startedAt: WallClock.nanosecondsSince1970))
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
        console.print(options.plan)
        return try CapacityRun(
            options, invocation, directory: directory, control: control, console: console
        ).perform()
    }
}
