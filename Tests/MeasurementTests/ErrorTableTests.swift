import Measurement
import Testing
import Units

@Suite struct ErrorTableTests {
    /// A table as a recorder makes it.
    private func table(_ errors: [(stage: String, condition: String, sample: String)]) -> ErrorTable
    {
        var recorder = Recorder(
            worker: 0, catalogue: MetricCatalogue(), start: .origin, measureFrom: .origin,
            measureUntil: .distantFuture)
        for error in errors {
            recorder.error(
                at: .origin, stage: error.stage, condition: error.condition, sample: error.sample)
        }
        return recorder.takeInterval(
            at: .origin, activity: WorkerActivity(), ledger: LedgerCounts()
        ).errors
    }

    @Test func `Equal errors share a line and keep the first sample`() {
        let errors = table([
            ("auth", "not-authorized", "first"), ("auth", "not-authorized", "second"),
            ("auth", "account-disabled", "third"),
        ])
        let key = ErrorTable.Key(stage: "auth", condition: "not-authorized")
        #expect(errors.count == 3)
        #expect(errors.tallies.count == 2)
        #expect(errors.tallies[key] == .init(count: 2, measured: 2, sample: "first"))
    }

    @Test func `Beyond the limit errors are counted as others`() {
        let kinds = ErrorTable.limit + 10
        let errors = table((0..<kinds).map { ("auth", "condition-\($0)", "") })
        #expect(errors.count == UInt64(kinds))
        #expect(errors.tallies.count == ErrorTable.limit + 1)
        #expect(errors.tallies[ErrorTable.overflowKey]?.count == 10)
    }

    @Test func `A merged table keeps the limit and all counts`() {
        let a = table((0..<200).map { ("a", "condition-\($0)", "") })
        let b = table((0..<200).map { ("b", "condition-\($0)", "") })
        var sum = a
        sum.add(b)
        sum.add(a)
        #expect(sum.count == 600)
        #expect(sum.tallies.count == ErrorTable.limit + 1)
        #expect(sum.tallies.values.reduce(0) { $0 + $1.count } == 600)
    }

    @Test func `A long sample is cut between characters`() {
        let sample = String(repeating: "ä", count: 300) + "end"
        let errors = table([("bind", "conflict", sample)])
        let kept = errors.tallies.values.first?.sample ?? ""
        #expect(kept == String(repeating: "ä", count: ErrorTable.sampleBytes / 2))
    }
}
