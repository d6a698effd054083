import LoadEngine
import Measurement
import Profile
import Units

/// What a run is doing, as a few lines that fill the width of a terminal; a value.
struct LiveView: Sendable {
    /// Values that sparklines show at the most, one for each interval.
    private static let mostValues = 400
    private static let bars = Array("▁▂▃▄▅▆▇█")

    /// One metric over time: what it was asked for, what it got, and how long that took.
    private struct Track: Sendable {
        let name: String
        /// The loads that ask for it, and when they begin; empty where nothing does at a rate.
        let loads: [(load: Arrival, start: Nanoseconds)]
        var achieved = 0.0
        var asked: Double?
        var p50: Nanoseconds?
        var p99: [Nanoseconds?] = []

        mutating func append(_ value: Nanoseconds?) {
            p99.append(value)
            if p99.count > LiveView.mostValues { p99.removeFirst() }
        }
    }

    private let title: String
    private let warmup: Nanoseconds
    private let duration: Nanoseconds
    private var login: Track
    private var message: Track
    private var phase = "set-up"
    private var elapsed = Nanoseconds.zero
    /// The same in the schedules' own time, which the user can make faster.
    private var scheduled = Nanoseconds.zero
    private var online = 0
    private var errors: UInt64 = 0
    private var skipped: UInt64 = 0
    private var lag: Nanoseconds?
    private var busy = 0.0

    init(_ profile: Profile) {
        title = profile.title
        (warmup, duration) = (profile.warmup, profile.duration)
        var arrivals: [(Arrival, Nanoseconds)] = []
        if case .open(let arrival) = profile.sessions.load { arrivals = [(arrival, .zero)] }
        login = Track(name: "logins", loads: arrivals)
        let messages: [(Arrival, Nanoseconds)] = profile.traffic.compactMap { item in
            guard item.action.keyword == "message", case .after(let start) = item.start else {
                return nil
            }
            return (item.load, start)
        }
        message = Track(name: "messages", loads: messages)
    }

    /// Takes in an interval.
    mutating func add(
        _ interval: MergedInterval, phase: String, catalogue: MetricCatalogue,
        setting: LoadSetting
    ) {
        let row = interval.row
        let seconds = max(row.length.inSeconds, 1e-3)
        self.phase = phase
        elapsed = row.start + row.length
        (online, lag, busy) = (row.online, row.lagP99, row.busyRatio)
        errors += row.errors
        skipped += row.skipped
        let next = scheduled + .seconds(seconds * setting.pace)
        let isLoaded = row.start < duration
        for (path, count) in [(\LiveView.login, row.logins), (\.message, row.sent)] {
            let asked = self[keyPath: path].loads.reduce(0.0) { sum, item in
                sum + item.load.count(from: scheduled - item.start, to: next - item.start)
            }
            let hasRate = isLoaded && !self[keyPath: path].loads.isEmpty
            self[keyPath: path].asked = hasRate ? asked / seconds : nil
            self[keyPath: path].achieved = Double(count) / seconds
        }
        scheduled = next
        show(interval, "login", catalogue, in: &login)
        show(interval, "message", catalogue, in: &message)
    }

    private func show(
        _ interval: MergedInterval, _ name: String, _ catalogue: MetricCatalogue,
        in track: inout Track
    ) {
        var response = SparseHistogram()
        for slice in interval.slices where catalogue[name] == slice.metric {
            response.add(slice.response)
        }
        track.p50 = response.percentile(50)
        track.append(response.percentile(99))
    }

    // MARK: Drawing

    /// What stands on the screen; every line is at most so wide.
    ///
    /// - Parameters:
    ///   - hasKeys: whether keys are read.
    ///   - isStopping: whether the user asked the run to stop.
    func lines(width: Int, setting: LoadSetting, hasKeys: Bool, isStopping: Bool) -> [String] {
        var lag = "lag p99 \(self.lag?.inWords ?? "-")   busy \(busy.inPercent)"
        if skipped > 0 { lag += "   skipped \(skipped)" }
        return [
            progress(width),
            "sessions \(online) online   errors \(errors)   \(lag)",
            rates(login) + "   " + rates(message),
            latency(login, "login  ", width),
            latency(message, "message", width),
            keys(setting, hasKeys, isStopping),
        ].map { String($0.prefix(width)) }
    }

