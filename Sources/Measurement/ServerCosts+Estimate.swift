internal import Units

/// How the figures follow from what was seen; docs/metrics.md says it in words.
extension ServerCosts {
    /// A figure counts if it is so many times its standard error: else it may be zero.
    private static let leastCertainty = 2.0
    /// Points that a line is laid through at the least.
    private static let fewestPoints = 3

    /// What the sources and the time series say together.
    ///
    /// - Parameters:
    ///   - usage: of all sources.
    ///   - rows: all intervals of the run.
    init(_ usage: [ServerUsage], _ rows: [IntervalRow]) {
        let timeLines = Self.countable(usage).map(UsageTimeLine.init)
        let processors = timeLines.filter(\.hasProcessorTime)
        if !processors.isEmpty {
            cpuRatio = Self.processorRatio(processors, rows)
            estimateProcessorTime(processors, rows)
        }
        let memories = timeLines.filter(\.hasMemory)
        if !memories.isEmpty {
            memoryPerSessionBytes = Self.memorySlope(memories, rows)
            memoryPeakBytes = Self.memoryPeak(memories)
        }
    }

    /// A Prometheus endpoint tells of the same processes again, if others are watched, too.
    private static func countable(_ usage: [ServerUsage]) -> [ServerUsage] {
        let others = usage.filter { !$0.source.hasPrefix("prometheus:") }
        return others.isEmpty ? usage : others
    }

    // MARK: Processor time

    /// Over the measured part, as far as it was watched.
    private static func processorRatio(
        _ timeLines: [UsageTimeLine], _ rows: [IntervalRow]
    ) -> Double? {
        var (seconds, time) = (0.0, 0.0)
        for row in rows where row.isMeasured {
            guard let spent = processorSeconds(timeLines, in: row) else { continue }
            seconds += spent
            time += row.length.inSeconds
        }
        // As of samples: further digits say nothing.
        return time > 0 ? (seconds / time * 1e6).rounded() / 1e6 : nil
    }

    /// nil beyond the samples of any source.
    private static func processorSeconds(
        _ timeLines: [UsageTimeLine], in row: IntervalRow
    ) -> Double? {
        var seconds = 0.0
        for timeLine in timeLines {
            guard
                let spent = timeLine.processorSeconds(
                    from: row.start, to: row.start + row.length)
            else { return nil }
            seconds += spent
        }
        return seconds
    }

    /// An interval: what was spent in it beyond being idle, and what for.
    private struct Spending {
        let seconds: Double
        let logins: Double
        let messages: Double
    }

    private mutating func estimateProcessorTime(
        _ timeLines: [UsageTimeLine], _ rows: [IntervalRow]
    ) {
        let idle = timeLines.reduce(0) { $0 + $1.idleRatio }
        let spendings = rows.compactMap { row -> Spending? in
            guard let spent = Self.processorSeconds(timeLines, in: row) else { return nil }
            return Spending(
                seconds: spent - idle * row.length.inSeconds, logins: Double(row.logins),
                messages: Double(row.sent))
        }
        func sum(_ value: (Spending) -> Double) -> Double {
            spendings.reduce(0) { $0 + value($1) }
        }
        let (logins, messages) = (sum(\.logins), sum(\.messages))
        switch (logins > 0, messages > 0) {
        case (false, false): break
        case (true, false): cpuPerLogin = Self.positive(sum(\.seconds) / logins)
        case (false, true): cpuPerMessage = Self.positive(sum(\.seconds) / messages)
        case (true, true): separate(spendings, sum)
        }
    }

    /// Least squares of `seconds = a · logins + b · messages`; each figure only if the intervals
    /// tell it apart from zero, which they cannot where both kinds come in the same proportion.
    private mutating func separate(
        _ spendings: [Spending], _ sum: ((Spending) -> Double) -> Double
    ) {
        let ll = sum { $0.logins * $0.logins }
        let lm = sum { $0.logins * $0.messages }
        let mm = sum { $0.messages * $0.messages }
        let ls = sum { $0.logins * $0.seconds }
        let ms = sum { $0.messages * $0.seconds }
        let determinant = ll * mm - lm * lm
        guard spendings.count >= Self.fewestPoints, determinant > 1e-9 * ll * mm else { return }
        let perLogin = (ls * mm - ms * lm) / determinant
        let perMessage = (ms * ll - ls * lm) / determinant
        let residual = sum {
            let error = $0.seconds - perLogin * $0.logins - perMessage * $0.messages
            return error * error
        }
        let variance = residual / Double(spendings.count - 2)
        func known(_ value: Double, _ own: Double) -> Nanoseconds? {
            let error = (variance * own / determinant).squareRoot()
            return value >= Self.leastCertainty * error ? Self.positive(value) : nil
        }
        cpuPerLogin = known(perLogin, mm)
        cpuPerMessage = known(perMessage, ll)
    }

