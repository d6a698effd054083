import EventLoop
import LoadEngine
import Measurement
import Profile
import Report
import Units

/// A search for capacity while it lasts: each trial is a run in a process of its own, whose report
/// says how it ended.
final class CapacityRun {
    /// What became of a trial.
    private enum Ending {
        case tried(CapacityDocument.Trial, Environment?)
        /// There is nothing to go on with.
        case failed(CommandFailure)
    }

    private let options: CapacityOptions
    private let invocation: Invocation
    private let directory: CapacityDirectory
    private let control: RunControl
    private let console: Console
    private var search: CapacitySearch
    private var document: CapacityDocument
    /// Accounts that were registered by an earlier trial.
    private var registered = 0

    init(
        _ options: CapacityOptions, _ invocation: Invocation, directory: CapacityDirectory,
        control: RunControl, console: Console
    ) {
        self.options = options
        self.invocation = invocation
        self.directory = directory
        self.control = control
        self.console = console
        search = CapacitySearch(options.limits)
        document = CapacityDocument(
            profile: options.profile.title, objective: options.objective,
            thresholds: options.profile.thresholds, target: options.profile.target.inWords,
            axis: options.axis.reported, over: options.axis.words, unit: options.axis.unit,
            metric: options.metric, limits: options.limits, warmup: options.warmup,
            hold: options.hold)
    }

    func perform() throws(CommandFailure) -> ExitCode {
        while control.interruptions == 0 {
            switch search.next {
            case .run(let trial):
                switch try run(trial) {
                case .tried(let done, let environment):
                    console.note("  \(CapacityText.line(done))")
                    search.add(done.outcome, at: done.level)
                    document.add(done, search, in: environment)
                    try write()
                case .failed(let failure):
                    guard control.interruptions == 0 else { return try end(.interrupted) }
                    if document.trials.isEmpty { directory.abandon() } else { _ = try end(nil) }
                    throw failure
                }
            case .conclude(let conclusion):
                document.conclude(conclusion)
                return try end(code(conclusion.reason))
            }
        }
        return try end(.interrupted)
    }

    private func code(_ reason: CapacitySearch.Reason) -> ExitCode {
        switch reason {
        case .found, .unsteady, .upperEnd, .trials: .success
        case .neverMet: .thresholdFailed
        case .generator: .notValid
        }
    }

    /// Writes and prints what is known.
    private func end(_ code: ExitCode?) throws(CommandFailure) -> ExitCode {
        try write()
        console.print(CapacityText.render(document))
        console.print(directory.path)
        return code ?? .unreachable
    }

    private func write() throws(CommandFailure) {
        do throws(ReportError) {
            try directory.write(document)
        } catch {
            throw CommandFailure(.unreachable, "\(error)")
        }
    }

    // MARK: A trial

    private func run(_ trial: CapacitySearch.Trial) throws(CommandFailure) -> Ending {
        let number = document.trials.count + 1
        let report = directory.report(ofTrial: number, at: trial.level)
        console.note(
            "trial \(number): \(document.name(trial.level)), \(trial.purpose.rawValue)")
        let ending = try ChildProcess.perform(
            try arguments(at: trial.level, report: report), control)
        let code: ExitCode? =
            if case .exited(let status) = ending { ExitCode(rawValue: status) } else { nil }
        if code == .interrupted { return .failed(CommandFailure(.interrupted, "interrupted")) }
        let stored = try? StoredReport(path: "\(directory.path)/\(report)")
        return judge(trial, code, stored?.run, report)
    }

    /// What a run says about its level.
    private func judge(
        _ trial: CapacitySearch.Trial, _ code: ExitCode?, _ run: RunDocument?, _ report: String
    ) -> Ending {
        func tried(_ outcome: CapacitySearch.Outcome, _ because: String) -> Ending {
            .tried(
                CapacityDocument.Trial(
                    trial, outcome, because: because, report: report, run: run,
                    metric: options.metric),
                run?.environment)
        }
        guard let run else {
            // What this machine lacks for a level is no fault of the server; it has been said.
            if code == .usage, !document.trials.isEmpty {
                return tried(.generator, "the run was refused, see above")
            }
            return .failed(
                CommandFailure(
                    code ?? .unreachable, "the run at \(document.name(trial.level)) left no report")
            )
        }
        // First of all: a generator that is starved may get no session online by itself.
        let grave = run.verdict.reasons.filter { $0.severity == .invalid }
        if let own = grave.first(where: { VerdictRule(rawValue: $0.code)?.isOfGenerator == true }) {
            return tried(.generator, "\(own.code): \(own.seen)")
        }
        guard run.sessions.loggedIn > 0 else {
            return .failed(
                CommandFailure(
                    .unreachable,
                    "no session came online at \(document.name(trial.level)); see "
                        + "\(directory.path)/\(report)/summary.txt"))
        }
        registered = max(registered, accounts)
        let broken = run.thresholds.filter { !$0.passed }
        if let broken = broken.first(where: { $0.observed != .unknown }) {
            return tried(.missed, "\(broken.expression): \(broken.seen)")
        }
        if let silent = broken.first {
            return .failed(
                CommandFailure(
                    .notValid,
                    "the run at \(document.name(trial.level)) does not tell whether "
                        + "\(silent.expression); docs/metrics.md says what it takes, and "
                        + "\(directory.path)/\(report) has what was seen"))
        }
        // What was not offered was not borne, though it is the server that let it come to this.
        if let reason = grave.first { return tried(.generator, "\(reason.code): \(reason.seen)") }
        return tried(.met, "")
    }

    /// Accounts of the level that is being tried.
    private var accounts = 0
    /// A server that is slow keeps sessions for longer than the estimate, which knows of none.
    private static let spare = 2

    private func arguments(
        at level: Double, report: String
    ) throws(CommandFailure) -> [String] {
        var run = Invocation(subcommand: .run)
        run.operands = invocation.operands
        let passedOn: [Flag] = [
            .set, .domain, .seed, .workers, .processes, .allowRemote, .resolver, .source,
            .monitor,
        ]
        for flag in passedOn { run.values[flag.name] = invocation.values[flag.name] }
        func add(_ flag: Flag, _ value: String) {
            run.values[flag.name, default: []].append(value)
        }
        let thresholds = ProfileInput.thresholds(Objective.parts(of: options.objective))
        add(.set, "\(thresholds.path)=\(thresholds.yaml)")
        for (flag, value) in options.axis.options(at: level) { add(flag, value) }
        add(.progress, invocation.value(of: .progress) == "plain" ? "plain" : "none")
        if case .templates(let count, _, _) = options.profile.accounts.source {
            if options.axis.kind == .sessions {
                accounts = max(count, Int(level))
            } else {
                let estimate = LoadEstimate(try ProfileInput.profile(run), accounts: .max)
                accounts = max(count, Self.spare * estimate.accountsNeeded)
            }
            add(.set, "accounts.count=\(accounts)")
        }
        if accounts > 0, accounts <= registered, !options.profile.target.usesLoopbackServer {
            add(.set, "accounts.register=never")
        }
        return run.arguments(adding: .output, "\(directory.path)/\(report)")
    }
}
