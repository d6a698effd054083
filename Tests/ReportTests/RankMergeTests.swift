import Measurement
import Testing
import Units

@testable import Report

@Suite struct RankMergeTests {
    private static let message: (catalogue: MetricCatalogue, id: MetricID) = {
        var catalogue = MetricCatalogue()
        let id = catalogue.register("message", tag: "talker", model: .open)
        return (catalogue, id)
    }()

    private static func totals(workers: Int) -> RunTotals {
        RunTotals(
            catalogue: message.catalogue, workers: workers, start: .origin,
            measureFrom: .origin + .seconds(Int64(1)), measureUntil: .origin + .seconds(Int64(3)))
    }

    /// Three seconds of a worker whose messages take `service` each.
    private static func snapshots(worker: Int, service: Nanoseconds) -> [IntervalSnapshot] {
        var recorder = Recorder(
            worker: worker, catalogue: message.catalogue, start: .origin,
            measureFrom: .origin + .seconds(Int64(1)), measureUntil: .origin + .seconds(Int64(3)))
        var activity = WorkerActivity()
        var ledger = LedgerCounts()
        return (0..<3).map { second in
            for tick in 0..<100 {
                let due = Instant.origin + .milliseconds(Int64(second * 1_000 + tick * 10))
                let sent = due + .microseconds(Int64(tick))
                recorder.started(message.id, due: due, sent: sent)
                recorder.done(message.id, due: due, sent: sent, done: due + service)
                ledger.measured.sent += 1
                ledger.measured.delivered += 1
            }
            recorder.error(
                at: .origin + .milliseconds(1_500), stage: "connection", condition: "reset",
                sample: "\"worker\" \(worker)")
            activity.online = 10 + worker
            activity.sessionsStarted += 5
            activity.busy = activity.busy + .milliseconds(Int64(100 * (worker + 1)))
            activity.toldAt = .seconds(Int64(second + 1))
            return recorder.takeInterval(
                at: .origin + .seconds(Int64(second + 1)), activity: activity, ledger: ledger)
        }
    }

    private static func opening(_ rank: Int, of ranks: Int, workers: Int) -> RankOpening {
        RankOpening(
            nonce: 7, rank: rank, ranks: ranks, workers: workers,
            startedAt: SampleReport.startedAt + Int64(rank), profile: "title: Sample\n",
            environment: SampleReport.environment)
    }

    private static func ending(_ change: (inout RunResult) -> Void = { _ in }) -> RankEnding {
        var totals = totals(workers: 1)
        var facts = RunFacts()
        facts.seed = 9
        facts.duration = .seconds(Int64(4))
        facts.measured = .seconds(Int64(2))
        facts.cpu = .milliseconds(30)
        facts.peakResidentBytes = 1_000
        facts.onlinePeak = 11
        facts.schedules = [ScheduleFacts(name: "sessions", asked: 10, achieved: 8, skipped: 2)]
        var result = totals.result(facts)
        result.verdict = Verdict(reasons: [])
        change(&result)
        return RankEnding(result)
    }

    /// The reports of rank 0 with two workers and rank 1 with one.
    private static func reports(
        in folder: TemporaryFolder, endings: [RankEnding?] = [ending(), ending()],
        openings: [RankOpening] = [opening(0, of: 2, workers: 2), opening(1, of: 2, workers: 1)]
    ) throws -> [String] {
        try zip(openings, endings).enumerated().map { number, parts in
            let directory = try ReportDirectory(creating: folder.path + "/rank-\(number)")
            directory.begin(startedAt: 0, catalogue: message.catalogue)
            directory.begin(rankLine: RankRecord.opening(parts.0).line)
            let workers = (0..<parts.0.workers).map {
                snapshots(worker: $0, service: .milliseconds(Int64(number * 40 + $0 * 20 + 10)))
            }
            for second in 0..<3 {
                for worker in workers {
                    directory.write(rankLine: RankRecord.interval(worker[second]).line)
                }
            }
            if let ending = parts.1 { directory.write(rankLine: RankRecord.ending(ending).line) }
            #expect(directory.finish(SampleReport().report) == [])
            return directory.path
        }
    }

    private static func merged(_ reports: [String]) throws -> (RunResult, [MergedInterval]) {
        var merge = try RankMerge(reports)
        var intervals: [MergedInterval] = []
        let result = merge.result(
            totals(workers: merge.workers), metrics: message.catalogue.entries.count
        ) { intervals.append($0) }
        return (result, intervals)
    }

