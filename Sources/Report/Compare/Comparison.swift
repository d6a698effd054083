package import Measurement

/// How sides lie to the first of them, figure by figure: what `compare` finds out.
package struct Comparison: Encodable, Sendable {
    package static let currentSchema = "clamor.comparison/1"

    /// What the statistics counts as one observation.
    package enum Unit: String, Sendable, Codable {
        case runs
        /// Windows within the one run of each side.
        case windows
    }

    /// The chance at which a figure of equal sides is called different.
    package static let defaultLevel = 0.01

    package let schema = Comparison.currentSchema
    package let level: Double
    /// The share of cases in which an interval is to hold the true difference.
    package let confidence = Difference.confidence
    package let unit: Unit
    package let sides: [Side]
    package let warnings: [String]
    package let figures: [Row]
    package private(set) var requirements: [Requirement.Result] = []
    /// What charts are drawn from.
    let curves: [ComparisonCurve]
    /// Of each figure, side by side; what `requirements` are judged by.
    private let evidence: [String: [Difference.Evidence]]

    enum CodingKeys: String, CodingKey {
        case schema, level, confidence, unit, sides, warnings, figures, requirements
    }

    /// Who is compared.
    package struct Side: Encodable, Sendable {
        package let label: String
        package let path: String
        package let runs: [String]
        package let title: String
        package let verdicts: String
        package let seeds: [UInt64]
    }

    /// One figure.
    package struct Row: Encodable, Sendable {
        package let figure: Figure
        /// Side by side.
        package let values: [Value]
        /// Of each side but the first to the first.
        package let differences: [Change]

        enum CodingKeys: String, CodingKey { case name, kind, group, values, differences }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(figure.name, forKey: .name)
            try container.encode(figure.kind.rawValue, forKey: .kind)
            try container.encode(figure.group.rawValue, forKey: .group)
            try container.encode(values, forKey: .values)
            try container.encode(differences, forKey: .differences)
        }
    }

    /// A figure of one side: of several runs the median, with the least and the greatest.
    package struct Value: Encodable, Sendable, OneLineJSON {
        package let value: Double?
        package let min: Double?
        package let max: Double?
        /// Runs that have the figure.
        package let runs: Int
        package let isInfinite: Bool

        enum CodingKeys: String, CodingKey {
            case value, min, max, runs
            case isInfinite = "infinite"
        }
    }

    /// A side against the first.
    package struct Change: Encodable, Sendable, OneLineJSON {
        package let side: String
        /// nil where one of both has no value.
        package let difference: Difference?
        package let isDifferent: Bool

        enum CodingKeys: String, CodingKey {
            case side, scale, estimate, low, high, p, different
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(side, forKey: .side)
            try container.encodeIfPresent(difference?.scale.rawValue, forKey: .scale)
            try container.encodeIfPresent(difference?.estimate, forKey: .estimate)
            try container.encodeIfPresent(difference?.interval?.lowerBound, forKey: .low)
            try container.encodeIfPresent(difference?.interval?.upperBound, forKey: .high)
            try container.encodeIfPresent(difference?.p, forKey: .p)
            try container.encode(isDifferent, forKey: .different)
        }
    }

    /// - Parameter sides: at least two, which are fit to be compared.
    package init(
        _ sides: [ComparisonSide], level: Double = defaultLevel, warnings: [String] = []
    ) {
        self.level = level
        let unit: Unit = sides.allSatisfy { $0.reports.count == 1 } ? .windows : .runs
        self.unit = unit
        self.sides = sides.map { side in
            Side(
                label: side.label, path: side.path, runs: side.reports.map(\.path),
                title: side.runs[0].profile.title, verdicts: side.verdicts,
                seeds: side.runs.map(\.seed))
        }
        self.warnings = warnings + Self.limits(of: sides, unit, level)
        curves = ComparisonCurve.all(sides)
        let table = FigureTable(sides, unit: unit)
        evidence = Dictionary(
            table.rows.map { ($0.figure.name, $0.evidence) },
            uniquingKeysWith: { first, _ in first })
        figures = table.rows.map { row in
            Row(
                figure: row.figure, values: row.evidence.map(Self.value),
                differences: zip(sides, row.evidence).dropFirst().map { side, evidence in
                    let difference = Difference(
                        from: row.evidence[0], to: evidence, scale: row.figure.scale)
                    return Change(
                        side: side.label, difference: difference,
                        isDifferent: difference?.p.map { $0 <= level } ?? false)
                })
        }
    }

    /// Judges what the user demands, for each side but the first.
    ///
    /// - Throws: where the demand is about a figure that there is not.
    package mutating func judge(_ requirement: Requirement) throws(Requirement.Mistake) {
        let figure = try requirement.figure(among: figures.map(\.figure))
        let evidence = evidence[figure.name] ?? []
        for (side, own) in zip(sides, evidence).dropFirst() {
            requirements.append(
                requirement.judge(
                    figure, side: side.label, from: evidence.first, to: own, level: level))
        }
    }

    /// Whether no demand failed.
    package var hasPassed: Bool { !requirements.contains { $0.outcome == .failed } }

    // MARK: -

    private static func value(_ evidence: Difference.Evidence) -> Value {
        let values: [Double]
        switch evidence {
        case .runs(let all): values = all
        case .windows(let series): values = [series.value]
        case .single(let value): values = [value]
        }
        let value = evidence.value
        return Value(
            value: value, min: values.min(), max: values.max(), runs: values.count,
            isInfinite: value?.isInfinite ?? false)
    }

    /// What the number of runs does not let be said.
    private static func limits(
        of sides: [ComparisonSide], _ unit: Unit, _ level: Double
    ) -> [String] {
        if unit == .windows {
            return [
                "one run a side: windows of these runs are compared, which tells these runs apart, "
                    + "not yet what they are runs of; give directories of several runs"
            ]
        }
        let counts = sides.map(\.reports.count)
        let smallest = counts.dropFirst().map { RankSum.smallestP(counts[0], $0) }.max() ?? 1
        if smallest <= level { return [] }
        return [
            "\(counts.map(String.init).joined(separator: " and ")) runs: p is "
                + "\(smallest.fixed(3)) at least, so nothing can be called different at the level "
                + "of \(ComparisonWords.percent(level)); five a side can have 0.008"
        ]
    }
}
