import Profile
import Report

/// `clamor compare`: whether runs differ, and by how much.
enum CompareCommand {
    static func perform(
        _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) -> ExitCode {
        let requirements = try requirements(invocation)
        let level = try level(invocation)
        let format = try invocation.format(ComparisonFormat.text)
        var sides: [ComparisonSide] = []
        do throws(ReportError) {
            for (place, path) in invocation.operands.enumerated() {
                sides.append(try ComparisonSide(label: label(place), path: path))
            }
        } catch {
            throw CommandFailure(.usage, "\(error)")
        }
        let comparison = try comparison(sides, requirements, level, allowed: [], invocation)
        let all = invocation.has(.everyFigure)
        if let path = invocation.value(of: .output) {
            do throws(ReportError) {
                try format.write(comparison, all: all, to: path)
            } catch {
                throw CommandFailure(.unreachable, "\(error)")
            }
        } else {
            console.print(
                withoutEnd: format.render(comparison, all: all, colour: console.usesColor))
        }
        return comparison.hasPassed ? .success : .thresholdFailed
    }

    /// Compares what is fit to be, and judges what is demanded.
    ///
    /// - Parameter allowed: what differs on purpose, besides what `--allow` says.
    static func comparison(
        _ sides: [ComparisonSide], _ requirements: [Requirement], _ level: Double,
        allowed: Set<ComparisonDoubts.Allowance>, _ invocation: Invocation
    ) throws(CommandFailure) -> Comparison {
        let asked = invocation.allValues(of: .allow).compactMap(ComparisonDoubts.Allowance.init)
        let doubts = ComparisonDoubts(sides, allowed: allowed.union(asked))
        if !doubts.refusals.isEmpty {
            throw CommandFailure(
                .usage,
                "these runs are not fit to be compared\n"
                    + doubts.refusals.joined(separator: "\n"))
        }
        var comparison = Comparison(sides, level: level, warnings: doubts.warnings)
        try judge(&comparison, requirements)
        return comparison
    }

    /// `A` to `Z`, then `S27`.
    private static func label(_ place: Int) -> String {
        place < 26
            ? String(UnicodeScalar(UInt8(ascii: "A") + UInt8(place))) : "S\(place + 1)"
    }

    static func level(_ invocation: Invocation) throws(CommandFailure) -> Double {
        try invocation.quantity(of: .level) { text throws(Quantity.Problem) in
            let level = try Quantity.ratio(text)
            if level > 0, level < 1 { return level }
            throw Quantity.Problem(message: "'\(text)' is not between 0 % and 100 %")
        } ?? Comparison.defaultLevel
    }

    static func requirements(
        _ invocation: Invocation
    ) throws(CommandFailure) -> [Requirement] {
        var requirements: [Requirement] = []
        for text in invocation.allValues(of: .failIf) {
            do throws(Requirement.Mistake) {
                requirements.append(try Requirement(text))
            } catch {
                throw mistake(error, in: text)
            }
        }
        return requirements
    }

    private static func judge(
        _ comparison: inout Comparison, _ requirements: [Requirement]
    ) throws(CommandFailure) {
        for requirement in requirements {
            do throws(Requirement.Mistake) {
                try comparison.judge(requirement)
            } catch {
                throw mistake(error, in: requirement.text)
            }
        }
    }

    private static func mistake(_ mistake: Requirement.Mistake, in text: String) -> CommandFailure {
        CommandFailure(.usage, mistake.described(in: text, as: "--fail-if"), hasPlaces: true)
    }
}