    private static func positive(_ seconds: Double) -> Nanoseconds? {
        seconds > 0 ? .seconds(seconds) : nil
    }

    // MARK: Memory

    /// nil beyond the samples of any source.
    private static func memory(_ timeLines: [UsageTimeLine], at time: Nanoseconds) -> Double? {
        var bytes = 0.0
        for timeLine in timeLines {
            guard let own = timeLine.memory(at: time) else { return nil }
            bytes += own
        }
        return bytes
    }

    private static func memoryPeak(_ timeLines: [UsageTimeLine]) -> Int64? {
        timeLines[0].times.compactMap { memory(timeLines, at: $0) }.max().map { Int64($0) }
    }

    /// The slope of memory against sessions online, by least squares, while these become more:
    /// servers do not give back what sessions that have left took.
    private static func memorySlope(
        _ timeLines: [UsageTimeLine], _ rows: [IntervalRow]
    ) -> Int64? {
        guard let peak = rows.map(\.online).max(), peak > 0,
            let end = rows.firstIndex(where: { $0.online == peak })
        else { return nil }
        var points: [(sessions: Double, bytes: Double)] = []
        func add(_ online: Int, at time: Nanoseconds) {
            if let bytes = memory(timeLines, at: time) { points.append((Double(online), bytes)) }
        }
        for time in timeLines[0].times where time <= .zero { add(0, at: time) }
        for row in rows[...end] { add(row.online, at: row.start + row.length) }
        guard points.count >= fewestPoints else { return nil }
        let count = Double(points.count)
        let meanSessions = points.reduce(0) { $0 + $1.sessions } / count
        let meanBytes = points.reduce(0) { $0 + $1.bytes } / count
        let spread = points.reduce(0) {
            $0 + ($1.sessions - meanSessions) * ($1.sessions - meanSessions)
        }
        guard spread > 0 else { return nil }
        let together = points.reduce(0) {
            $0 + ($1.sessions - meanSessions) * ($1.bytes - meanBytes)
        }
        let slope = Int64((together / spread).rounded())
        return slope > 0 ? slope : nil
    }
}

/// The samples of a source, to be read at any time between them.
struct UsageTimeLine {
    /// Of the samples.
    let times: [Nanoseconds]
    /// Since the first sample, in seconds.
    private let spent: [Double]
    private let bytes: [Double?]
    /// Processor time by time before the run began; zero if it was not watched then.
    let idleRatio: Double

    init(_ usage: ServerUsage) {
        let samples = usage.samples
        times = samples.map(\.time)
        bytes = samples.map { sample in sample.residentBytes.map { Double($0) } }
        var total = 0.0
        var spent: [Double] = []
        var idle = (seconds: 0.0, time: 0.0)
        for (place, sample) in samples.enumerated() {
            if place > 0 {
                let length = (sample.time - samples[place - 1].time).inSeconds
                let seconds = (sample.cpuRatio ?? 0) * length
                total += seconds
                if sample.time <= .zero { idle = (idle.seconds + seconds, idle.time + length) }
            }
            spent.append(total)
        }
        self.spent = spent
        idleRatio = idle.time > 0 ? idle.seconds / idle.time : 0
        hasProcessorTime = samples.contains { $0.cpuRatio != nil }
    }

    let hasProcessorTime: Bool
    var hasMemory: Bool { bytes.contains { $0 != nil } }

    /// nil beyond the samples.
    func processorSeconds(from start: Nanoseconds, to end: Nanoseconds) -> Double? {
        guard let before = value(at: start, { spent[$0] }),
            let after = value(at: end, { spent[$0] })
        else { return nil }
        return after - before
    }

    /// nil beyond the samples.
    func memory(at time: Nanoseconds) -> Double? { value(at: time, { bytes[$0] }) }

    /// Between two samples on the line that joins them.
    private func value(at time: Nanoseconds, _ value: (Int) -> Double?) -> Double? {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        guard low < times.count else { return nil }
        if times[low] == time { return value(low) }
        guard low > 0, let before = value(low - 1), let after = value(low) else { return nil }
        let share = (time - times[low - 1]).inSeconds / (times[low] - times[low - 1]).inSeconds
        return before + (after - before) * share
    }
}
