internal import Measurement

/// What several sides have for each figure.
struct FigureTable {
    struct Row {
        let figure: Figure
        /// Side by side.
        let evidence: [Difference.Evidence]
    }

    /// In the order of the reports, group by group.
    let rows: [Row]

    init(_ sides: [ComparisonSide], unit: Comparison.Unit) {
        let reports = sides.map { side in
            side.reports.map {
                ReportFigures($0, hasWindows: unit == .windows).entries
            }
        }
        var order: [Figure] = []
        var seen: Set<Figure> = []
        for entry in reports.joined().joined() where seen.insert(entry.figure).inserted {
            order.append(entry.figure)
        }
        let entries = reports.map { side in
            side.map { report in
                Dictionary(
                    report.map { ($0.figure, $0) }, uniquingKeysWith: { first, _ in first })
            }
        }
        let sorted = Figure.Group.allCases.flatMap { group in order.filter { $0.group == group } }
        rows = sorted.compactMap { figure in
            let found = entries.map { side in side.compactMap { $0[figure] } }
            // What happened nowhere is not worth a line.
            let isIdle = figure.kind == .share && found.joined().allSatisfy { $0.value == 0 }
            if isIdle, figure.name != "message.lost", figure.name != "errors.rate" { return nil }
            return Row(
                figure: figure,
                evidence: found.map { side in
                    guard unit == .windows, let entry = side.first else {
                        return .runs(side.map(\.value))
                    }
                    if entry.value.isFinite, let windows = entry.windows {
                        return .windows(windows)
                    }
                    return .single(entry.value)
                })
        }
    }
}
