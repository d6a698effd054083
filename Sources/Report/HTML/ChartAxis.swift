internal import Measurement
internal import Units

/// An axis: where values lie, which are labelled, and how a value is told in words.
package struct ChartAxis: Sendable {
    package struct Tick: Sendable, Equatable {
        package let value: Double
        package let label: String
    }

    package let title: String
    package let scale: ChartScale
    package let ticks: [Tick]
    /// A value as a reader is told it.
    package let words: @Sendable (Double) -> String

    package init(
        title: String, scale: ChartScale, ticks: [Tick],
        words: @escaping @Sendable (Double) -> String
    ) {
        (self.title, self.scale, self.ticks, self.words) = (title, scale, ticks, words)
    }

    /// Whole steps from zero.
    private init(
        title: String, _ values: [Double], words: @escaping @Sendable (Double) -> String
    ) {
        self.init(
            title: title, scale: ChartScale(.linear, 0...(values.last ?? 1)),
            ticks: values.map { Tick(value: $0, label: words($0)) }, words: words)
    }

    // MARK: - Kinds

    /// Seconds since the start of the run.
    package static func time(until end: Double) -> ChartAxis {
        let steps: [Double] = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600]
        let wanted = max(end, 1) / 6
        let step = steps.first { $0 >= wanted } ?? (wanted / 3_600).rounded(.up) * 3_600
        let values = stride(from: 0, through: max(end, 1), by: step)
        return ChartAxis(
            title: end < 120 ? "time in s" : end < 7_200 ? "time in min:s" : "time in h:min:s",
            scale: ChartScale(.linear, 0...max(end, 1)),
            ticks: values.map { Tick(value: $0, label: clock($0, of: end)) },
            words: { clock($0, of: end) })
    }

    private static func clock(_ seconds: Double, of end: Double) -> String {
        if end < 120 {
            let isWhole = seconds == seconds.rounded()
            return isWhole ? seconds.fixed(0) : seconds.fixed(1)
        }
        let whole = Int(seconds.rounded())
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = "\(end < 7_200 ? "\(whole / 60)" : two(whole / 60 % 60)):\(two(whole % 60))"
        return end < 7_200 ? minutes : "\(whole / 3_600):\(minutes)"
    }

    /// Numbers and rates.
    package static func amount(_ title: String, upTo largest: Double) -> ChartAxis {
        ChartAxis(title: title, ChartScale.linearTicks(upTo: largest, count: 4)) { amount($0) }
    }

    private static func amount(_ value: Double) -> String {
        if value >= 9_999.5 {
            let isMillions = value >= 999_950
            return shortest(value / (isMillions ? 1e6 : 1e3)) + (isMillions ? " M" : " k")
        }
        return shortest(value)
    }

    /// Levels of a load: from zero, or by orders of magnitude where they are so far apart.
    ///
    /// - Parameter values: those that will be shown, above zero; may be empty.
    package static func level(
        _ title: String, of values: [Double], words: @escaping @Sendable (Double) -> String
    ) -> ChartAxis {
        let largest = values.max() ?? 1
        let smallest = values.min() ?? largest
        let isWide = largest / smallest >= widestLinear
        let ticks =
            isWide
            ? ChartScale.logarithmicTicks(from: smallest, to: largest)
            : ChartScale.linearTicks(upTo: largest, count: 5)
        return ChartAxis(
            title: title,
            scale: ChartScale(
                isWide ? .logarithmic : .linear, (ticks.first ?? 1)...(ticks.last ?? 10)),
            ticks: ticks.map { Tick(value: $0, label: amount($0)) }, words: words)
    }

    /// How many times the smallest level the largest may be.
    private static let widestLinear = 50.0

    /// Shares as per cent, from nothing to all.
    package static func share(_ title: String, upTo largest: Double = 1) -> ChartAxis {
        ChartAxis(title: title, ChartScale.linearTicks(upTo: max(largest, 1), count: 4)) {
            "\(shortest($0 * 100)) %"
        }
    }

    /// Sizes in bytes.
    package static func size(_ title: String, upTo largest: Double) -> ChartAxis {
        var unit = 1.0
        while largest / unit >= 2_048 { unit *= 1_024 }
        return ChartAxis(
            title: title, ChartScale.linearTicks(upTo: largest, count: 4, unit: unit)
        ) { value in
            value == 0 ? "0" : words(of: ByteCount(Int(value)).inWords)
        }
    }

    /// Durations in nanoseconds from zero.
    package static func span(_ title: String, upTo largest: Double) -> ChartAxis {
        ChartAxis(title: title, ChartScale.linearTicks(upTo: max(largest, 1_000), count: 4)) {
            duration($0)
        }
    }

    /// Durations in nanoseconds that differ by orders of magnitude.
    ///
    /// - Parameter values: those that will be shown; may be empty.
    package static func latency(_ title: String, of values: [Double]) -> ChartAxis {
        let smallest = max(values.min() ?? 1_000, 1_000)
        let largest = max(values.max() ?? 1_000_000, smallest * 1.01)
        let ticks = ChartScale.logarithmicTicks(from: smallest, to: largest)
        return ChartAxis(
            title: title,
            scale: ChartScale(.logarithmic, (ticks.first ?? 1)...(ticks.last ?? 10)),
            ticks: ticks.map { Tick(value: $0, label: duration($0)) }, words: duration)
    }

    private static func duration(_ value: Double) -> String {
        value < 0.5 ? "0" : words(of: Nanoseconds(Int64(value)).inWords)
    }

    /// Percentiles as HdrHistogram's plots have them: the value is 1 / (1 - p), so that each
    /// further nine takes the same room.
    ///
    /// - Parameter count: of samples; what would rest on less than one of them is not shown.
    package static func percentiles(count: UInt64) -> ChartAxis {
        let labels = ["90 %", "99 %", "99.9 %", "99.99 %", "99.999 %", "99.9999 %"]
        var decades = 1
        var reached: UInt64 = 10
        while reached < count, decades < labels.count {
            decades += 1
            reached *= 10
        }
        var ticks = [Tick(value: 2, label: "50 %")]
        var value = 10.0
        for label in labels.prefix(decades) {
            ticks.append(Tick(value: value, label: label))
            value *= 10
        }
        return ChartAxis(
            title: "percentile", scale: ChartScale(.logarithmic, 1...(value / 10)), ticks: ticks,
            words: { value in
                let percent = 100 - 100 / value
                let digits = value < 20 ? 0 : value < 200 ? 1 : value < 2_000 ? 2 : 4
                return "\(shortest(percent.fixed(digits))) %"
            })
    }

    // MARK: - Words

    /// `1.00 ms` as `1 ms`.
    private static func words(of text: String) -> String {
        guard let blank = text.firstIndex(of: " ") else { return text }
        return shortest(String(text[..<blank])) + text[blank...]
    }

    private static func shortest(_ value: Double) -> String {
        shortest(value.magnitude < 1 ? value.fixed(3) : value.threeDigits)
    }

    /// Without zeros at the end of a fraction.
    private static func shortest(_ digits: String) -> String {
        guard digits.contains(".") else { return digits }
        var rest = digits[...]
        while rest.last == "0" { rest.removeLast() }
        if rest.last == "." { rest.removeLast() }
        return String(rest)
    }
}
