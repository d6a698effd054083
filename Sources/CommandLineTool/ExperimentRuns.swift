import EventLoop
import LoadEngine
import Measurement
import Profile
import Report
import Units
import Workload

/// The runs of an experiment, each a process of its own: whatever happens to one, the others are
/// there.
struct ExperimentRuns {
    private let experiment: Experiment
    /// What each variant's runs are asked for, but for seed and output.
    private let invocations: [Invocation]

    /// What goes on to every run.
    private static let passedOn: [Flag] = [
        .workers, .processes, .allowRemote, .resolver, .source, .monitor,
    ]

    /// Checks that every variant can be run; starts nothing.
    init(
        _ experiment: Experiment, file: String, _ invocation: Invocation
    ) throws(CommandFailure) {
        self.experiment = experiment
        let profile = Self.profile(experiment.profile, beside: file)
        var invocations: [Invocation] = []
        for variant in experiment.variants {
            var run = Invocation(subcommand: .run)
            run.operands = [profile] + (variant.address.map { [$0] } ?? [])
            for flag in Self.passedOn { run.values[flag.name] = invocation.values[flag.name] }
            let settings = variant.settings.map { "\($0.override.path)=\($0.override.yaml)" }
            if !settings.isEmpty { run.values[Flag.set.name] = settings }
            try Self.check(variant, profile, run)
            invocations.append(run)
        }
        self.invocations = invocations
    }

    /// A path is meant from the experiment's file on.
    private static func profile(_ name: String, beside file: String) -> String {
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        if folder.isEmpty || name.hasPrefix("/") { return name }
        let path = folder.joined(separator: "/") + "/" + name
        return (try? FileReader.read(path)) == nil ? name : path
    }

    private static func check(
        _ variant: Experiment.Variant, _ profile: String, _ run: Invocation
    ) throws(CommandFailure) {
        let text = try ProfileInput.text(of: profile)
        let loaded = ProfileLoader.load(
            text: text, fileName: profile, overrides: variant.settings.map(\.override))
        if case .failure(let errors) = loaded {
            throw CommandFailure(
                .usage, Experiment.located(errors, in: variant).description, hasPlaces: true)
        }
        _ = try RunSetUp(run)
    }

    /// Does what is not done yet.
    ///
    /// - Returns: `.interrupted` when the user asked for it, else `.success`.
    func perform(
        in directory: ExperimentDirectory, _ control: RunControl, _ console: Console
    ) throws(CommandFailure) -> ExitCode {
        let plan = ExperimentPlan(
            variants: experiment.variants.count, rounds: experiment.rounds,
            warmupRounds: experiment.warmupRounds, seed: directory.seed)
        for (number, slot) in plan.slots.enumerated() {
            let variant = experiment.variants[slot.variant]
            let run = directory.run(
                round: slot.round, variant: variant.name, isWarmup: slot.isWarmup)
            if directory.isFinished(run) { continue }
            let name = (slot.isWarmup ? "warm-up" : "round") + " \(slot.round), \(variant.name)"
            console.note("\(number + 1)/\(plan.slots.count)  \(name)")
            if control.interruptions > 0 { return .interrupted }
            try command(variant.before, "before", name, control)
            let attempt = directory.attempt(at: run)
            var invocation = invocations[slot.variant]
            invocation.values[Flag.seed.name] = ["\(slot.seed)"]
            invocation.values[Flag.progress.name] = ["none"]
            let ending = try ChildProcess.perform(
                invocation.arguments(adding: .output, attempt), control)
            // Whatever became of the run, what was started for it is to be ended.
            try command(variant.after, "after", name, control)
            if control.interruptions > 0 { return .interrupted }
            switch ending {
            case .exited(let code) where [0, 1, 4].contains(code):
                try keep(attempt, as: run, in: directory)
                console.note("    \(summary(of: run))")
            case .exited(let code):
                throw failure("the run ended with \(code), see above", name, directory)
            case .killed(let signal):
                throw failure("the run was killed by signal \(signal)", name, directory)
            }
        }
        return .success
    }

    private func keep(
        _ attempt: String, as run: String, in directory: ExperimentDirectory
    ) throws(CommandFailure) {
        do throws(ReportError) {
            try directory.keep(attempt, as: run)
        } catch {
            throw CommandFailure(.unreachable, "\(error)")
        }
    }

    /// In a line.
    private func summary(of run: String) -> String {
        guard let report = try? StoredReport(path: run).run else { return run }
        return "\(report.verdict.status.rawValue), \(report.outcome.rawValue)"
    }

    private func failure(
        _ reason: String, _ name: String, _ directory: ExperimentDirectory
    ) -> CommandFailure {
        CommandFailure(
            .unreachable,
            "\(name): \(reason); once that is mended, go on with --resume \(directory.path)")
    }

    /// Runs a shell command of the file to its end.
    private func command(
        _ text: String?, _ key: String, _ name: String, _ control: RunControl
    ) throws(CommandFailure) {
        guard let text else { return }
        let process: ChildProcess
        do throws(TransportError) { process = try ChildProcess(shell: text) } catch {
            throw CommandFailure(.unreachable, "cannot start a shell: \(error)")
        }
        let ending = process.awaitEnd(control, isPassedOn: key == "before")
        if control.interruptions > 0 || ending == .exited(code: 0) { return }
        let reason =
            switch ending {
            case .exited(let code): "it ended with \(code)"
            case .killed(let signal): "it was killed by signal \(signal)"
            }
        throw CommandFailure(.unreachable, "\(name), command '\(key)': \(reason), see above")
    }
}
