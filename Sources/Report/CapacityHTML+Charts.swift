internal import Measurement
internal import Units

/// The charts of a search for capacity: what each trial had, by level.
extension CapacityHTML {
    func charts(_ page: inout Markup) {
        var charts = Markup()
        latency(&charts)
        achieved(&charts)
        if charts.text.isEmpty { return }
        page.element("div", ["class": "charts"]) { $0.append(charts) }
        if document.interval != nil {
            page.element(
                "p", ["class": "soft"],
                text: "Shaded: the interval that the capacity lies in.")
        }
    }

    // MARK: - Parts that all have

    private var levels: [Double] { document.levels.map(\.level) }

    private var axis: ChartAxis {
        let document = document
        return .level("level: the load that was tried", of: levels) { document.name($0) }
    }

    /// The trials by what they say, then by level.
    private func marked(_ value: (CapacityDocument.Trial) -> Double?) -> [ChartPoints] {
        CapacityMark.allCases.compactMap { mark in
            let own = document.trials.filter { CapacityMark($0) == mark }
            let values = levels.map { level in
                own.filter { $0.level == level }.compactMap(value)
            }
            if values.allSatisfy(\.isEmpty) { return nil }
            return ChartPoints(mark.name, mark.look, mark.sign, values)
        }
    }

    /// By level; nil where there is none, or the middle one is infinite.
    private func medians(_ value: (CapacityDocument.Trial) -> Double?) -> [Double?] {
        levels.map { level in
            let own = document.trials.filter { $0.level == level }.compactMap(value)
            return CapacityDocument.median(own).flatMap { $0.isFinite ? $0 : nil }
        }
    }

    private func draw(
        _ title: String, _ note: String, _ y: ChartAxis, _ series: [ChartSeries],
        _ points: [ChartPoints], limit: Double? = nil, _ page: inout Markup
    ) {
        page.figure(title, note) { page in
            LineChart(
                title: title, x: axis, y: y, places: levels, series: series,
                shaded: document.interval.map { [$0] } ?? [], points: points, limit: limit
            ).draw(into: &page)
        }
    }

    // MARK: - Latency

    /// Of each condition that is about a duration; without one, the response of the metric.
    private func latency(_ page: inout Markup) {
        var isDrawn = false
        for (place, condition) in document.conditions.enumerated() {
            guard let limit = condition.limit else { continue }
            isDrawn = true
            curve(condition.figure, limit: Double(limit.rawValue), &page) { trial in
                trial.thresholds.indices.contains(place)
                    ? trial.thresholds[place].observed.comparable : nil
            }
        }
        if !isDrawn {
            curve("\(document.metric).response.p99", limit: nil, &page) { trial in
                trial.p99.map { Double($0.rawValue) }
            }
        }
    }

    private func curve(
        _ figure: String, limit: Double?, _ page: inout Markup,
        _ value: (CapacityDocument.Trial) -> Double?
    ) {
        let points = marked(value)
        if points.isEmpty { return }
        let all = points.flatMap { $0.values.joined() }
        let finite = all.filter(\.isFinite)
        let note =
            "A point for each trial; the line goes through the medians of the levels."
            + (finite.count < all.count ? " At the top: too many never finished." : "")
        draw(
            "\(figure) against load", note,
            .latency("duration, log scale", of: finite + (limit.map { [$0] } ?? [])),
            [ChartSeries("median", .pale, medians(value))], points, limit: limit, &page)
    }

    // MARK: - What was asked and what was done

    private func achieved(_ page: inout Markup) {
        if document.axis == .sessions {
            amounts(
                "Sessions online", "How many were asked for, and the most there were.",
                "sessions", asked: levels, marked { $0.onlinePeak.map { Double($0) } }, &page)
        }
        amounts(
            "\(document.metric) per second", "How many were due, and how many were done.",
            "per second", asked: medians(\.askedPerSecond), marked(\.ratePerSecond), &page)
    }

    private func amounts(
        _ title: String, _ note: String, _ unit: String, asked: [Double?],
        _ points: [ChartPoints], _ page: inout Markup
    ) {
        if points.isEmpty { return }
        let asked = ChartSeries("asked", .faint, asked)
        let largest = (points.flatMap { $0.values.joined() } + asked.known).max() ?? 0
        draw(title, note, .amount(unit, upTo: largest), [asked], points, &page)
    }
}

extension CapacityDocument {
    /// Where the capacity lies, if both ends are known.
    fileprivate var interval: ClosedRange<Double>? {
        guard let low, let high, low < high else { return nil }
        return low...high
    }
}