    private func progress(_ width: Int) -> String {
        let end = elapsed < duration ? "\((duration - elapsed).onClock) left" : "done"
        let head = "\(String(title.prefix(max(8, width / 4))))  \(phase)  \(elapsed.onClock) "
        let tail = " \(duration.onClock), \(end)"
        let room = max(0, width - head.count - tail.count)
        let share = min(1, elapsed.inSeconds / max(duration.inSeconds, 1e-3))
        let full = Int((Double(room) * share).rounded(.down))
        return head + String(repeating: "━", count: full)
            + String(repeating: "╌", count: room - full) + tail
    }

    private func rates(_ track: Track) -> String {
        let asked = track.asked.map { " of \(ProgressLine.rate($0))" } ?? ""
        return "\(track.name) \(ProgressLine.rate(track.achieved))\(asked)/s"
    }

    private func latency(_ track: Track, _ name: String, _ width: Int) -> String {
        func padded(_ span: Nanoseconds?) -> String {
            let text = span?.inWords ?? "-"
            return text + String(repeating: " ", count: max(0, 8 - text.count))
        }
        let head = "\(name)  p50 \(padded(track.p50)) p99 \(padded(track.p99.last ?? nil)) "
        return head + Self.sparkline(track.p99.suffix(max(0, width - head.count)))
    }

    /// A bar for each value, as high as its logarithm; a blank where there is none.
    static func sparkline(_ values: ArraySlice<Nanoseconds?>) -> String {
        let spans = values.compactMap(\.self)
        guard let least = spans.min(), let most = spans.max() else { return "" }
        func doublings(_ span: Nanoseconds) -> Double {
            let value = UInt64(max(1, span.rawValue))
            let whole = UInt64.bitWidth - 1 - value.leadingZeroBitCount
            return Double(whole) + Double(value) / Double(UInt64(1) << UInt64(whole)) - 1
        }
        // Less than a doubling is no more than half of the height.
        let range = max(2, doublings(most) - doublings(least))
        return String(
            values.map { value -> Character in
                guard let value else { return " " }
                let share = (doublings(value) - doublings(least)) / range
                return bars[min(bars.count - 1, Int(share * Double(bars.count)))]
            })
    }

    private func keys(_ setting: LoadSetting, _ hasKeys: Bool, _ isStopping: Bool) -> String {
        if isStopping { return "stopping: waits for what is in flight; once more stops at once" }
        var state: [String] = []
        if setting.steps != 0 { state.append("rates × \(setting.pace.threeDigits)") }
        if setting.isPaused { state.append("no new sessions") }
        let keys =
            hasKeys
            ? "q stop   + - rate by 10 %   p \(setting.isPaused ? "go on" : "pause arrivals")"
            : "Ctrl-C stops"
        return ([keys] + state).joined(separator: "   ")
    }
}

extension Arrival {
    /// How many events the load has between two of its times.
    fileprivate func count(from: Nanoseconds, to: Nanoseconds) -> Double {
        var start = Nanoseconds.zero
        var sum = 0.0
        for (place, stage) in stages.enumerated() {
            // The last one goes on: a schedule that is made faster does not end sooner.
            let isLast = place == stages.count - 1
            let end = start + stage.duration
            let (a, b) = (max(from, start), isLast ? to : min(to, end))
            if b > a {
                func rate(_ time: Nanoseconds) -> Double {
                    let share = min(1, (time - start).inSeconds / stage.duration.inSeconds)
                    return stage.from.perSecond
                        + (stage.to.perSecond - stage.from.perSecond) * share
                }
                sum += (rate(a) + rate(b)) / 2 * (b - a).inSeconds
            }
            start = end
        }
        return sum
    }
}
