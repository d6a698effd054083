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
        if let text = invocation.value(of: .rank) { return performAsRank(text, invocation) }
        let setUp = try RunSetUp(invocation)
        try setUp.checkResources()
        let control = RunControl()
        let display = ProgressDisplay(option: invocation.value(of: .progress), console: console)
        // The live view says by itself that the run stops.
        try Interruption.watch(control, display.style == .inPlace ? nil : console)
        guard setUp.ranks > 1 else {
            return try perform(setUp, invocation, nil, control, console)
        }
        let files = try directory(setUp, invocation, nil)
        do throws(CommandFailure) {
            return try SharedRun(
                setUp, invocation, files: files, control: control, console: console
            ).perform(isStrict: invocation.has(.strict))
        } catch {
            files.abandon()
            throw error
        }
    }

    /// One process of a shared run: whatever there is to say, the one that started it says.
    private static func performAsRank(_ text: String, _ invocation: Invocation) -> ExitCode {
        do throws(CommandFailure) {
            guard let order = RankOrder(text) else {
                throw CommandFailure(
                    .usage, "--rank is what clamor itself starts processes with; use --processes")
            }
            let setUp = try RunSetUp(invocation, order)
            try setUp.checkResources()
            let control = RunControl()
            try Interruption.watch(control, nil)
            return try perform(setUp, invocation, order, control, nil)
        } catch {
            RankChannel.send(.failed(error.message))
            return error.code
        }
    }

    /// Where the report goes; made before anything is sent, so that a bad path costs nothing.
    private static func directory(
        _ setUp: RunSetUp, _ invocation: Invocation, _ order: RankOrder?
    ) throws(CommandFailure) -> ReportDirectory {
        try Conclusion.directory(
            at: order?.directory ?? invocation.value(of: .output), named: setUp.profile.name,
            startedAt: WallClock.nanosecondsSince1970)
    }

    /// - Parameters:
    ///   - order: for a rank.
    ///   - console: nil for a rank.
    private static func perform(
        _ setUp: RunSetUp, _ invocation: Invocation, _ order: RankOrder?, _ control: RunControl,
        _ console: Console?
    ) throws(CommandFailure) -> ExitCode {
        let (plan, server) = try setUp.plan()
        defer { server?.stop() }
        let monitor = try setUp.monitor(loopback: server)
        for note in monitor?.notes ?? [] { tell(note, console) }
        let files = try directory(setUp, invocation, order)
        let display = ProgressDisplay(
            option: invocation.value(of: .progress), console: console)
        let live = display.liveView(of: setUp.profile, control)
        let progress = RunProgress(
            display: display, files: files, profile: setUp.profile, live: live,
            isRank: order != nil)
        let completion: RunCompletion
        do throws(SetUpFailure) {
            completion = try Run(
                plan: plan, observer: progress, control: control,
                loopbackProcessorTime: server.map { server in
                    { server.statistics.processorTime }
                },
                monitor: monitor,
                commonStart: order.map { _ in { RankChannel.commonStart(control) } }
            ).perform()
        } catch {
            display.end()
            live?.end()
            files.abandon()
            throw error.asCommandFailure(reaching: plan.placesInWords)
        }
        display.end()
        live?.end()
        if let server, plan.profile.target.faults != Faults() {
            tell("faults of the loopback server: \(server.statistics.injected)", console)
        }
        progress.ended(completion.result)
        return conclude(completion, plan, files, invocation, console)
    }

    /// Tells the user something, directly or through the process that started this one.
    private static func tell(_ note: String, _ console: Console?) {
        if let console { console.note(note) } else { RankChannel.send(.note(note)) }
    }

    /// Writes the report, prints the summary and decides on the exit code.
    private static func conclude(
        _ completion: RunCompletion, _ plan: RunPlan, _ files: ReportDirectory,
        _ invocation: Invocation, _ console: Console?
    ) -> ExitCode {
        let reason = unreachableReason(completion, plan)
        var codes = Conclusion.write(
            completion.result, of: plan.profile, in: .ofThisTool, to: files,
            notes: reason.map { [$0] } ?? [], isStrict: invocation.has(.strict), console)
        if let reason {
            codes.insert(.unreachable)
            if console == nil { RankChannel.send(.note(reason)) }
        }
        if completion.isInterrupted { codes.insert(.interrupted) }
        return .first(of: codes)
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
}
