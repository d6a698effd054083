internal import Units

/// How the steps of scenarios ended.
package enum StepEnding: Sendable {
    case done
    /// Answered with an error, or its session broke.
    case failed
    case timedOut
    /// There was nobody to send to, or not any more.
    case skipped
    /// The end of the run found it under way.
    case cut
}

/// How far the sessions that began a step came with it.
package struct StepCounts: Sendable, Equatable, Codable {
    package var started: UInt64 = 0
    package var done: UInt64 = 0
    package var failed: UInt64 = 0
    package var timedOut: UInt64 = 0
    package var skipped: UInt64 = 0
    package var cut: UInt64 = 0

    mutating func note(_ ending: StepEnding) {
        switch ending {
        case .done: done += 1
        case .failed: failed += 1
        case .timedOut: timedOut += 1
        case .skipped: skipped += 1
        case .cut: cut += 1
        }
    }

    static func += (a: inout Self, b: Self) {
        a.started += b.started
        a.done += b.done
        a.failed += b.failed
        a.timedOut += b.timedOut
        a.skipped += b.skipped
        a.cut += b.cut
    }
}

/// What one worker saw of one step during one interval.
package struct StepSlice: Sendable, Equatable, Codable {
    /// Steps are numbered from 0 over all scenarios.
    package let step: Int
    var counts: StepCounts
    var response: CompactCounts
}

/// Counts steps between two snapshots.
///
/// Recording allocates nothing once a step has been done.
struct StepRecorder: Sendable {
    private struct Cell {
        var counts = StepCounts()
        var response = CompactHistogram()
    }

    private var cells: [Cell]

    init(count: Int) { cells = Array(repeating: Cell(), count: count) }

    mutating func began(_ step: Int) { cells[step].counts.started += 1 }

    /// - Parameter response: of a step that waits for its server.
    mutating func ended(_ step: Int, _ ending: StepEnding, response: Nanoseconds?) {
        cells[step].counts.note(ending)
        if ending == .done, let response { cells[step].response.record(response) }
    }

    /// What was seen since the last time.
    mutating func take() -> [StepSlice] {
        var slices: [StepSlice] = []
        for step in cells.indices where cells[step].counts != StepCounts() {
            slices.append(
                StepSlice(
                    step: step, counts: cells[step].counts, response: cells[step].response.seen))
            cells[step].counts = StepCounts()
            cells[step].response.reset()
        }
        return slices
    }
}

/// Adds up what workers saw of steps.
struct StepTotals: Sendable {
    private var ladders: [ScenarioLadder]
    private var counts: [StepCounts]
    private var responses: [CompactCounts]

    /// - Parameter ladders: of all scenarios, with nothing in them.
    init(_ ladders: [ScenarioLadder]) {
        self.ladders = ladders
        let count = ladders.reduce(0) { $0 + $1.steps.count }
        counts = Array(repeating: StepCounts(), count: count)
        responses = Array(repeating: CompactCounts(), count: count)
    }

    /// Of steps that there are; others come from a file that is damaged.
    mutating func add(_ slices: [StepSlice]) {
        for slice in slices where counts.indices.contains(slice.step) && slice.response.isSound {
            counts[slice.step] += slice.counts
            responses[slice.step].add(slice.response)
        }
    }

    /// The ladders filled in.
    var result: [ScenarioLadder] {
        var ladders = ladders
        var step = 0
        for scenario in ladders.indices {
            for place in ladders[scenario].steps.indices {
                ladders[scenario].steps[place].take(counts[step], responses[step])
                step += 1
            }
        }
        return ladders
    }
}

extension StepResult {
    fileprivate mutating func take(_ counts: StepCounts, _ response: CompactCounts) {
        (started, done, failed) = (counts.started, counts.done, counts.failed)
        (timedOut, skipped, cut) = (counts.timedOut, counts.skipped, counts.cut)
        responseP50 = response.percentile(50)
        responseP99 = response.percentile(99)
    }
}
