import EventLoop
import LoadEngine
import Profile
import Report
import Workload

/// `clamor experiment`: variants of a profile in turns, then compared.
enum ExperimentCommand {
    static func perform(
        _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> ExitCode {
        let requirements = try CompareCommand.requirements(invocation)
        let level = try CompareCommand.level(invocation)
        let file = invocation.operand(0) ?? ""
        let text: [UInt8]
        do throws(FileReader.Failure) { text = try FileReader.read(file) } catch {
            throw CommandFailure(.usage, error.description)
        }
        let experiment: Experiment
        switch ExperimentLoader.load(text: text, fileName: file) {
        case .success(let loaded): experiment = loaded
        case .failure(let errors):
            throw CommandFailure(.usage, errors.description, hasPlaces: true)
        }
        let runs = try ExperimentRuns(experiment, file: file, invocation)
        let control = RunControl()
        try Interruption.watch(control, console)
        let directory = try directory(experiment, text, file, invocation)
        console.note("\(experiment.title): \(directory.path), seed \(directory.seed)")
        let code = try runs.perform(in: directory, control, console)
        if code == .interrupted {
            console.note("to go on: clamor experiment \(file) --resume \(directory.path)")
            return code
        }
        return try compare(
            experiment, directory, requirements, level, invocation, console)
    }

    private static func directory(
        _ experiment: Experiment, _ text: [UInt8], _ file: String, _ invocation: Invocation
    ) throws(CommandFailure) -> ExperimentDirectory {
        do throws(ReportError) {
            if let path = invocation.value(of: .resume) {
                return try ExperimentDirectory(resuming: path, text: text)
            }
            let path =
                invocation.value(of: .output)
                ?? ReportDirectory.defaultPath(
                    profile: ProfileLoader.name(of: file),
                    startedAt: WallClock.nanosecondsSince1970)
            return try ExperimentDirectory(
                creating: path, text: text,
                seed: invocation.number(of: .seed) ?? experiment.seed
                    ?? .random(in: 0..<(1 << 53)))
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
    }

    /// Ends as `clamor compare` on the runs does.
    private static func compare(
        _ experiment: Experiment, _ directory: ExperimentDirectory, _ requirements: [Requirement],
        _ level: Double, _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> ExitCode {
        var sides: [ComparisonSide] = []
        do throws(ReportError) {
            for variant in experiment.variants {
                let reports = (1...experiment.rounds).map { round in
                    directory.run(round: round, variant: variant.name, isWarmup: false)
                }
                sides.append(
                    try ComparisonSide(
                        label: variant.name, path: "\(directory.path)/runs/*-\(variant.name)",
                        reports: reports))
            }
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
        let comparison: Comparison
        do throws(CommandFailure) {
            // That profiles differ is the point of it.
            comparison = try CompareCommand.comparison(
                sides, requirements, level, allowed: [.profile], invocation)
        } catch {
            var failure = error
            failure.message +=
                "\nThe runs are kept: with --resume \(directory.path) they are compared without "
                + "being run again."
            throw failure
        }
        do throws(ReportError) {
            try directory.write(comparison)
        } catch {
            throw CommandFailure(.unreachable, "\(error)")
        }
        let format = ComparisonFormat.text
        console.print(
            withoutEnd: format.render(
                comparison, all: invocation.has(.everyFigure), colour: console.usesColor))
        console.print(directory.path)
        return comparison.hasPassed ? .success : .thresholdFailed
    }
}
