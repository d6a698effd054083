import EventLoop
import LoadEngine
import LoopbackServer
import Measurement
import Profile
import Report
import Units

/// `clamor run`: from a profile to sessions to a report.
enum RunCommand {
    static func perform(
        _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> ExitCode {
        let setUp = try RunSetUp(invocation)
        try setUp.checkResources()
        let control = RunControl()
        try Interruption.watch(control, console)
        let (plan, server) = try setUp.plan()
        defer { server?.stop() }
        let files = try reportDirectory(invocation, setUp.profile)
        let display = ProgressDisplay(option: invocation.value(of: .progress), console: console)
        let progress = RunProgress(display: display, files: files)
        let completion: RunCompletion
        do throws(SetUpFailure) {
            completion = try Run(
                plan: plan, observer: progress, control: control,
                loopbackProcessorTime: server.map { server in
                    { server.statistics.processorTime }
                }
            ).perform()
        } catch {
            display.end()
            files.abandon()
            throw error.asCommandFailure(plan)
        }
        display.end()
        if let server, plan.profile.target.faults != Faults() {
            console.note("faults of the loopback server: \(server.statistics.injected)")
        }
        return conclude(completion, plan, files, invocation, console)
    }

    /// Made before anything is sent, so that a bad path costs nothing.
    private static func reportDirectory(
        _ invocation: Invocation, _ profile: Profile
    ) throws(CommandFailure) -> ReportDirectory {
        let path =
            invocation.value(of: .output)
            ?? ReportDirectory.defaultPath(
                profile: profile.name, startedAt: WallClock.nanosecondsSince1970)
        do throws(ReportError) {
            return try ReportDirectory(creating: path)
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
    }

    /// Writes the report, prints the summary and decides on the exit code.
    private static func conclude(
        _ completion: RunCompletion, _ plan: RunPlan, _ files: ReportDirectory,
        _ invocation: Invocation, _ console: Console
    ) -> ExitCode {
        let result = completion.result
        let report = Report(
            result: result,
            thresholds: plan.profile.thresholds.map { ThresholdResult($0, in: result) },
            profile: ProfileEcho(
                title: plan.profile.title, resolved: ResolvedProfile.yaml(plan.profile)),
            environment: .collect(
                clamor: Version.current, openSSL: LibraryVersions.openSSL,
                libuv: LibraryVersions.libuv))
        let unwritten = files.finish(report)
        console.print(SummaryText.render(report, colour: console.usesColor))
        if let reason = unreachableReason(completion, plan) { console.note("error: \(reason)") }
        for error in unwritten { console.note("error: \(error)") }
        console.print(files.path)
        return exitCode(
            completion, plan, report, isComplete: unwritten.isEmpty,
            isStrict: invocation.has(.strict))
    }

    /// Why the target was of no use, in a line; nil when it was of some.
    private static func unreachableReason(
        _ completion: RunCompletion, _ plan: RunPlan
    ) -> String? {
        let result = completion.result
        if !completion.everOnline, result.sessions.started > 0 {
            if let failure = completion.firstUnreachable {
                let others = completion.unreachableCount - 1
                let rest = others > 0 ? " (and \(others) more)" : ""
                return
                    "no session came online at \(plan.placesInWords): \(failure)\(rest)\(failure.advice)"
            }
            let first = result.errors.first.map {
                ": \($0.stage): \($0.condition), \($0.count) times\n  \($0.sample)"
            }
            return "no session came online at \(plan.placesInWords)\(first ?? "")"
        }
        return result.facts.isTargetDead ? "the target was dead at the end" : nil
    }

    /// The first of the codes that apply.
    private static func exitCode(
        _ completion: RunCompletion, _ plan: RunPlan, _ report: Report, isComplete: Bool,
        isStrict: Bool
    ) -> ExitCode {
        var codes: Set<ExitCode> = []
        if unreachableReason(completion, plan) != nil || !isComplete { codes.insert(.unreachable) }
        if completion.isInterrupted { codes.insert(.interrupted) }
        switch completion.result.verdict.status {
        case .invalid: codes.insert(.notValid)
        case .suspect where isStrict: codes.insert(.notValid)
        case .suspect, .valid: break
        }
        if !report.hasPassed { codes.insert(.thresholdFailed) }
        return .first(of: codes)
    }
}