    @Test func `The ranks together are what one process with all workers is`() throws {
        let folder = try TemporaryFolder()
        let (result, intervals) = try Self.merged(Self.reports(in: folder).reversed())
        var whole = Self.totals(workers: 3)
        var rows: [IntervalRow] = []
        for second in 0..<3 {
            for (place, (worker, service)) in [(0, 10), (1, 30), (0, 50)].enumerated() {
                let all = Self.snapshots(worker: worker, service: .milliseconds(Int64(service)))
                if let interval = whole.add(all[second].renumbered(worker: place)) {
                    rows.append(interval.row)
                }
            }
        }
        let one = whole.result(result.facts)
        #expect(result.metrics == one.metrics)
        #expect(result.metrics.first?.response.count == 600)
        #expect(result.intervals == one.intervals)
        #expect(intervals.map(\.row) == rows)
        #expect(result.messages == one.messages)
        #expect(result.sessions == one.sessions)
        #expect(result.busyRatio == one.busyRatio)
        #expect(result.errors.map(\.count) == one.errors.map(\.count))
        #expect(result.errors.first?.sample == "\"worker\" 0")
        #expect(result.intervals.map { $0.errorsByStage["connection"] } == [3, 3, 3])
    }

    @Test func `What only the ranks knew is added up`() throws {
        let folder = try TemporaryFolder()
        let (result, _) = try Self.merged(Self.reports(in: folder))
        let facts = result.facts
        #expect(facts.ranks == 2)
        #expect(facts.workers == 3)
        #expect(facts.seed == 9)
        #expect(facts.startedAt == SampleReport.startedAt)
        #expect(facts.cpu == .milliseconds(60))
        #expect(facts.peakResidentBytes == 2_000)
        #expect(facts.measured == .seconds(Int64(2)))
        #expect(facts.onlinePeak == 10 + 11 + 10)
        #expect(
            facts.schedules == [
                ScheduleFacts(name: "sessions", asked: 20, achieved: 16, skipped: 4)
            ])
        #expect(!result.verdict.reasons.contains { $0.code == "ranks" })
    }

    private func ranksReasons(_ result: RunResult) -> [String] {
        #expect(result.verdict.status == .invalid)
        return result.verdict.reasons.filter { $0.code == "ranks" }.map(\.seen)
    }

    @Test func `A missing, an unfinished and an INVALID rank make it INVALID`() throws {
        let missing = try TemporaryFolder()
        let first = try Self.reports(in: missing)[0]
        #expect(ranksReasons(try Self.merged([first]).0) == ["rank 1 of 2 is missing"])

        let unfinished = try TemporaryFolder()
        let (killed, _) = try Self.merged(
            Self.reports(in: unfinished, endings: [Self.ending(), nil]))
        #expect(ranksReasons(killed) == ["rank 1 of 2 did not come to its end"])
        #expect(killed.metrics.first?.response.count == 600)

        let bad = try TemporaryFolder()
        let ending = Self.ending {
            $0.busyRatio = 1
            $0.verdict = .judge($0)
        }
        let (invalid, _) = try Self.merged(Self.reports(in: bad, endings: [ending, Self.ending()]))
        #expect(ranksReasons(invalid).count == 1)
        #expect(ranksReasons(invalid)[0].hasPrefix("rank 0 of 2 is INVALID: "))
    }

    @Test func `What was cut off or damaged is told, and the rest is kept`() throws {
        let folder = try TemporaryFolder()
        let reports = try Self.reports(in: folder)
        let text = try folder.text("rank-1/rank.jsonl")
        // A record that is not whole was not written.
        try folder.write("rank-1/rank.jsonl", String(text.dropLast(10)))
        #expect(
            ranksReasons(try Self.merged(reports).0) == ["rank 1 of 2 did not come to its end"])
        for wrong in ["{}", "{\"interval\":", "not JSON"] {
            let lines = text.split(separator: "\n").map(String.init)
            try folder.write(
                "rank-1/rank.jsonl", ([lines[0], wrong] + lines[1...]).joined(separator: "\n"))
            let reasons = ranksReasons(try Self.merged(reports).0)
            #expect(reasons.count == 1)
            #expect(reasons[0].contains("rank-1/rank.jsonl:2: "), "\(reasons)")
        }
        for wrong in ["", "{}\n", "not JSON\n"] {
            try folder.write("rank-1/rank.jsonl", wrong)
            #expect(throws: ReportError.damaged(path: reports[1] + "/rank.jsonl", line: 1)) {
                try RankMerge(reports)
            }
        }
    }

    @Test func `Only ranks of one run are merged, each once`() throws {
        let folder = try TemporaryFolder()
        var other = Self.opening(1, of: 2, workers: 1)
        other.nonce = 8
        let reports = try Self.reports(
            in: folder, openings: [Self.opening(0, of: 2, workers: 1), other])
        #expect(throws: ReportError.otherRun(path: reports[1])) { try RankMerge(reports) }
        #expect(
            throws: ReportError.sameRank(
                path: reports[0], other: reports[0] + "/rank.jsonl", rank: 0)
        ) { try RankMerge([reports[0], reports[0]]) }
        let nowhere = folder.path + "/nothing"
        #expect(throws: ReportError.self) { try RankMerge([nowhere]) }
    }
}
