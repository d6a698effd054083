internal import Measurement

/// What is unlike between runs that are compared, but for what is measured.
package struct ComparisonDoubts: Equatable, Sendable {
    /// What can be allowed to differ, by the words of `--allow`.
    package enum Allowance: String, CaseIterable, Sendable {
        case profile, version, machine, invalid
    }

    /// Why there is no comparison.
    package private(set) var refusals: [String] = []
    /// What a reader has to know.
    package private(set) var warnings: [String] = []

    /// - Parameters:
    ///   - sides: at least one.
    ///   - allowed: what is meant to differ, or is taken as it is.
    package init(_ sides: [ComparisonSide], allowed: Set<Allowance>) {
        for allowance in Allowance.allCases {
            let found =
                switch allowance {
                case .profile: Self.profiles(sides)
                case .version: Self.versions(sides)
                case .machine: Self.machines(sides)
                case .invalid: Self.invalid(sides)
                }
            if allowed.contains(allowance) {
                warnings += found
            } else {
                refusals += found.map { "\($0)\nIf it is meant so: --allow \(allowance.rawValue)" }
            }
        }
        warnings += Self.suspect(sides) + Self.seeds(sides)
    }

    /// Lines of two profiles that a message shows.
    private static let linesShown = 8

    private static func profiles(_ sides: [ComparisonSide]) -> [String] {
        guard let first = sides.first, let expected = first.profiles.first else { return [] }
        for side in sides {
            for (report, profile) in zip(side.reports, side.profiles) where profile != expected {
                return [
                    "the profiles differ: \(first.reports[0].path) and \(report.path)"
                        + changes(from: expected, to: profile)
                ]
            }
        }
        return []
    }

    /// The lines in which two profiles differ, `-` those of the first.
    private static func changes(from old: String, to new: String) -> String {
        let lines = [old, new].map { $0.split(separator: "\n").map(String.init) }
        let changes = lines[1].difference(from: lines[0])
        let removed = changes.removals.map { change in
            guard case .remove(_, let line, _) = change else { return "" }
            return "- \(line)"
        }
        let inserted = changes.insertions.map { change in
            guard case .insert(_, let line, _) = change else { return "" }
            return "+ \(line)"
        }
        let all = removed + inserted
        let more = all.count - linesShown
        return (all.prefix(linesShown) + (more > 0 ? ["and \(more) more lines"] : []))
            .map { "\n  \($0)" }.joined()
    }

    private static func versions(_ sides: [ComparisonSide]) -> [String] {
        let versions = distinct(sides) { "clamor \($0.environment.clamor)" }
        return versions.count < 2
            ? [] : ["made by different versions: \(versions.joined(separator: " and "))"]
    }

    private static func machines(_ sides: [ComparisonSide]) -> [String] {
        let machines = distinct(sides) { $0.environment.machine }
        return machines.count < 2
            ? [] : ["made on different machines: \(machines.joined(separator: "; "))"]
    }

    private static func invalid(_ sides: [ComparisonSide]) -> [String] {
        let reports = sides.flatMap(\.reports).filter { $0.run.verdict.status == .invalid }
        guard let first = reports.first else { return [] }
        let reason = first.run.verdict.reasons.first.map { " (\($0.code): \($0.seen))" } ?? ""
        let others = reports.count > 1 ? ", and \(reports.count - 1) more" : ""
        return [
            "a run is INVALID: \(first.path)\(reason)\(others); its figures say more about the "
                + "generator than about the server"
        ]
    }

    private static func suspect(_ sides: [ComparisonSide]) -> [String] {
        let count = sides.flatMap(\.runs).count { $0.verdict.status == .suspect }
        if count == 0 { return [] }
        let total = sides.flatMap(\.runs).count
        return ["\(count) of \(total) runs are SUSPECT: use the figures with care"]
    }

    /// Series of runs have several seeds on purpose; then each side should have the same.
    private static func seeds(_ sides: [ComparisonSide]) -> [String] {
        let seeds = sides.map { Set($0.runs.map(\.seed)) }
        return Set(seeds).count < 2
            ? []
            : [
                "the seeds differ: what was sent was not the same, and a part of each difference "
                    + "may be due to that; give runs the same --seed"
            ]
    }

    private static func distinct(
        _ sides: [ComparisonSide], _ text: (RunDocument) -> String
    ) -> [String] {
        var found: [String] = []
        for run in sides.flatMap(\.runs) where !found.contains(text(run)) {
            found.append(text(run))
        }
        return found
    }
}
