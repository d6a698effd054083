import Measurement
import Profile
import Report

/// What becomes of a result, of a run as of a merge: the report is written, the summary printed.
enum Conclusion {
    /// Writes the report and prints its summary, `notes` and, last, its path; without a console it
    /// prints nothing.
    ///
    /// - Returns: the exit codes that the report asks for.
    static func write(
        _ result: RunResult, of profile: Profile, in environment: Environment,
        to files: ReportDirectory, notes: [String] = [], isStrict: Bool, _ console: Console?
    ) -> Set<ExitCode> {
        let report = Report(
            result: result,
            thresholds: ThresholdResult.judge(profile.thresholds, in: result),
            profile: ProfileEcho(title: profile.title, resolved: ResolvedProfile.yaml(profile)),
            environment: environment)
        let unwritten = files.finish(report)
        if let console {
            console.print(SummaryText.render(RunDocument(report), colour: console.usesColor))
            for note in notes + unwritten.map(\.description) { console.note("error: \(note)") }
            console.print(files.path)
        }
        var codes: Set<ExitCode> = []
        if !unwritten.isEmpty { codes.insert(.unreachable) }
        switch result.verdict.status {
        case .invalid: codes.insert(.notValid)
        case .suspect where isStrict: codes.insert(.notValid)
        case .suspect, .valid: break
        }
        if !report.hasPassed { codes.insert(.thresholdFailed) }
        return codes
    }

    /// Makes the directory that was asked for, or one named after the profile and the time.
    ///
    /// - Parameter startedAt: nanoseconds since 1970-01-01 UTC.
    static func directory(
        at path: String?, named name: String, startedAt: Int64
    ) throws(CommandFailure) -> ReportDirectory {
        do throws(ReportError) {
            return try ReportDirectory(
                creating: path
                    ?? ReportDirectory.defaultPath(profile: name, startedAt: startedAt))
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
    }
}
