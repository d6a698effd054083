import LoadEngine
import Measurement
import Profile
import Report
import Units
import Workload

/// `clamor merge`: one report from those of a run's ranks.
enum MergeCommand {
    static func perform(
        _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> ExitCode {
        let merge = try open(invocation.operands)
        let files = try Conclusion.directory(
            at: invocation.value(of: .output), named: "merged", startedAt: merge.startedAt)
        let codes: Set<ExitCode>
        do throws(CommandFailure) {
            codes = try write(merge, to: files, isStrict: invocation.has(.strict), console)
        } catch {
            files.abandon()
            throw error
        }
        return .first(of: codes)
    }

    static func open(_ reports: [String]) throws(CommandFailure) -> RankMerge {
        do throws(ReportError) {
            return try RankMerge(reports)
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
    }

    /// Adds up and writes the report.
    ///
    /// - Returns: the exit codes that the report asks for.
    static func write(
        _ merge: RankMerge, to files: ReportDirectory, isStrict: Bool, _ console: Console
    ) throws(CommandFailure) -> Set<ExitCode> {
        let profile: Profile
        switch ProfileLoader.load(text: Array(merge.profile.utf8), fileName: "profile.yaml") {
        case .success(let loaded): profile = loaded
        case .failure(let errors):
            throw CommandFailure(
                .usage, "the ranks' profile is not one of this version of clamor:\n\(errors)")
        }
        let catalogue = RunMetrics(profile: profile).catalogue
        var merge = merge
        files.begin(startedAt: merge.startedAt, catalogue: catalogue)
        let result = merge.result(
            RunTotals(profile: profile, catalogue: catalogue, workers: merge.workers),
            metrics: catalogue.entries.count, interval: files.write)
        return Conclusion.write(
            result, of: profile, in: merge.environment, to: files, isStrict: isStrict, console)
    }
}
