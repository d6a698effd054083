internal import Units

/// Follows a condition through the intervals of a run: window by window, or as a whole that grows.
///
/// An action counts in the interval in which it ended. One that is under way counts, as endless,
/// once it has been so for the whole of the window and for longer than the condition's limit: so a
/// server that answers nothing breaks the condition, and one that is still about to answer does not.
/// How many these are is known from below: those that ended are taken for the oldest.
///
/// Bounds: the intervals of a window; one sum for a condition about the whole run.
struct ConditionWatch {
    /// What happened in an interval to what the condition is about.
    struct Piece {
        var start: Nanoseconds
        var end: Nanoseconds
        var counts = MetricCounts()
        /// Of the one duration that the condition is about.
        var durations = SparseHistogram()
        /// Errors of all kinds.
        var errors: UInt64 = 0

        mutating func add(_ other: Piece) {
            counts += other.counts
            durations.add(other.durations)
            errors += other.errors
        }
    }

    private enum Subject {
        case metric(MetricID, keys: ArraySlice<String>)
        /// `errors.rate`, `errors.count`.
        case errors
        /// What is counted for the run as a whole.
        case counter
    }

    private struct Judgement {
        var start: Nanoseconds
        var value: ObservedValue
    }

    let condition: Condition
    private let subject: Subject
    /// Where the measured part begins, from the start of the run.
    private let measureFrom: Nanoseconds
    private var pieces: [Piece] = []
    /// What began in the intervals that `patience` looks back on.
    private var begun: [(end: Nanoseconds, count: UInt64)] = []
    /// Actions begun and not ended.
    private var underWay: Int64 = 0
    /// Of the last window, which what follows the measured part may still change.
    private var last: Judgement?
    private var windows: WindowResult?

    init(_ condition: Condition, catalogue: MetricCatalogue, measureFrom: Nanoseconds) {
        self.condition = condition
        self.measureFrom = measureFrom
        windows = condition.window.map { WindowResult(length: $0) }
        subject = Self.subject(condition.path, catalogue)
    }

    private static func subject(_ path: [String], _ catalogue: MetricCatalogue) -> Subject {
        if path.first == "errors" { return .errors }
        for keys in 1...2 where path.count > keys {
            let name = path.dropLast(keys).joined(separator: ".")
            // `message.lost` is none of the metric's own figures.
            if let metric = catalogue[name], MetricResult.hasFigure(path.suffix(keys)) {
                return .metric(metric, keys: path.suffix(keys))
            }
        }
        return .counter
    }

    // MARK: Taking in

    /// Takes in an interval of the measured part.
    ///
    /// - Returns: whether the run is to end, as far as this can be told from metrics.
    /// - Parameter counter: looks a value up that is counted for the run as a whole.
    mutating func add(
        _ slices: [MetricSlice], errors: UInt64, from start: Nanoseconds, to end: Nanoseconds,
        catalogue: MetricCatalogue, counter: () -> ObservedValue?
    ) -> Bool {
        let piece = piece(slices, errors, Piece(start: start, end: end), catalogue)
        commit()
        begun.append((end, piece.counts.started))
        if let window = condition.window {
            pieces.append(piece)
            while pieces.count > 1, pieces[1].start <= end - window { pieces.removeFirst() }
        } else if pieces.isEmpty {
            pieces = [piece]
        } else {
            pieces[0].add(piece)
            pieces[0].end = end
        }
        let value: ObservedValue?
        if case .counter = subject {
            value = counter()
        } else {
            value = seen(waiting: waiting(end))
        }
        guard let value, isWhole(at: end) else { return false }
        if windows != nil { last = Judgement(start: pieces[0].start, value: value) }
        guard let after = condition.abortAfter, end - measureFrom >= after else { return false }
        return !condition.isKept(by: value)
    }

    /// Takes in an interval after the measured part, in which measured actions may still end.
    mutating func addAfter(
        _ slices: [MetricSlice], errors: UInt64, catalogue: MetricCatalogue
    ) {
        guard let place = pieces.indices.last else { return }
        // What is late is not more per second.
        if case .metric(_, let keys) = subject, keys.first == "rate" { return }
        let piece = piece(slices, errors, Piece(start: .zero, end: .zero), catalogue)
        pieces[place].add(piece)
    }

    /// What the windows showed, once all has been taken in; what never ended is part of the last.
    mutating func result() -> WindowResult? {
        if let start = pieces.first?.start, windows != nil,
            let value = seen(waiting: UInt64(max(0, underWay)))
        {
            last = Judgement(start: start, value: value)
            commit()
        }
        return windows
    }

    private mutating func piece(
        _ slices: [MetricSlice], _ errors: UInt64, _ empty: Piece, _ catalogue: MetricCatalogue
    ) -> Piece {
        var piece = empty
        piece.errors = errors
        for slice in slices where slice.isMeasured {
            switch subject {
            case .metric(let metric, let keys) where metric == slice.metric:
                piece.counts += slice.counts
                switch keys.first {
                case "response": piece.durations.add(slice.response)
                case "service": piece.durations.add(slice.service)
                case "lag": piece.durations.add(slice.lag)
                default: break
                }
            case .errors:
                let entry = catalogue[slice.metric]
                if entry.base == nil, entry.kind == .action { piece.counts += slice.counts }
            case .metric, .counter: break
            }
        }
        underWay += Int64(piece.counts.started) - Int64(piece.counts.ended)
        return piece
    }

    /// Whether there is as much as the condition judges at a time.
    private func isWhole(at end: Nanoseconds) -> Bool {
        guard let window = condition.window, let first = pieces.first else { return true }
        return end - first.start >= window
    }

    /// How many actions have been under way for too long, at the least.
    private mutating func waiting(_ end: Nanoseconds) -> UInt64 {
        guard let patience = condition.patience else { return 0 }
        let lookBack = max(patience, condition.window ?? .zero)
        begun.removeAll { $0.end <= end - lookBack }
        let young = begun.reduce(0) { $0 + Int64($1.count) }
        return UInt64(max(0, underWay - young))
    }

    // MARK: Judging

    /// The figure over all pieces; nil where nothing was that could be judged.
    private func seen(waiting: UInt64) -> ObservedValue? {
        guard let first = pieces.first, let end = pieces.last?.end else { return nil }
        var counts = MetricCounts()
        var durations = Histogram()
        var errors: UInt64 = 0
        for piece in pieces {
            counts += piece.counts
            durations.add(piece.durations)
            errors += piece.errors
        }
        counts.started = counts.ended + waiting
        let value: ObservedValue?
        switch subject {
        case .metric(_, let keys):
            let seconds = (end - first.start).inSeconds
            let completed = Double(counts.done + counts.sentOnly)
            value = MetricResult(
                name: "", model: .open, kind: .action, base: nil, counts: counts,
                ratePerSecond: seconds > 0 ? completed / seconds : 0, response: durations,
                service: durations, lag: durations
            ).value(at: keys)
        case .errors where condition.path.last == "count": value = .count(errors)
        case .errors:
            value = RunResult.errorRate(errors, of: counts.started).map { .number($0) }
        case .counter: value = nil
        }
        return value == .noSamples ? nil : value
    }

    private mutating func commit() {
        guard let judgement = last else { return }
        last = nil
        windows?.count += 1
        if !condition.isKept(by: judgement.value) { windows?.failed += 1 }
        if let worst = windows?.worst,
            worst == .noSamples || condition.isWorse(judgement.value, than: worst)
        {
            windows?.worst = judgement.value
            windows?.worstStart = judgement.start
        }
    }
}
