internal import Measurement

/// What a trial of a search for capacity says, as its point and its line in the table show it.
enum CapacityMark: CaseIterable {
    case met
    case missed
    /// Missed, in a run whose verdict is INVALID for what was not the generator's doing.
    case invalid
    case generator

    init(_ trial: CapacityDocument.Trial) {
        switch trial.outcome {
        case .met: self = .met
        case .missed: self = trial.verdict == .invalid ? .invalid : .missed
        case .generator: self = .generator
        }
    }

    var name: String {
        switch self {
        case .met: "met"
        case .missed: "missed"
        case .invalid: "missed, INVALID"
        case .generator: "generator limited"
        }
    }

    var look: ChartSeries.Look {
        switch self {
        case .met: .good
        case .missed, .invalid: .bad
        case .generator: .faint
        }
    }

    var sign: ChartPoints.Sign {
        switch self {
        case .met: .disc
        case .missed: .cross
        case .invalid: .triangle
        case .generator: .diamond
        }
    }

    /// The class of its cell.
    var style: String {
        switch self {
        case .met: "passed"
        case .missed, .invalid: "failed"
        case .generator: "soft"
        }
    }
}
