internal import Measurement

/// What the tables of a comparison say, cell by cell, in whatever form they are written.
struct ComparisonWords {
    let comparison: Comparison
    /// Also what is not a main figure.
    let showsAll: Bool

    /// The cells of a row that follow the figure's name: both values, difference, interval, p.
    ///
    /// - Parameter side: counted from the first, which is 0.
    func cells(_ row: Comparison.Row, side: Int) -> [String] {
        let change = row.differences[side - 1]
        func value(_ value: Comparison.Value) -> String {
            value.value.map { row.figure.words($0) } ?? "-"
        }
        let difference = change.difference
        let told = difference.map {
            change.isDifferent ? row.figure.words(difference: $0.estimate) : "~"
        }
        let interval = difference?.interval.map { interval in
            row.figure.words(difference: interval.lowerBound) + " … "
                + row.figure.words(difference: interval.upperBound)
        }
        return [
            value(row.values[0]), value(row.values[side]), told ?? "-", interval ?? "~",
            difference?.p.map(Self.chance) ?? "~",
        ]
    }

    /// The titles above those cells.
    func titles(side: Int) -> [String] {
        [
            comparison.sides[0].label, comparison.sides[side].label, "difference",
            "\(Int(comparison.confidence * 100)) % interval", "p",
        ]
    }

    /// Without decimals that say nothing: `1 %`, `0.1 %`.
    static func percent(_ share: Double) -> String {
        var text = (share * 100).fixed(3)
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text + " %"
    }

    static func chance(_ p: Double) -> String { p < 0.001 ? "<0.001" : p.fixed(3) }

    /// `5 runs, 4 VALID, 1 SUSPECT`.
    static func runs(_ side: Comparison.Side) -> String {
        (side.runs.count == 1 ? "1 run" : "\(side.runs.count) runs") + ", " + side.verdicts
    }

    /// How the table is to be read.
    var statistics: String {
        let level = "p of \(Self.percent(comparison.level)) or less"
        return switch comparison.unit {
        case .runs:
            "One observation is a run. Values are medians; called different at \(level) of the "
                + "rank-sum test (exact, two-sided), else ~."
        case .windows:
            "One observation is a window within a run. Called different at \(level), their "
                + "autocorrelation accounted for, else ~."
        }
    }

    /// How much of it may be luck.
    var tally: String {
        let changes = rows.flatMap(\.differences)
        let tested = changes.count { $0.difference?.p != nil }
        let different = changes.count(where: \.isDifferent)
        if tested == 0 { return "No figure could be tested." }
        let chance = (Double(tested) * comparison.level).fixed(1)
        return "\(different) of \(tested) figures are called different; of as many equal ones "
            + "\(chance) or fewer would be."
    }

    private var rows: [Comparison.Row] {
        comparison.figures.filter { showsAll || $0.figure.isMain }
    }

    /// The groups that have rows.
    var groups: [(title: String, rows: [Comparison.Row])] {
        Figure.Group.allCases.compactMap { group in
            let rows = rows.filter { $0.figure.group == group }
            return rows.isEmpty ? nil : (group.rawValue, rows)
        }
    }
}
