/// What the process tells its caller; one list for all subcommands.
package enum ExitCode: Int32, CaseIterable, Sendable {
    /// Nothing to complain about.
    case success = 0
    /// The run is a good measurement, and a threshold of the profile failed; or runs differ by more
    /// than `--fail-if` allows.
    case thresholdFailed = 1
    /// The command line or the profile is wrong, or the target is not allowed; nothing was sent.
    case usage = 2
    /// The target could not be reached, set-up failed, no session ever came online, the target
    /// was dead at the end, the report or what goes to stdout could not be written, or parsers that
    /// were to be measured do not agree.
    case unreachable = 3
    /// The measurement cannot be trusted: INVALID, with `--strict` also SUSPECT.
    case notValid = 4
    /// Stopped by a signal; the report is still written.
    case interrupted = 130

    /// What it means, for the help text.
    package var meaning: String {
        switch self {
        case .success: "all went well"
        case .thresholdFailed:
            "a threshold, or what --fail-if asks, failed, or the objective of a search is missed "
                + "however small the load"
        case .usage: "usage or profile error, or a target that is not allowed"
        case .unreachable:
            "the target could not be reached, set-up failed, no session ever came online, "
                + "the target was dead at the end, the report or output could not be written, "
                + "or parsers do not agree"
        case .notValid:
            "the verdict is INVALID (with --strict also SUSPECT), or the generator was the limit of "
                + "a search"
        case .interrupted: "interrupted; the report is still written"
        }
    }

    /// The order in which they apply.
    package static let precedence: [ExitCode] = [
        .usage, .unreachable, .interrupted, .notValid, .thresholdFailed, .success,
    ]

    /// The first of those that apply, in the order of `precedence`; success when there is none.
    package static func first(of applying: Set<ExitCode>) -> ExitCode {
        precedence.first { applying.contains($0) } ?? .success
    }
}
